import { offGridReason } from '../model/decimal.ts';
import type { OrderIntent } from '../model/order-event.ts';
import type { Action } from '../risk/trading-state.ts';
import type { Core } from './core.ts';

/**
 * The last question before an order leaves, asked in the turn in which it does: a kill, a halt or a breaker may have come while
 * its intent waited for the disk.
 */
export const maySend = (core: Pick<Core, 'gate' | 'config' | 'recorder'>, intent: OrderIntent): boolean => {
  const action = actionOf(core, intent);
  return core.gate.passes(action, intent.flatten) && !(action === 'raise' && core.recorder.isBehind());
};

/** Why the market takes no such order: its rules may have changed since the order was planned. Null where they are not known. */
export const misfitOf = ({ markets }: Pick<Core, 'markets'>, order: OrderIntent): string | null => {
  const instrument = markets.get(order.exchange)?.market(order.symbol)?.instrument;
  return instrument ? offGridReason(instrument, order) : null;
};

/** True when the rules of its market have changed since it was made. */
export const isOutdated = (
  { markets }: Pick<Core, 'markets'>,
  { exchange, symbol, instrument_version }: OrderIntent,
): boolean => {
  const market = markets.get(exchange)?.market(symbol);
  return market !== undefined && (market.delisted || market.instrument.version !== instrument_version);
};

const actionOf = (core: Pick<Core, 'config'>, intent: OrderIntent): Action => {
  if (intent.purpose === 'leg') return intent.leg === 1 ? 'execute' : 'leg';
  if (intent.purpose === 'unwind') return 'unwind';
  return lowersExposure(core, intent) ? 'lower' : 'raise';
};

/** Whether it leads to a currency that cycles rather start at than at the one it spends: from a coin towards money. */
export const lowersExposure = (
  { config }: Pick<Core, 'config'>,
  { side, base, quote }: Pick<OrderIntent, 'side' | 'base' | 'quote'>,
): boolean => {
  const { start_currencies } = config();
  const rank = (asset: string): number =>
    start_currencies.includes(asset) ? start_currencies.indexOf(asset) : Number.POSITIVE_INFINITY;
  return side === 'sell' ? rank(quote) < rank(base) : rank(base) < rank(quote);
};
