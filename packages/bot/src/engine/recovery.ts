import { BigNumber } from 'bignumber.js';
import type { Account, Exchange } from '../exchange/exchange.ts';
import type { OrderDesk } from '../execution/order-desk.ts';
import { within } from '../execution/within.ts';
import { openExecutions, openOrders } from './balances.ts';
import type { Core } from './core.ts';
import type { EngineEvent, Fact } from './event.ts';
import type { Executor } from './executor.ts';
import type { Order } from './state.ts';

/** What comes before trading: resolve what was under way, agree with every exchange about the balances, turn back. */
export type Recovery = {
  /** Deposits the funds of new accounts, tells simulated ones what they hold. */
  openAccounts(): Promise<void>;
  /** Resolves and reconciles; `ready` is called once, maybe before this returns. */
  begin(ready: () => void): void;
  hear(event: EngineEvent): void;
};

type Phase = 'idle' | 'resolving' | 'reconciling' | 'unwinding' | 'done';

export const createRecovery = (core: Core, desk: OrderDesk, executor: Executor): Recovery => {
  const { recorder, exchanges } = core;
  const { ledger } = recorder;
  let phase: Phase = 'idle';
  let whenReady = (): void => {};

  const unresolved = (): readonly Order[] => openOrders(core).filter(isUnresolved);

  const goOn = async (): Promise<void> => {
    if (phase === 'resolving' && unresolved().length === 0) {
      phase = 'reconciling';
      for (const exchange of exchanges.values()) if (hasFunds(core, exchange)) await reconcile(core, desk, exchange);
      phase = 'unwinding';
      executor.recover();
    }
    if (phase === 'unwinding' && openExecutions(core).length === 0) {
      phase = 'done';
      whenReady();
    }
  };

  return {
    openAccounts: async () => {
      for (const exchange of exchanges.values()) {
        if (!hasFunds(core, exchange)) await deposit(core, exchange);
        const open = openOrders(core).filter((order) => order.exchange === exchange.name && order.status === 'open');
        const holdings = [...ledger.holdings(exchange.account, exchange.name)];
        const balances = Object.fromEntries(holdings.map(([asset, amount]) => [asset, amount.toFixed()]));
        exchange.restore?.({ balances, open: open.map(restingOrder) });
      }
    },
    begin: (ready) => {
      whenReady = ready;
      phase = 'resolving';
      warnOfAbsent(core);
      for (const order of openOrders(core)) if (isUnresolved(order) || mayHaveMoved(core, order)) desk.resolve(order);
      if (openExecutions(core).length === 0 && unresolved().length === 0 && !needsReconciling(core)) {
        phase = 'done';
        executor.recover();
        return ready();
      }
      void goOn();
    },
    hear: (event) => {
      if (event.type === 'HaltReset' && phase === 'unwinding') executor.recover();
      const moves = ['OrderClosed', 'OrderAcknowledged', 'ExecutionFinished', 'HaltReset'];
      if (moves.includes(event.type)) void goOn();
    },
  };
};

const warnOfAbsent = ({ recorder: { state }, exchanges, log }: Core): void => {
  const open = [...state.open_orders].flatMap((id) => state.orders.get(id) ?? []);
  const absent = new Set(open.map(({ exchange }) => exchange).filter((exchange) => !exchanges.has(exchange)));
  for (const exchange of absent) {
    log('WARNING', 'execution', `${exchange} is not connected: its open orders wait for a start with it`, { exchange });
  }
};

const isUnresolved = ({ status, time_in_force }: Order): boolean => status !== 'open' || time_in_force !== 'GTC';

/** A resting order goes on without the bot, except at a simulated exchange. */
const mayHaveMoved = ({ exchanges }: Core, { exchange }: Order): boolean => !exchanges.get(exchange)?.restore;

/** A simulated account was just told what the ledger holds: only others can disagree. */
const needsReconciling = ({ exchanges }: Core): boolean => [...exchanges.values()].some(({ restore }) => !restore);

const hasFunds = ({ recorder: { ledger } }: Core, { account, name }: Exchange): boolean =>
  ledger.holdings(account, name).size > 0;

const restingOrder = (order: Order): Account['open'][number] => ({
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

const deposit = async (core: Core, exchange: Exchange): Promise<void> => {
  const funds = exchange.account === 'paper' ? core.config().paper_funds : await foundAt(core, exchange);
  const at = core.clock.now();
  const facts = Object.entries(funds).map(([asset, amount]): Fact => {
    return {
      type: 'FundsDeposited',
      id: core.ids(),
      exchange: exchange.name,
      mode: exchange.account,
      asset,
      amount,
      at,
    };
  });
  core.recorder.record(facts, { durable: true });
};

const foundAt = async (core: Core, exchange: Exchange): Promise<Readonly<Record<string, string>>> => {
  const answer = await within(core.clock.after, core.config().order_timeout_ms, () => exchange.balances());
  if (answer.kind === 'balances') return answer.total;
  core.log('ERROR', 'wallet', `The balances of ${exchange.name} are not known: ${answer.reason}`);
  return {};
};

const retryMs = 2000;
const pause = (core: Core): Promise<void> => new Promise((resolve) => core.after(retryMs, resolve));

/** Halts when the exchange and the ledger do not agree to the last digit; asks again while it does not answer. */
const reconcile = async (core: Core, desk: OrderDesk, exchange: Exchange, tries = 3): Promise<void> => {
  const answer = await within(core.clock.after, core.config().order_timeout_ms, () => exchange.balances());
  if (answer.kind === 'unknown') {
    core.log('WARNING', 'wallet', `The balances of ${exchange.name} are not known: ${answer.reason}`);
    await pause(core);
    return reconcile(core, desk, exchange, tries);
  }
  const booked = core.recorder.ledger.holdings(exchange.account, exchange.name);
  const assets = new Set([...booked.keys(), ...Object.keys(answer.total)]);
  const wrong = [...assets].filter(
    (asset) => !(booked.get(asset) ?? new BigNumber(0)).isEqualTo(answer.total[asset] ?? 0),
  );
  if (wrong.length === 0) return;
  const open = openOrders(core).filter((order) => order.exchange === exchange.name);
  if (open.length > 0 && tries > 0) {
    // One of them may have been filled since it was asked for.
    for (const order of open) if (!isUnresolved(order)) desk.resolve(order);
    await pause(core);
    return reconcile(core, desk, exchange, open.some(isUnresolved) ? tries : tries - 1);
  }
  const detail = wrong.map(
    (asset) => `${asset}: ${answer.total[asset] ?? 0}, booked ${booked.get(asset)?.toFixed() ?? 0}`,
  );
  core.halt('balance_mismatch', `${exchange.name} does not hold what the ledger says (${detail.join('; ')})`);
};
