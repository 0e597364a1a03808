import type { VirtualClock } from '../model/clock.ts';
import type { MarketData } from '../model/exchange.ts';
import type { Unheard } from '../model/unheard.ts';
import type { RowsHeard } from './job.ts';
import type { Showed, Touches } from './nearest.ts';
import type { RowWatchOptions } from './row-watch.ts';

/** What a source is told to play with. */
export type Stage = {
  readonly clock: VirtualClock;
  /** Called every so often with the share played so far, 0 to 1; false ends the playing. */
  pulse(played: number): Promise<boolean>;
};

/** An exchange that is watched by its source: what the engine has not heard, and once the playing has ended what it showed. */
export type Quickened = { readonly unheard: Unheard; showed(): Showed | Promise<Showed> };

/** Market data to be played on a virtual clock, which the source moves on. */
export type Source = {
  /** Its first words say whether it was invented or recorded. */
  readonly name: string;
  readonly feeds: readonly MarketData[];
  readonly markets: number;
  /** First and last moment, UTC milliseconds. */
  readonly from: number;
  readonly to: number;
  /** What the operator should know about it. */
  notes(): readonly string[];
  /** Messages given to the feeds so far, and minutes of the clock in which there were any to come. */
  events(): number;
  minutes(): number;
  heard(): RowsHeard;
  /**
   * Plays faster from here on: the engine hears only what may matter to it, and fetches the rest when it looks at its books. The
   * markets are watched here then, in their order.
   */
  readonly quicken: (markets: readonly RowWatchOptions[]) => readonly Quickened[];
  /** Where the source knows them better than a book of its messages: the best prices at an exchange. */
  readonly touches?: (exchange: string) => Touches;
  /** Goes on to that moment; false when the stage has ended it before. */
  play(until: number): Promise<boolean>;
  /** Gives up what it holds; nothing is asked of it any more. */
  close?(): void;
};

/** Moves the clock on to a moment, and runs what falls due. */
export const reach = async (clock: VirtualClock, at: number): Promise<void> => {
  if (!clock.moveTo(at)) await clock.advance(at - clock.now());
};
