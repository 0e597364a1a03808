import { lostOrders, purposeOf } from '../execution/announced.ts';
import { openExecutions, openOrdersAt } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import type { ReachedAccount } from '../kernel/port.ts';
import type { Reports } from '../kernel/reports.ts';
import type { EngineEvent, Fact } from '../model/event.ts';
import { type AccountState, modeOf } from '../model/exchange.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { isFinal, type Order } from '../model/state.ts';
import type { Executor } from './executor.ts';
import { cancelLeftOrders } from './left-orders.ts';
import type { OrderRouter } from './order-router.ts';
import type { Recall } from './recall.ts';
import { bookLook, lookAt, totalsOf } from './reconcile.ts';

type Needs = Reports & Venues & Pick<Core, 'clock' | 'ids' | 'config' | 'setReady' | 'outages' | 'recorder' | 'after'>;

/** What comes before trading: resolve what was under way, agree with every exchange about the balances, turn back. */
export type Recovery = {
  /** Deposits the funds of a new account, tells a simulated one what it holds. Throws when a balance is not known. */
  openAccount(account: ReachedAccount): Promise<void>;
  /** `ready` is called once: when every exchange has come in, has failed or takes too long, and one at least has come in. */
  begin(ready: () => void): void;
  /** Resolves and reconciles an exchange that is open, then lets it be traded at. */
  settle(account: ReachedAccount): void;
  hear(event: EngineEvent): void;
};

/** How long the start waits for an exchange that does not say what became of its orders, while others have come in. */
const patienceMs = 30_000;

export const createRecovery = (core: Needs, router: OrderRouter, recall: Recall, executor: Executor): Recovery => {
  const { recorder, exchanges, ready } = core;
  const { state, ledger } = recorder;
  const resolving = new Set<string>();
  let waiting = true;
  let patient = true;
  let whenReady = (): void => {};

  const isSettled = (exchange: string): boolean =>
    ready.has(exchange) || core.outages.reasons().has(exchange) || !patient;

  const check = (): void => {
    if (!waiting || (ready.size === 0 && exchanges.size > 0) || openExecutions(core).length > 0) return;
    if (![...exchanges.keys()].every(isSettled)) return;
    waiting = false;
    whenReady();
  };

  const comeIn = (exchange: string): void => {
    core.outages.clear(exchange);
    core.setReady(exchange);
    executor.recover(exchange);
    check();
  };

  const goOn = async (account: ReachedAccount): Promise<void> => {
    const { id: name } = account;
    if (!resolving.has(name) || openOrdersAt(core, name).some(isUnresolved)) return;
    resolving.delete(name);
    // A paper account was just told what the ledger holds, and what rests there: only others can disagree.
    const remembers = !account.paper && hasFunds(core, account);
    if (remembers || state.halted?.cause === 'loss') await cancelLeftOrders(core, router, recall, account, check);
    if (remembers) await reconcile(core, router, account, check);
    comeIn(name);
  };

  return {
    openAccount: async (account) => {
      if (!hasFunds(core, account)) await deposit(core, account);
      const open = openOrdersAt(core, account.id).filter((order) => order.status === 'open');
      const holdings = [...ledger.holdings(modeOf(account), account.id)];
      const balances = Object.fromEntries(holdings.map(([asset, amount]) => [asset, amount.toFixed()]));
      account.paper?.restore({ balances, open: open.map(restingOrder) });
    },
    begin: (callback) => {
      whenReady = callback;
      warnOfAbsent(core);
      core.after(patienceMs, () => {
        patient = false;
        check();
      });
      check();
    },
    settle: (account) => {
      resolving.add(account.id);
      // A paper account began with this process: nothing of an earlier one is there.
      const remembers = !account.paper;
      if (remembers) restoreIntents(core, account.id);
      for (const order of openOrdersAt(core, account.id)) if (isUnresolved(order) || remembers) router.resolve(order);
      for (const order of state.orders.values())
        if (order.amount_due && order.exchange === account.id && isFinal(order)) router.resolve(order);
      void goOn(account);
    },
    hear: (event) => {
      if (event.type === 'HaltReset' && waiting) for (const exchange of ready) executor.recover(exchange);
      if (event.type === 'OrderClosed' || event.type === 'OrderAcknowledged') {
        const exchange = exchanges.get(state.orders.get(event.order_id)?.exchange ?? '');
        if (exchange) void goOn(exchange.account);
      }
      if (event.type === 'ExecutionFinished' || event.type === 'HaltReset') check();
    },
  };
};

const warnOfAbsent = ({ recorder: { state }, exchanges, log }: Needs): void => {
  const open = [...state.open_orders].flatMap((id) => state.orders.get(id) ?? []);
  const absent = new Set(open.map(({ exchange }) => exchange).filter((exchange) => !exchanges.has(exchange)));
  for (const exchange of absent) {
    log('WARNING', 'execution', `${exchange} is not connected: its open orders wait for a start with it`, { exchange });
  }
};

/** Orders that were announced may have left although their intents are not in the journal. */
const restoreIntents = (core: Needs, exchange: string): void => {
  const { state, record } = core.recorder;
  const at = core.clock.now();
  const facts = [...state.open_executions]
    .flatMap((id) => state.executions.get(id) ?? [])
    .filter((execution) => execution.exchange === exchange)
    .flatMap((execution) => {
      const orders = execution.order_ids.flatMap((id) => state.orders.get(id) ?? []);
      return lostOrders(execution, orders).map((announced): Fact => {
        const order: OrderIntent = {
          ...announced,
          id: core.ids(),
          exchange,
          mode: execution.mode,
          order_type: 'limit',
          time_in_force: 'IOC',
          purpose: purposeOf(announced),
          execution_id: execution.id,
          expected_price: null,
          deadline: at + core.config().order_timeout_ms,
        };
        return { type: 'OrderIntended', order, at };
      });
    });
  record(facts);
};

const isUnresolved = ({ status, time_in_force }: Order): boolean => status !== 'open' || time_in_force !== 'GTC';

const hasFunds = ({ recorder: { ledger } }: Needs, account: ReachedAccount): boolean =>
  ledger.holdings(modeOf(account), account.id).size > 0;

const restingOrder = (order: Order): AccountState['open'][number] => ({
  request: { ...order, type: order.order_type },
  report: {
    client_order_id: order.client_order_id,
    exchange_order_id: order.exchange_order_id ?? order.client_order_id,
    symbol: order.symbol,
    state: 'open',
    filled_quantity: order.filled_quantity,
    filled_quote: order.filled_quote,
    fees: order.fees,
  },
});

const deposit = async (core: Needs, account: ReachedAccount): Promise<void> => {
  const funds = account.paper ? core.config().paper_funds : await foundAt(core, account);
  const at = core.clock.now();
  const facts = Object.entries(funds).map(([asset, amount]): Fact => {
    return {
      type: 'FundsDeposited',
      id: core.ids(),
      exchange: account.id,
      mode: modeOf(account),
      asset,
      amount,
      at,
    };
  });
  core.recorder.record(facts);
  // A paper account has no memory but the journal: it is told what is on the disk.
  await core.recorder.kept();
};

const foundAt = async (core: Needs, account: ReachedAccount): Promise<Readonly<Record<string, string>>> => {
  const answer = await account.balances(core.config().order_timeout_ms);
  if (answer.kind === 'balances') return totalsOf(answer.holdings);
  throw new Error(`the balances are not known: ${answer.reason}`);
};

const retryMs = 2000;
const pause = (core: Needs, ms: number): Promise<void> => new Promise((resolve) => core.after(ms, resolve));

/** Compares the account with the ledger, and books where they differ; asks again while it does not answer. */
const reconcile = async (
  core: Needs,
  router: OrderRouter,
  account: ReachedAccount,
  onOutage: () => void,
): Promise<void> => {
  for (let tries = 3; ; ) {
    const look = await lookAt(core, account);
    const open = openOrdersAt(core, account.id);
    if (look.kind === 'unknown') {
      const ms = core.outages.report(account.id, `the balances are not known: ${look.reason}`);
      onOutage();
      await pause(core, ms);
    } else if (look.kind === 'moved' || (look.kind === 'differs' && open.length > 0 && tries > 0)) {
      // One of them may have been filled since it was asked for.
      for (const order of open) if (!isUnresolved(order)) router.resolve(order);
      await pause(core, retryMs);
      if (!open.some(isUnresolved)) tries--;
    } else {
      bookLook(core, account, look.kind === 'differs' ? look.found : []);
      return;
    }
  }
};
