import { elapsedOf } from '../model/moment.ts';
import { createMarks, type LastPrices, type Marks } from './marks.ts';
import type { Listening } from './source.ts';
import { createWindow, type Window } from './window.ts';

/** The windows of a run, and by exchange the marks that open them. Moments in ms of the monotonic clock. */
export type Windows = Window & {
  readonly marks: readonly Marks[];
  /** Whether the engine reads a book of itself by that moment. */
  reads(by: number): boolean;
};

/** `prices`: last prices by exchange, as they stand. */
export const createWindows = ({ markets, readsAt }: Listening, prices: readonly LastPrices[]): Windows => {
  const marks = markets.map((one, exchange) => createMarks(one, prices[exchange] as LastPrices));
  const reads = (by: number): boolean => readsAt() <= elapsedOf(by);
  const window = createWindow((now) => !reads(now) && !marks.some((one) => one.pays(now)));
  return { ...window, marks, reads };
};
