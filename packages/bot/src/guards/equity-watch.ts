import type { TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import type { Core, Venues } from '../kernel/core.ts';
import type { EquityMarked, Holding } from '../model/equity-event.ts';
import type { EngineEvent } from '../model/event.ts';
import type { Ledger } from '../portfolio/ledger.ts';
import { dollarTokens } from '../portfolio/usd-prices.ts';
import { type Loss, lossOf } from '../risk/losses.ts';

type Needs = Venues & Pick<Core, 'clock' | 'config' | 'recorder' | 'lifecycle' | 'halt' | 'every'>;

const markMs = 60_000;
/** How often the limits are looked at; and the first mark tried for, until everything that is held has a price. */
const lookMs = 1000;
/** So many looks in a row must agree: one odd quote is no loss. */
const looks = 2;

export type EquityWatch = {
  hear(event: EngineEvent): void;
  /** Halts the bot for a loss that was marked: a crash may have come in between. */
  judge(): void;
};

/**
 * Marks the equity each minute, after each execution and, where it is not known yet, before the first; halts the bot within two seconds of
 * reaching a loss limit.
 */
export const watchEquity = (core: Needs): EquityWatch => {
  const { state, record } = core.recorder;
  let beyond = 0;

  const judge = (): void => {
    const { last } = state.equity;
    const loss = state.halted || last === null ? null : lossAt(core, last);
    if (loss) core.halt(loss.cause, loss.reason);
  };

  const mark = (): void => {
    const worth = worthOf(core);
    if (!worth) return;
    const equity_usd = sumOf(worth.by_exchange);
    const at = core.clock.now();
    if (record([{ type: 'EquityMarked', mode: state.mode, equity_usd, ...worth, at }])) judge();
  };

  const isMarked = (): boolean =>
    state.equity.base !== null && state.equity.reopened === undefined && hasSameExchanges(core);

  const look = (): void => {
    if (!isMarked()) {
      mark();
      return;
    }
    const isNear = !state.halted && unpricedAsset(core) === null && isLossNear(core);
    const worth = isNear ? worthOf(core) : null;
    beyond = worth && lossAt(core, sumOf(worth.by_exchange)) ? beyond + 1 : 0;
    if (beyond === looks) mark();
  };

  core.every(markMs, mark);
  core.every(lookMs, look);
  return {
    hear: ({ type }) => {
      // What an execution loses counts against what there was before it.
      if (type === 'ExecutionFinished' || type === 'WalletReset' || (type === 'ExecutionStarted' && !isMarked()))
        mark();
    },
    judge,
  };
};

/**
 * What is held of it has markets, and its first price may still come: until then neither equity nor a loss is known. After a minute it
 * is outside of both, unless the last mark counts it.
 */
export const unpricedAsset = (core: Pick<Core, 'ready' | 'markets' | 'valuation' | 'recorder'>): string | null => {
  // Asked for every opportunity: what has a price is passed over at once, and the markets are looked through last, as there are thousands.
  const known = core.valuation.lastKnown();
  for (const { exchange, asset } of heldIn(core)) {
    if (known.has(asset)) continue;
    if ((core.valuation.awaits(asset) || wasMarked(core, exchange, asset)) && hasMarket(core, asset)) return asset;
  }
  return null;
};

/**
 * The last mark counts it: where its price has not come back since the start, it would look like a loss if it were left out. A mark under
 * other prices says nothing of it.
 */
const wasMarked = ({ recorder: { state } }: Pick<Core, 'recorder'>, exchange: string, asset: string): boolean => {
  const { marked = null, pending = [] } = state.money.get(state.mode) ?? {};
  const isIt = (one: Holding): boolean => one.exchange === exchange && one.asset === asset;
  const isOfNow = (marked?.parts.at(-1)?.at ?? 0) >= (state.market?.since ?? 0);
  return isOfNow && marked !== null && exchange in marked.by_exchange && ![...marked.outside, ...pending].some(isIt);
};

/** Others are connected than at the last mark: what is lost is known from the next on. */
const hasSameExchanges = ({ recorder: { state }, ready }: Needs): boolean => {
  const marked = Object.keys(state.equity.by_exchange);
  return marked.length === ready.size && marked.every((exchange) => ready.has(exchange));
};

const sumOf = (by_exchange: Readonly<Record<string, number>>): number =>
  Object.values(by_exchange).reduce((sum, value) => sum + value, 0);

const lossAt = ({ recorder: { state }, config }: Needs, equity: number): Loss | null => {
  const { max_daily_drawdown_pct, stop_loss_pct } = config();
  const day_peak = state.today.peak_equity;
  return lossOf({ equity, day_peak, base: state.equity.base, max_daily_drawdown_pct, stop_loss_pct });
};

/** Of what is held: more than what rounding takes from its worth. */
const rounding = 1e-9;

/**
 * Whether a limit may be reached. Each second it is not: that is known without exact decimals, and mostly from the dollars alone, as what is
 * held besides adds to them. To price an asset takes a search.
 */
const isLossNear = (core: Needs): boolean => {
  const known = core.valuation.lastKnown();
  const held = heldIn(core);
  const isNear = (ofDollars: boolean): boolean => {
    let sum = 0;
    let gross = 0;
    for (const { asset, number, isDollar } of held) {
      if (ofDollars && number > 0 && !isDollar) continue;
      const value = number * (known.get(asset) ?? 0);
      sum += value;
      gross += Math.abs(value);
    }
    return lossAt(core, sum - rounding * gross) !== null;
  };
  return isNear(true) && isNear(false);
};

/** What an exchange account has of an asset: not zero. `number` is the amount, rounded. */
type Held = {
  readonly exchange: string;
  readonly asset: string;
  readonly amount: BigNumber;
  readonly number: number;
  readonly isDollar: boolean;
};

/** By ledger what was held when it was asked for last: that is each second and for every opportunity, and mostly nothing has moved. */
const lists = new WeakMap<Ledger, { seq: number; mode: TradingMode; exchanges: number; held: readonly Held[] }>();

/** What is held at the exchanges that have come in. */
const heldIn = ({ recorder: { ledger, state }, ready }: Pick<Core, 'ready' | 'recorder'>): readonly Held[] => {
  const { seq } = ledger;
  const { mode } = state;
  const last = lists.get(ledger);
  // An exchange that has come in stays.
  if (last?.seq === seq && last.mode === mode && last.exchanges === ready.size) return last.held;
  const held = [...ready].flatMap((exchange) =>
    [...ledger.holdings(mode, exchange)]
      .filter(([, amount]) => !amount.isZero())
      .map(([asset, amount]) => {
        const isDollar = dollarTokens.includes(asset);
        return { exchange, asset, amount, number: amount.toNumber(), isDollar };
      }),
  );
  lists.set(ledger, { seq, mode, exchanges: ready.size, held });
  return held;
};

const hasMarket = ({ markets }: Pick<Core, 'markets'>, asset: string): boolean =>
  [...markets.values()].some((own) =>
    own.markets.some(({ instrument: { base, quote } }) => base === asset || quote === asset),
  );

/**
 * What is held at the exchanges that have come in is worth, at last known prices; null until the start has ended, and while a first
 * price may still come. What has no price is outside of it.
 */
const worthOf = (core: Needs): Pick<EquityMarked, 'by_exchange' | 'prices' | 'unpriced'> | null => {
  if (unpricedAsset(core) !== null || core.lifecycle() === 'starting') return null;
  const known = core.valuation.lastKnown();
  const sums = new Map([...core.ready].map((exchange) => [exchange, new BigNumber(0)]));
  const prices: Record<string, number> = {};
  const unpriced: Holding[] = [];
  for (const { exchange, asset, amount } of heldIn(core)) {
    const price = known.get(asset);
    if (price === undefined) {
      unpriced.push({ exchange, asset, amount: amount.toFixed() });
      continue;
    }
    prices[asset] = price;
    sums.set(exchange, amount.multipliedBy(price).plus(sums.get(exchange) ?? 0));
  }
  const by_exchange = Object.fromEntries([...sums].map(([exchange, sum]) => [exchange, sum.toNumber()]));
  return { by_exchange, prices, ...(unpriced.length > 0 && { unpriced }) };
};
