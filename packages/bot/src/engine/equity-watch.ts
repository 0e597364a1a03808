import { BigNumber } from 'bignumber.js';
import { lossOf } from '../risk/losses.ts';
import type { Core } from './core.ts';
import type { EngineEvent } from './event.ts';
import { todayAt } from './journalled.ts';

const everyMs = 60_000;
/** How often the first mark is tried for, until everything that is held has a price. */
const firstMs = 1000;

/** Marks the equity each minute and after each execution, and halts the bot at its loss limits. */
export const watchEquity = (core: Core): { hear(event: EngineEvent): void } => {
  const mark = (): void => {
    const { state, record } = core.recorder;
    const by_exchange = equityOf(core);
    if (!by_exchange) return;
    const equity_usd = Object.values(by_exchange).reduce((sum, value) => sum + value, 0);
    const at = core.clock.now();
    if (!record([{ type: 'EquityMarked', mode: state.mode, equity_usd, by_exchange, at }])) return;
    if (state.halted) return;
    const { max_daily_drawdown_pct, stop_loss_pct } = core.config();
    const day_peak = todayAt(state, at).peak_equity;
    const loss = lossOf({
      equity: equity_usd,
      day_peak,
      base: state.equity.base,
      max_daily_drawdown_pct,
      stop_loss_pct,
    });
    if (loss) core.halt(loss.cause, loss.reason);
  };
  core.every(everyMs, mark);
  core.every(firstMs, () => {
    if (core.recorder.state.equity.base === null) mark();
  });
  return {
    hear: (event) => {
      if (event.type === 'ExecutionFinished') mark();
    },
  };
};

/** USD by exchange at last known prices; null while something that is held has never had a price. */
const equityOf = ({ recorder, valuation, exchanges }: Core): Readonly<Record<string, number>> | null => {
  const equity: Record<string, number> = {};
  const prices = valuation.lastKnown();
  for (const exchange of exchanges.keys()) {
    let sum = new BigNumber(0);
    for (const [asset, amount] of recorder.ledger.holdings(recorder.state.mode, exchange)) {
      if (amount.isZero()) continue;
      const rate = prices.get(asset);
      if (rate === undefined) return null;
      sum = sum.plus(amount.multipliedBy(rate));
    }
    equity[exchange] = sum.toNumber();
  }
  return equity;
};
