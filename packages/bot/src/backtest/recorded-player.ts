import type { FeedEvent } from '../model/event.ts';
import { elapsedOf, since } from '../model/moment.ts';
import type { QuoteBatch } from '../recording/quote-batch.ts';
import type { LastRows } from './last-rows.ts';
import type { Marks } from './marks.ts';
import { createTracks, type Played } from './recorded-tracks.ts';
import { createRowMerge, type RowStream } from './row-merge.ts';
import { type Listening, reach, type Source, type Stage } from './source.ts';
import { createWindows, type Windows } from './windows.ts';

/** So long after the last quote running executions come to their end, in ms; then the clock sleeps until the next quote. */
const idleMs = 60_000;
/** After so many quotes, or so long on the clock in ms, the stage is asked whether to go on. */
const pulseQuotes = 500;
const pulseMs = 5_000;
/** A window is open so long after a sleep, in ms: in that time the engine finds out what the clock did. */
const wakesMs = 1_000;
/** How often the market is looked at in silence, in ms. */
const lookMs = 60_000;
/** Room for rounding at a timer, in ms. */
const roundedMs = 0.001;

type Player = Pick<Source, 'events' | 'given' | 'minutes' | 'play' | 'notes' | 'openWindows' | 'tops' | 'mids'>;
type Extent = { readonly from: number; readonly to: number; readonly rows: number };
type Next = RowStream & { readonly batch: QuoteBatch };

/**
 * Plays each quote at the moment at which it was recorded; a new session of a recording begins with empty books. Outside of windows rows are
 * read ahead up to what falls due next: the clock stays behind.
 */
export const createPlayer = (
  played: readonly Played[],
  { from, to, rows }: Extent,
  { clock, pulse }: Stage,
  emit: (event: FeedEvent) => void,
): Player => {
  const merge = createRowMerge(played, from);
  const tracks = createTracks(played, from, clock, emit);
  let listening: Listening | null = null;
  let windows: Windows | null = null;
  let [events, slept, late] = [0, 0, 0];
  let [pulsedAt, lookedAt] = [from, from];
  let isBegun = false;
  /** The moment of the last row: the clock is there, or behind. */
  let now = from;

  const isSilent = (): boolean => windows?.isOpen() === false;
  const openWindow = (leastMs = 0): void => {
    if (isSilent()) tracks.giveAll();
    windows?.open(now - from, leastMs);
  };

  // Most quotes come when nothing else is due: they are played within a turn.
  const passesAtOnce = (at: number): boolean => at === clock.now() || (at - clock.now() <= idleMs && clock.moveTo(at));
  /** Brings the clock to the moment, asleep where nothing is quoted for long; whether it slept. */
  const pass = async (at: number): Promise<boolean> => {
    if (clock.now() < now) await reach(clock, now);
    if (isSilent() && windows?.reads(at - from)) openWindow();
    const idle = at - clock.now() - idleMs;
    if (idle <= 0) {
      await reach(clock, at);
      return false;
    }
    await clock.advance(idleMs);
    clock.sleep(idle);
    slept += idle;
    return true;
  };

  const topsOf = (source: number, at: number) =>
    (tracks.rows[source] as LastRows).tops(at, listening?.markets[source]?.maxBookAgeMs ?? 0);
  const lookAround = (): void => {
    if (!isSilent() || now - lookedAt < lookMs) return;
    lookedAt = now;
    for (const [source, { exchange }] of played.entries()) listening?.look(exchange, topsOf(source, now - from), now);
  };

  /** Reads on as long as nothing falls due and nothing pays; the place of the first row that it did not read on from. */
  const skim = (next: Next, until: number): number => {
    const { source, batch, file, row } = next;
    const session = tracks.session(source, file);
    const marks = windows?.marks[source];
    // Work that the last row began continues first.
    if (!marks || session === null || !isSilent() || !clock.moveTo(clock.now())) return row;
    const due = clock.now() + clock.untilNext() - roundedMs;
    const before = Math.min(due, until, pulsedAt + pulseMs, merge.others(next));
    const end = Math.min(batch.rows, row + pulseQuotes - (events % pulseQuotes));
    return (tracks.rows[source] as LastRows).skim(batch, row, { end, session, from: now, before }, marks);
  };

  /** Plays a row at its moment, which has come. */
  const playRow = (next: Next, hasSlept: boolean): void => {
    now = clock.now();
    if (hasSlept || events === 0) openWindow(hasSlept ? wakesMs : 0);
    events++;
    const market = tracks.note(next);
    const marks = windows?.marks[next.source] as Marks;
    const isMarked = isSilent() && market >= 0 && marks.look(market, now - from);
    if (isMarked) tracks.rows[next.source]?.give(market);
    if (isMarked) openWindow();
    if (!isSilent()) tracks.give(next);
    windows?.review(now - from);
  };

  const goesOn = async (): Promise<boolean> => {
    pulsedAt = now;
    if (await pulse(Math.min(1, events / rows))) return true;
    if (clock.now() < now) await reach(clock, now);
    await merge.close();
    return false;
  };

  const play: Source['play'] = async (until) => {
    if (!isBegun) tracks.begin();
    isBegun = true;
    for (;;) {
      const stream = merge.peek();
      if (stream === undefined) {
        tracks.settle();
        await merge.fill();
        continue;
      }
      if (stream === null || stream.batch === null) break;
      const next = stream as Next;
      const { batch, row } = next;
      const at = from + ((batch.timeMs[row] as number) - from);
      if (at >= until) break;
      const first = skim(next, until);
      if (first > row) {
        events += first - row;
        now = from + ((batch.timeMs[first - 1] as number) - from);
      } else if (at < now) {
        late++;
      } else playRow(next, !passesAtOnce(at) && (await pass(at)));
      merge.take(next, Math.max(first, row + 1));
      lookAround();
      if ((events % pulseQuotes === 0 || now - pulsedAt >= pulseMs) && !(await goesOn())) return false;
    }
    await pass(until);
    now = clock.now();
    return true;
  };

  const placeOf = (exchange: string): number => played.findIndex((one) => one.exchange === exchange);
  return {
    play,
    openWindows: (to) => {
      listening = to;
      windows = createWindows(
        to,
        tracks.rows.map((one) => one.prices),
      );
    },
    events: () => events,
    given: () => ({ given: tracks.given(), windows: windows?.count() ?? 0 }),
    tops: (exchange, at) => (isSilent() ? topsOf(placeOf(exchange), since(elapsedOf(0), at)) : null),
    mids: (exchange) => (tracks.rows[placeOf(exchange)] as LastRows).mids(),
    minutes: () => (Math.min(clock.now(), to) - from - slept) / 60_000,
    notes: () => (late > 0 ? [`Rows out of the order of time were left out: ${late}.`] : []),
  };
};
