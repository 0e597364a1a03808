import { BigNumber } from 'bignumber.js';
import type { Core, Venues } from '../kernel/core.ts';
import type { EngineEvent } from '../model/event.ts';
import { type Loss, lossOf } from '../risk/losses.ts';

type Needs = Venues & Pick<Core, 'clock' | 'config' | 'recorder' | 'lifecycle' | 'halt' | 'every'>;

const markMs = 60_000;
/** How often the limits are looked at; and the first mark tried for, until everything that is held has a price. */
const lookMs = 1000;
/** So many looks in a row must agree: one odd quote is no loss. */
const looks = 2;

/** Marks the equity each minute and after each execution, and halts the bot within two seconds of reaching a loss limit. */
export const watchEquity = (core: Needs): { hear(event: EngineEvent): void } => {
  const { state, record } = core.recorder;
  let beyond = 0;

  const mark = (): void => {
    const by_exchange = equityOf(core);
    if (!by_exchange) return;
    const equity_usd = sumOf(by_exchange);
    const at = core.clock.now();
    if (!record([{ type: 'EquityMarked', mode: state.mode, equity_usd, by_exchange, at }])) return;
    const loss = state.halted ? null : lossAt(core, equity_usd);
    if (loss) core.halt(loss.cause, loss.reason);
  };

  const look = (): void => {
    if (state.equity.base === null || !hasSameExchanges(core)) {
      mark();
      return;
    }
    const by_exchange = state.halted ? null : equityOf(core);
    beyond = by_exchange && lossAt(core, sumOf(by_exchange)) ? beyond + 1 : 0;
    if (beyond === looks) mark();
  };

  core.every(markMs, mark);
  core.every(lookMs, look);
  return {
    hear: (event) => {
      if (event.type === 'ExecutionFinished') mark();
    },
  };
};

/** What is held of it has markets, but no price yet: then equity is not known, nor what was lost of it. */
export const unpricedAsset = (core: Pick<Core, 'ready' | 'markets' | 'valuation' | 'recorder'>): string | null => {
  const prices = core.valuation.lastKnown();
  for (const { asset } of heldIn(core)) if (!prices.has(asset) && hasMarket(core, asset)) return asset;
  return null;
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

type Holding = { readonly exchange: string; readonly asset: string; readonly amount: BigNumber };

function* heldIn({ recorder, ready }: Pick<Core, 'ready' | 'recorder'>): Iterable<Holding> {
  for (const exchange of ready) {
    for (const [asset, amount] of recorder.ledger.holdings(recorder.state.mode, exchange))
      if (!amount.isZero()) yield { exchange, asset, amount };
  }
}

const hasMarket = ({ markets }: Pick<Core, 'markets'>, asset: string): boolean =>
  [...markets.values()].some((own) =>
    own.markets.some(({ instrument: { base, quote } }) => base === asset || quote === asset),
  );

/**
 * USD by exchange that has come in, at last known prices; null until the start has ended, and while something that is held has not had a price. What no market of any exchange
 * trades counts as worth nothing, because its value is unknown.
 */
const equityOf = (core: Needs): Readonly<Record<string, number>> | null => {
  if (unpricedAsset(core) !== null || core.lifecycle() === 'starting') return null;
  const prices = core.valuation.lastKnown();
  const sums = new Map([...core.ready].map((exchange) => [exchange, new BigNumber(0)]));
  for (const { exchange, asset, amount } of heldIn(core)) {
    sums.set(exchange, amount.multipliedBy(prices.get(asset) ?? 0).plus(sums.get(exchange) ?? 0));
  }
  return Object.fromEntries([...sums].map(([exchange, sum]) => [exchange, sum.toNumber()]));
};
