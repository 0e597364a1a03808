import { openExecutions } from './balances.ts';
import type { Core } from './core.ts';
import { todayAt } from './journalled.ts';
import type { Execution } from './state.ts';

/** What is at risk now, in USD. What running executions may yet bring is counted whole until they have ended: it is reserved. */
export type Exposure = {
  readonly running: readonly Execution[];
  /** Worth of an asset over all exchanges, held or on its way; null where what is held has no price. */
  position(asset: string): number | null;
  /** Bought since 00:00 UTC, and on its way. */
  volume(asset: string): number;
  /** Capital in running executions and stranded assets; null where a stranded asset has no price. */
  atWork(): number | null;
};

export const capitalUsd = ({ start_amount, usd_rate }: Pick<Execution, 'start_amount' | 'usd_rate'>): number =>
  Number(start_amount) * usd_rate;

export const exposureOf = (core: Core): Exposure => {
  const { state, ledger } = core.recorder;
  const running = openExecutions(core);
  const today = todayAt(state, core.clock.now());
  const entering = (asset: string): number =>
    running
      .filter(({ path }) => path.slice(1, -1).includes(asset))
      .reduce((sum, execution) => sum + capitalUsd(execution), 0);

  const position = (asset: string): number | null => {
    let sum = entering(asset);
    for (const exchange of core.exchanges.keys()) {
      const held = ledger.balance(state.mode, exchange, asset);
      if (!held.isGreaterThan(0)) continue;
      const rate = rateOf(core, exchange, asset);
      if (rate === null) return null;
      sum += held.multipliedBy(rate).toNumber();
    }
    return sum;
  };

  const atWork = (): number | null => {
    let sum = running.reduce((all, execution) => all + capitalUsd(execution), 0);
    for (const [exchange, assets] of state.stranded) {
      for (const [asset, amount] of assets) {
        const rate = rateOf(core, exchange, asset);
        if (rate === null) return null;
        sum += Number(amount) * rate;
      }
    }
    return sum;
  };

  return { running, position, volume: (asset) => (today.volume[asset] ?? 0) + entering(asset), atWork };
};

/** USD for one by the trusted books of its own exchange, else of another; null where none of them leads to USD. */
export const rateOf = ({ valuation, exchanges }: Core, exchange: string, asset: string): number | null => {
  const own = valuation.rate(exchange, asset);
  if (own !== null) return own;
  for (const other of exchanges.keys()) {
    const rate = valuation.rate(other, asset);
    if (rate !== null) return rate;
  }
  return null;
};
