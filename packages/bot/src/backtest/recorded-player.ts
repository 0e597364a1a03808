import type { FeedEvent } from '../model/event.ts';
import type { Grid } from '../model/grid.ts';
import { recordingName } from '../recording/recordings.ts';
import { createRecordedBook } from '../venues/recorded/recorded-book.ts';
import { isVoid, voidReason } from '../venues/recorded/recorded-instruments.ts';
import type { RecordedSource } from './job.ts';
import { createQuoteMerge, type Quoted } from './quote-merge.ts';
import { reach, type Source, type Stage } from './source.ts';

/** So long after the last quote running executions come to their end; then the clock sleeps until the next quote. */
const idleMs = 60_000;
/** After so many quotes, or so long on the clock in ms, the stage is asked whether to go on. */
const pulseQuotes = 500;
const pulseMs = 5_000;

type Played = Pick<Source, 'events' | 'minutes' | 'play' | 'notes'>;
type Extent = { readonly from: number; readonly to: number; readonly rows: number };

/** Plays each quote at the moment at which it was recorded; a new session of a recording begins with empty books. */
export const createPlayer = (
  sources: readonly RecordedSource[],
  grids: ReadonlyMap<string, ReadonlyMap<string, Grid>>,
  { from, to, rows }: Extent,
  { clock, pulse }: Stage,
  emit: (event: FeedEvent) => void,
): Played => {
  const merge = createQuoteMerge(sources, from);
  const books = new Map([...grids].map(([exchange, own]) => [exchange, createRecordedBook(exchange, own)]));
  const sessions = new Map<string, string>();
  let events = 0;
  let slept = 0;
  let late = 0;
  let pulsedAt = from;
  let isOpen = false;

  const say = (status: 'live', detail: string): void => {
    for (const { exchange } of sources) {
      emit({ type: 'FeedStatusChanged', exchange, status, detail, at: clock.now() });
    }
  };

  /** Brings the clock to the moment, asleep where nothing is quoted for long. */
  const pass = async (at: number): Promise<void> => {
    const idle = at - clock.now() - idleMs;
    if (idle > 0) {
      await clock.advance(idleMs);
      clock.sleep(idle);
      slept += idle;
    } else await reach(clock, at);
  };

  // Most quotes come when nothing else is due: they are played within a turn.
  const passesAtOnce = (at: number): boolean => at === clock.now() || (at - clock.now() <= idleMs && clock.moveTo(at));

  const show = ({ exchange, file, quote }: Quoted): void => {
    const session = `${quote.session} of ${recordingName(file)}`;
    const at = clock.now();
    const before = sessions.get(exchange);
    if (before !== session) {
      sessions.set(exchange, session);
      const reason = `session ${session} begins`;
      if (before !== undefined) emit({ type: 'BooksReset', exchange, reason, at });
    }
    events++;
    if (isVoid(quote)) {
      emit({ type: 'BookDistrusted', exchange, symbol: quote.symbol, reason: voidReason, at });
      return;
    }
    const message = books.get(exchange)?.(quote, { at, received: clock.monotonic() });
    if (message) emit(message);
  };

  const play: Source['play'] = async (until) => {
    if (!isOpen) say('live', 'recorded quotes');
    isOpen = true;
    for (;;) {
      const next = merge.peek();
      if (next === undefined) {
        await merge.fill();
        continue;
      }
      if (next === null || next.quote.timeMs > until) break;
      merge.take();
      if (next.quote.timeMs < clock.now()) {
        late++;
        continue;
      }
      if (!passesAtOnce(next.quote.timeMs)) await pass(next.quote.timeMs);
      show(next);
      if (events % pulseQuotes !== 0 && clock.now() - pulsedAt < pulseMs) continue;
      pulsedAt = clock.now();
      if (await pulse(Math.min(1, events / rows))) continue;
      await merge.close();
      return false;
    }
    await pass(until);
    return true;
  };

  return {
    play,
    events: () => events,
    minutes: () => (Math.min(clock.now(), to) - from - slept) / 60_000,
    notes: () => (late > 0 ? [`Rows out of the order of time were left out: ${late}.`] : []),
  };
};
