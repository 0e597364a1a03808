import { type Execution, isFinal } from '../model/state.ts';
import { openExecutions } from './balances.ts';
import type { Core } from './core.ts';

/** What is at risk now, in USD. What running executions may yet buy is counted whole until it is bought: it is reserved. */
export type Exposure = {
  readonly running: readonly Execution[];
  /** Worth of an asset over all exchanges, held or on its way; null where what is held has no price. */
  position(asset: string): number | null;
  /** Bought since 00:00 UTC, and on its way; null where something bought had no price. */
  volume(asset: string): number | null;
  /** Capital in running executions and residual positions; null where a residual position has no price. */
  atWork(): number | null;
};

export const capitalUsd = ({ start_amount, usd_rate }: Pick<Execution, 'start_amount' | 'usd_rate'>): number =>
  Number(start_amount) * usd_rate;

/** Whether the leg that buys the asset has not ended; one that turns back may come through any asset of its way again. */
const mayYetBuy = (
  { recorder: { state } }: Pick<Core, 'recorder'>,
  { path, status, order_ids }: Execution,
  asset: string,
): boolean => {
  const leg = path.slice(1, -1).indexOf(asset) + 1;
  if (leg === 0) return false;
  const orders = order_ids.flatMap((id) => state.orders.get(id) ?? []);
  if (status === 'unwinding') return Math.max(0, ...orders.map((order) => order.leg ?? 0)) > leg;
  return !orders.some((order) => order.leg === leg && isFinal(order));
};

const gainOf = ({ expected_end, start_amount }: Execution): number => Number(expected_end) / Number(start_amount);

const feesOf = ({ legs }: Execution): readonly number[] => legs.map(({ fee_pct }) => fee_pct);

/** How far the price of what is bought may go from what was planned, as a share of it. */
const drift = 0.003;

/**
 * By how much more than the capital an asset bought on the way may be worth: a cycle that gains is worth more after each leg, and the fees
 * of later legs, as percent, are not paid yet.
 */
export const growthOf = (product: number, feesPct: readonly number[]): number =>
  Math.max(0, feesPct.reduce((gross, fee) => gross / (1 - fee / 100), product) - 1) + drift;

export const exposureOf = (core: Pick<Core, 'exchanges' | 'ready' | 'recorder' | 'valuation'>): Exposure => {
  const { state, ledger } = core.recorder;
  const running = openExecutions(core);
  const { today } = state;
  const entering = (asset: string): number =>
    running
      .filter((execution) => mayYetBuy(core, execution, asset))
      .reduce(
        (sum, execution) => sum + capitalUsd(execution) * (1 + growthOf(gainOf(execution), feesOf(execution))),
        0,
      );

  /** What resting orders by hand may still buy of it; null where that has no price. */
  const resting = (asset: string): number | null => {
    let sum = 0;
    for (const id of state.open_orders) {
      const order = state.orders.get(id);
      if (order?.purpose !== 'manual' || (order.side === 'buy' ? order.base : order.quote) !== asset) continue;
      const { exchange, base, quote, quantity, filled_quantity, price } = order;
      const rate = rateOf(core, exchange, price === null ? base : quote);
      if (rate === null) return null;
      sum += (Number(quantity) - Number(filled_quantity)) * Number(price ?? 1) * rate;
    }
    return sum;
  };

  const onItsWay = (asset: string): number | null => {
    const asked = resting(asset);
    return asked === null ? null : asked + entering(asset);
  };

  const volume = (asset: string): number | null => {
    const coming = onItsWay(asset);
    return coming === null || today.unpriced.includes(asset) ? null : (today.volume[asset] ?? 0) + coming;
  };

  const position = (asset: string): number | null => {
    let sum = onItsWay(asset);
    if (sum === null) return null;
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
    for (const [exchange, assets] of state.residuals) {
      for (const [asset, amount] of assets) {
        const rate = rateOf(core, exchange, asset);
        if (rate === null) return null;
        sum += Number(amount) * rate;
      }
    }
    return sum;
  };

  return { running, position, volume, atWork };
};

/** USD for one by the trusted books of its own exchange, else of another; null where none of them leads to USD. */
export const rateOf = (
  { valuation, exchanges }: Pick<Core, 'exchanges' | 'valuation'>,
  exchange: string,
  asset: string,
): number | null => {
  const own = valuation.rate(exchange, asset);
  if (own !== null) return own;
  for (const other of exchanges.keys()) {
    const rate = valuation.rate(other, asset);
    if (rate !== null) return rate;
  }
  return null;
};
