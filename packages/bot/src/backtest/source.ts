import type { VirtualClock } from '../model/clock.ts';
import type { MarketData } from '../model/exchange.ts';
import type { Elapsed } from '../model/moment.ts';
import type { Tops } from '../portfolio/usd-prices.ts';
import type { RowsGiven } from './job.ts';
import type { Mids } from './last-rows.ts';
import type { MarksOptions } from './marks.ts';
import type { Touches } from './nearest.ts';

/** What a source is told to play with. */
export type Stage = {
  readonly clock: VirtualClock;
  /** Called every so often with the share played so far, 0 to 1; false ends the playing. */
  pulse(played: number): Promise<boolean>;
};

/** Facts about the engine and its exchanges by which a source gives it only the rows that count. */
export type Listening = {
  /** By exchange, in the order of the feeds. */
  readonly markets: readonly MarksOptions[];
  /** When the engine reads a book next if no row comes: now, while anything is under way. */
  readsAt(): Elapsed;
  /** Takes what is quoted at an exchange, once a minute while rows pass by the engine. */
  readonly look: (exchange: string, tops: Tops, at: number) => void;
};

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
  /** Rows played so far, and minutes of the clock in which there were any to come. */
  events(): number;
  minutes(): number;
  given(): RowsGiven;
  /** Plays in windows from here on; before the first row. Else the engine is given every row. */
  openWindows(listening: Listening): void;
  /** Best prices that the books of the engine would have at an exchange; null while it is given every row. */
  tops(exchange: string, now: Elapsed): Tops | null;
  mids(exchange: string): Mids;
  /** Where the source knows them better than a book of its messages: the best prices at an exchange. */
  readonly touches?: (exchange: string) => Touches;
  /** Goes on to that moment; false when the stage has ended it before. */
  play(until: number): Promise<boolean>;
};

/** Moves the clock on to a moment, and runs what falls due. */
export const reach = async (clock: VirtualClock, at: number): Promise<void> => {
  if (!clock.moveTo(at)) await clock.advance(at - clock.now());
};
