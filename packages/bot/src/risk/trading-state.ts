/** What is allowed now: `halted` by a guard leaves the ways back open, `killed` leaves only cancels. */
export type TradingState = 'active' | 'reducing' | 'halted' | 'killed';

/**
 * What somebody wants to do: begin an execution, send a later leg of it, unwind, place an order by hand that raises (`raise`) or
 * only lowers (`lower`) what is held, cancel.
 */
export type Action = 'execute' | 'leg' | 'unwind' | 'raise' | 'lower' | 'cancel';

const permitted: Readonly<Record<TradingState, ReadonlySet<Action>>> = {
  active: new Set(['execute', 'leg', 'unwind', 'raise', 'lower', 'cancel']),
  reducing: new Set(['leg', 'unwind', 'lower', 'cancel']),
  halted: new Set(['unwind', 'cancel']),
  killed: new Set(['cancel']),
};

/** The whole table of what the trading state allows. */
export const permits = (state: TradingState, action: Action): boolean => permitted[state].has(action);
