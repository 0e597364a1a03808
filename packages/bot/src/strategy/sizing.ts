import type { Instrument } from '../market/instrument.ts';
import type { Levels } from '../market/order-book.ts';

/** One leg of a route: sell into the bids or buy from the asks, both best first. */
export type RouteLeg = { instrument: Instrument; side: 'buy' | 'sell'; levels: Levels };

/** What bounds a route, in its start currency. */
export type SizingLimits = { maxCapital: number; freeBalance: number };

/** An order to send for a leg. */
export type SizedLeg = {
  market: string;
  side: 'buy' | 'sell';
  /** Worst level touched: the cap of the order. */
  price: number;
  /** In base; a whole number of lots where lots are asked for. */
  quantity: number;
};

/** Why a route has no size. */
export type Unsized = 'no-depth' | 'below-minimum' | 'not-profitable';

/** The most profitable size of a route, or why it has none. Amounts are in the start currency. */
export type Sizing =
  | { ok: true; legs: SizedLeg[]; capital_required: number; profit: number; profit_pct: number }
  | { ok: false; reason: Unsized };
