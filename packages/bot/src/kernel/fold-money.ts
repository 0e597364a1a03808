import type { TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { changesOf } from '../execution/holdings.ts';
import type { EquityMarked, Holding } from '../model/equity-event.ts';
import type { Fact } from '../model/event.ts';
import type { FeeCharged, OrderFilled } from '../model/order-event.ts';
import type { Execution, JournalledState, Money, MoneyParts, Order } from '../model/state.ts';
import { realisedUsd } from '../portfolio/realised.ts';
import type { Journalled } from './journalled.ts';

type Needs = Pick<
  Journalled,
  'money' | 'mode' | 'executions' | 'orders' | 'open_executions' | 'residuals' | 'residual_origins'
>;

/** A mark may be followed by others before its row is made. */
const keptMarks = 10;
const zero = new BigNumber(0);
const nothing: Money = {
  realised: '0',
  fees: '0',
  unpriced_fees: 0,
  flows: '0',
  dust: {},
  pending: [],
  marked: null,
};
const moneyOf = ({ money }: Pick<Journalled, 'money'>, mode: TradingMode): Money => money.get(mode) ?? nothing;

const change = (state: Pick<Journalled, 'money'>, mode: TradingMode, changed: Partial<Money>): void => {
  state.money.set(mode, { ...moneyOf(state, mode), ...changed });
};

/** Notes what the fact is about to do to dust, and returns what counts the results that it has changed once it is folded. */
export const foldMoney = (state: Needs, fact: Fact): (() => void) => {
  foldDust(state, fact);
  if (fact.type === 'FundsMoved' || fact.type === 'FundsDeposited') foldFlow(state, fact);
  const ids = executionsOf(state, fact);
  if (ids.length === 0) return () => {};
  const before = ids.map((id) => resultOf(state, id));
  return () => {
    for (const [place, id] of ids.entries()) {
      const [was, is] = [before[place] ?? none, resultOf(state, id)];
      const execution = state.executions.get(id);
      if (!execution || (was.usd.eq(is.usd) && was.fees.eq(is.fees) && was.unpriced === is.unpriced)) continue;
      const { realised, fees, unpriced_fees } = moneyOf(state, execution.mode);
      change(state, execution.mode, {
        realised: is.usd.minus(was.usd).plus(realised).toFixed(),
        fees: is.fees.minus(was.fees).plus(fees).toFixed(),
        unpriced_fees: unpriced_fees + is.unpriced - was.unpriced,
      });
    }
  };
};

const none = { usd: zero, fees: zero, unpriced: 0 };
const resultOf = ({ executions, orders }: Needs, id: string): typeof none => {
  const execution = executions.get(id);
  if (!execution || execution.finished_at === null) return none;
  const { fees_usd } = execution;
  return {
    usd: realisedUsd(execution, orders) ?? zero,
    fees: new BigNumber(fees_usd ?? 0),
    unpriced: fees_usd === null ? 1 : 0,
  };
};

/** The executions whose result the fact may change. */
const executionsOf = ({ orders, residual_origins }: Needs, fact: Fact): readonly string[] => {
  if ('execution_id' in fact) return fact.execution_id === undefined ? [] : [fact.execution_id];
  const order = 'order_id' in fact ? orders.get(fact.order_id) : undefined;
  if (!order) return [];
  const spent = order.side === 'sell' ? order.base : order.quote;
  const origin = residual_origins.get(order.exchange)?.get(spent)?.execution_id;
  return [...new Set([order.execution_id, order.recovers, origin])].filter((id) => typeof id === 'string');
};

/** The first facts of an exchange come before its first mark, which counts all that it holds. */
const foldFlow = (state: Needs, fact: Extract<Fact, { type: 'FundsMoved' | 'FundsDeposited' }>): void => {
  const { mode, exchange, asset, amount } = fact;
  const { flows, pending, marked } = moneyOf(state, mode);
  const known = marked?.by_exchange[exchange];
  if (marked === null || known === undefined || (fact.type === 'FundsMoved' && fact.cause === 'late_fee')) return;
  const usd = fact.type === 'FundsMoved' ? fact.usd_value : null;
  if (usd === null) {
    change(state, mode, { pending: [...pending, { exchange, asset, amount }] });
    return;
  }
  const by_exchange = { ...marked.by_exchange, [exchange]: new BigNumber(known).plus(usd).toNumber() };
  change(state, mode, { flows: new BigNumber(flows).plus(usd).toFixed(), marked: { ...marked, by_exchange } });
};

/**
 * Takes note of a mark, in place. Returns what entered the equity since the last one by a first price, and by money that had none when
 * it came, in USD.
 */
export const markMoney = (state: Needs, mark: EquityMarked): number => {
  const { mode, by_exchange, prices, unpriced = [] } = mark;
  const { marked, pending, ...money } = moneyOf(state, mode);
  const came = marked && prices ? [...pending, ...marked.outside] : [];
  const first = came
    .filter(({ exchange }) => exchange in by_exchange && exchange in (marked?.by_exchange ?? {}))
    .reduce((sum, { asset, amount }) => sum.plus(new BigNumber(amount).multipliedBy(prices?.[asset] ?? 0)), zero);
  const flows = first
    .plus(movedBetween(marked?.by_exchange ?? {}, by_exchange))
    .plus(money.flows)
    .toFixed();
  const atWork = heldAtWork(state, mode);
  const { realised, fees, unpriced_fees } = money;
  const dust = dustIn(money.dust);
  const own: MoneyParts & { readonly at: number } = {
    at: mark.at,
    realised,
    fees,
    unpriced_fees,
    flows,
    unrealised: prices ? worthOf(atWork, prices).toFixed() : null,
    dust: prices ? worthOf(dust, prices).toFixed() : null,
  };
  const apart = [...atWork, ...dust];
  const outside = unpriced.flatMap(({ exchange, asset, amount }) => {
    const others = apart.filter((one) => one.exchange === exchange && one.asset === asset);
    const rest = others.reduce((left, one) => left.minus(one.amount), new BigNumber(amount));
    return rest.isGreaterThan(0) ? [{ exchange, asset, amount: rest.toFixed() }] : [];
  });
  const parts = [...(marked?.parts ?? []), own].slice(-keptMarks);
  change(state, mode, { flows, pending: [], marked: { by_exchange, outside, parts } });
  return first.toNumber();
};

/** What came with exchanges that were not marked before, less what went with those that no longer are, in USD. */
export const movedBetween = (before: EquityMarked['by_exchange'], now: EquityMarked['by_exchange']): BigNumber => {
  const only = (one: EquityMarked['by_exchange'], other: EquityMarked['by_exchange']): BigNumber =>
    Object.entries(one).reduce((sum, [exchange, value]) => (exchange in other ? sum : sum.plus(value)), zero);
  return Object.keys(before).length === 0 ? zero : only(now, before).minus(only(before, now));
};

const worthOf = (held: Iterable<Holding>, prices: Readonly<Record<string, number>>): BigNumber => {
  let sum = zero;
  for (const { asset, amount } of held) sum = sum.plus(new BigNumber(amount).multipliedBy(prices[asset] ?? 0));
  return sum;
};

/** What the residual positions of a mode hold. */
export const residualOf = (
  state: Pick<JournalledState, 'residuals' | 'residual_origins' | 'executions' | 'mode'>,
  mode: TradingMode,
): readonly Holding[] =>
  [...state.residuals].flatMap(([exchange, assets]) =>
    [...assets].flatMap(([asset, amount]) => {
      const origin = state.residual_origins.get(exchange)?.get(asset)?.execution_id ?? '';
      return (state.executions.get(origin)?.mode ?? state.mode) === mode ? [{ exchange, asset, amount }] : [];
    }),
  );

/** What residual positions hold, and what the orders of running executions have changed. */
const heldAtWork = (state: Needs, mode: TradingMode): readonly Holding[] => {
  const held = [...residualOf(state, mode)];
  for (const id of state.open_executions) {
    const execution = state.executions.get(id);
    if (execution?.mode !== mode) continue;
    const orders = execution.order_ids.flatMap((order_id) => state.orders.get(order_id) ?? []);
    for (const [asset, amount] of changesOf(orders))
      held.push({ exchange: execution.exchange, asset, amount: amount.toFixed() });
  }
  return held;
};

/** The dust of executions in one mode. */
export const dustOf = ({ money }: Pick<JournalledState, 'money'>, mode: TradingMode): readonly Holding[] =>
  dustIn(money.get(mode)?.dust ?? {});

const dustIn = (dust: Money['dust']): readonly Holding[] =>
  Object.entries(dust).flatMap(([exchange, assets]) =>
    Object.entries(assets).map(([asset, amount]) => ({ exchange, asset, amount })),
  );

const foldDust = (state: Needs, fact: Fact): void => {
  switch (fact.type) {
    case 'ExecutionFinished': {
      const execution = state.executions.get(fact.execution_id);
      const dust = execution ? fact.left.filter(({ stranded }) => !stranded) : [];
      for (const { asset, amount } of dust) {
        addDust(state, execution?.mode ?? state.mode, { exchange: execution?.exchange ?? '', asset, amount });
      }
      return;
    }
    case 'StrandedCleared': {
      const { exchange, asset } = fact;
      const amount = state.residuals.get(exchange)?.get(asset);
      const origin = state.residual_origins.get(exchange)?.get(asset)?.execution_id ?? '';
      // What was kept is held like anything else.
      if (amount === undefined || fact.kept) return;
      addDust(state, state.executions.get(origin)?.mode ?? state.mode, { exchange, asset, amount });
      return;
    }
    case 'WalletReset':
      change(state, 'paper', { dust: {} });
      return;
    case 'FundsMoved':
    case 'RoundingAdjusted':
      if (new BigNumber(fact.amount).isNegative()) addDust(state, fact.mode, fact);
      return;
    case 'OrderFilled':
      for (const taken of takenBy(state, fact, state.orders.get(fact.order_id))) addDust(state, fact.mode, taken);
      return;
    case 'FeeCharged':
      addDust(state, fact.mode, { ...fact, amount: takenAsFee(state, fact) });
      return;
  }
};

/** What a fill takes of what lies in the account. An execution spends what it brought itself, and a sale what is residual. */
const takenBy = (state: Needs, fill: OrderFilled, order: Order | undefined): readonly Holding[] => {
  const { exchange } = fill;
  const execution = state.executions.get(order?.execution_id ?? '');
  const own = execution ? boughtBy(execution, fill) : [];
  const changes = changesOf([{ ...fill, filled_quantity: fill.quantity, filled_quote: fill.quote_quantity }]);
  return [...changes].flatMap(([asset, amount]) => {
    const residual = execution ? '0' : (state.residuals.get(exchange)?.get(asset) ?? '0');
    const taken = own.includes(asset) ? zero : amount.plus(residual);
    return taken.isNegative() ? [{ exchange, asset, amount: taken.toFixed() }] : [];
  });
};

/** Assets that an execution and an order of it bring: its way back may be over another currency. */
const boughtBy = ({ path: [start, ...others] }: Execution, { base, quote }: Pick<Order, 'base' | 'quote'>) =>
  [...others, base, quote].filter((asset) => asset !== start);

/** What a fee takes of what lies in the account: a running execution pays it out of what it brought, and one that ended out of its residual. */
const takenAsFee = (state: Needs, { order_id, exchange, asset, amount }: FeeCharged): string => {
  const order = state.orders.get(order_id);
  if (!order) return '0';
  const execution = state.executions.get(order.execution_id ?? order.recovers ?? '');
  const isRunning = execution !== undefined && execution.finished_at === null;
  if (isRunning && boughtBy(execution, order).includes(asset)) return '0';
  const residual = execution && !isRunning ? (state.residuals.get(exchange)?.get(asset) ?? 0) : 0;
  return BigNumber.min(0, new BigNumber(residual).minus(amount)).toFixed();
};

/** Adds to what is dust, or takes away where the amount is negative: what spends an asset spends its dust first. */
const addDust = (state: Needs, mode: TradingMode, { exchange, asset, amount }: Holding): void => {
  const { dust } = moneyOf(state, mode);
  const { [asset]: before = '0', ...others } = dust[exchange] ?? {};
  const sum = new BigNumber(before).plus(amount);
  if (before === '0' && !sum.isGreaterThan(0)) return;
  const own = sum.isGreaterThan(0) ? { ...others, [asset]: sum.toFixed() } : others;
  change(state, mode, { dust: { ...dust, [exchange]: own } });
};
