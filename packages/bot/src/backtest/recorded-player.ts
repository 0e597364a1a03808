import type { FeedEvent } from '../model/event.ts';
import type { Grid } from '../model/grid.ts';
import type { QuoteBatch } from '../recording/quote-batch.ts';
import { recordingName } from '../recording/recordings.ts';
import { createRecordedBook } from '../venues/recorded/recorded-book.ts';
import { voidReason } from '../venues/recorded/recorded-instruments.ts';
import type { RecordedSource } from './job.ts';
import type { Lane, Row } from './lane.ts';
import { createRowMerge, type RowStream } from './row-merge.ts';
import { reach, type Source, type Stage } from './source.ts';

/** So long after the last quote running executions come to their end; then the clock sleeps until the next quote. */
const idleMs = 60_000;
/** After so many quotes, or so long on the clock in ms, the stage is asked whether to go on. */
const pulseQuotes = 500;
const pulseMs = 5_000;
/** After a sleep the engine hears all books for so long: by any of them it may notice that the clock stood still, until it looks by itself. */
const wakesMs = 1_000;
/** Room for rounding at a timer, in ms. */
const roundedMs = 0.001;

type Player = Pick<Source, 'events' | 'heard' | 'minutes' | 'play' | 'notes'> & {
  /** From here on rows that do not matter to the bot are kept back: one lane for each source, in their order. */
  keepBack(lanes: readonly Lane[]): void;
};
type Extent = { readonly from: number; readonly to: number; readonly rows: number };

/**
 * Plays each quote at the moment at which it was recorded; a new session of a recording begins with empty books. Where rows are kept back the
 * clock stays behind, and is moved on whenever the engine has something to hear or to do.
 */
export const createPlayer = (
  sources: readonly RecordedSource[],
  grids: ReadonlyMap<string, ReadonlyMap<string, Grid>>,
  { from, to, rows }: Extent,
  { clock, pulse }: Stage,
  emit: (event: FeedEvent) => void,
): Player => {
  const merge = createRowMerge(sources, from);
  const books = sources.map(({ exchange }) => createRecordedBook(exchange, grids.get(exchange) ?? new Map()));
  const sessions = sources.map((): { file: string; number: number } | null => null);
  const row: Row & { session: number; symbol: string } = {
    ...{ timeMs: 0, session: 0, symbol: '' },
    ...{ bid: 0, bidSize: 0, ask: 0, askSize: 0 },
  };
  let skimmed: readonly Lane[] = [];
  let places: readonly ((batch: QuoteBatch) => readonly number[])[] = [];
  let events = 0;
  let [heard, mattered] = [0, 0];
  let slept = 0;
  let late = 0;
  let pulsedAt = from;
  let isOpen = false;
  /** The moment of the row that is played: the clock is there, or behind. */
  let now = from;
  /** Until then nothing falls due, and promises have settled. */
  let quietUntil = Number.NEGATIVE_INFINITY;
  /** The engine hears the next book, whatever it says: the clock slept, or the books of before are void. */
  let isAwake = true;
  let awakeUntil = from;

  const say = (status: 'live', detail: string): void => {
    for (const { exchange } of sources) {
      emit({ type: 'FeedStatusChanged', exchange, status, detail, at: clock.now() });
    }
  };

  /** Brings the clock to the moment, asleep where nothing is quoted for long. */
  const pass = async (at: number): Promise<void> => {
    if (clock.now() < now) await reach(clock, now);
    const idle = at - clock.now() - idleMs;
    if (idle > 0) {
      await clock.advance(idleMs);
      clock.sleep(idle);
      slept += idle;
      isAwake = true;
      awakeUntil = clock.now() + wakesMs;
    } else await reach(clock, at);
  };

  // Most quotes come when nothing else is due: they are played within a turn.
  const passesAtOnce = (at: number): boolean => at === clock.now() || (at - clock.now() <= idleMs && clock.moveTo(at));

  const begin = (source: number, file: string): void => {
    const before = sessions[source];
    sessions[source] = { file, number: row.session };
    if (before === null) return;
    const { exchange } = sources[source] as RecordedSource;
    const reason = `session ${row.session} of ${recordingName(file)} begins`;
    skimmed[source]?.drop();
    emit({ type: 'BooksReset', exchange, reason, at: clock.now() });
    isAwake = true;
  };
  const isNewSession = (source: number, file: string): boolean => {
    const session = sessions[source];
    return session === null || session?.number !== row.session || session.file !== file;
  };

  /** The engine hears the row. */
  const show = (source: number, market: number): void => {
    const { exchange } = sources[source] as RecordedSource;
    if (Number.isNaN(row.bid)) {
      if (market >= 0) skimmed[source]?.drop(market);
      emit({ type: 'BookDistrusted', exchange, symbol: row.symbol, reason: voidReason, at: clock.now() });
    } else {
      if (market >= 0) skimmed[source]?.forget(market);
      const message = books[source]?.(row, { at: clock.now(), received: clock.monotonic() });
      if (message) emit(message);
    }
  };

  const read = ({ row: at }: RowStream, batch: QuoteBatch): void => {
    row.timeMs = batch.timeMs[at] as number;
    row.session = batch.session[at] as number;
    row.bid = batch.bid[at] as number;
    row.bidSize = batch.bidSize[at] as number;
    row.ask = batch.ask[at] as number;
    row.askSize = batch.askSize[at] as number;
  };

  /** Most rows are kept back within what is quiet: the first one, from the next on, that is not. */
  const skim = (next: RowStream, batch: QuoteBatch, until: number): number => {
    const { source, row: at, file } = next;
    const [session, lane] = [sessions[source], skimmed[source]];
    if (lane === undefined || isAwake || now <= awakeUntil || !session || session.file !== file) return at;
    const before = Math.min(quietUntil, until, pulsedAt + pulseMs, merge.others(next));
    const end = Math.min(batch.rows, at + pulseQuotes - (events % pulseQuotes));
    const stretch = { session: session.number, from: now, before };
    return lane.skim(batch, places[source]?.(batch) ?? [], at, end, stretch);
  };
  const goesOn = async (): Promise<boolean> => {
    pulsedAt = now;
    if (await pulse(Math.min(1, events / rows))) return true;
    if (clock.now() < now) await reach(clock, now);
    await merge.close();
    return false;
  };

  const play: Source['play'] = async (until) => {
    if (!isOpen) say('live', 'recorded quotes');
    isOpen = true;
    for (;;) {
      const next = merge.peek();
      if (next === undefined) {
        for (const lane of skimmed) lane.settle();
        await merge.fill();
        continue;
      }
      if (next === null || next.batch === null || (next.batch.timeMs[next.row] as number) >= until) break;
      const { source, batch, file } = next;
      const first = skim(next, batch, until);
      if (first > next.row) {
        events += first - next.row;
        now = from + ((batch.timeMs[first - 1] as number) - from);
        merge.take(next, first);
        if (events % pulseQuotes === 0 && !(await goesOn())) return false;
        continue;
      }
      const place = batch.market[next.row] as number;
      read(next, batch);
      merge.take(next);
      if (row.timeMs < now) {
        late++;
        continue;
      }
      if (row.timeMs < quietUntil) now = from + (row.timeMs - from);
      else {
        if (!passesAtOnce(row.timeMs)) await pass(row.timeMs);
        now = clock.now();
        if (skimmed.length > 0) quietUntil = clock.moveTo(now) ? now + clock.untilNext() - roundedMs : quietUntil;
      }
      row.symbol = batch.symbols[place] as string;
      const market = places[source]?.(batch)[place] ?? -1;
      events++;
      if (isNewSession(source, file)) {
        if (!passesAtOnce(now)) await pass(now);
        begin(source, file);
      }
      const lane = market < 0 || Number.isNaN(row.bid) ? undefined : skimmed[source];
      const isKept = lane?.take(market, row) === true;
      if (!isKept || isAwake || now <= awakeUntil) {
        if (!passesAtOnce(now)) await pass(now);
        if (!isKept) mattered++;
        heard++;
        show(source, market);
        quietUntil = Number.NEGATIVE_INFINITY;
        // Of what lay between it learns from a book.
        if (!Number.isNaN(row.bid)) isAwake = false;
      }
      if ((events % pulseQuotes === 0 || now - pulsedAt >= pulseMs) && !(await goesOn())) return false;
    }
    await pass(until);
    now = clock.now();
    quietUntil = Number.NEGATIVE_INFINITY;
    return true;
  };

  return {
    play,
    keepBack: (lanes) => {
      skimmed = lanes;
      places = lanes.map(placesIn);
    },
    events: () => events,
    heard: () => ({ heard: heard + skimmed.reduce((sum, lane) => sum + lane.fetched(), 0), mattered }),
    minutes: () => (Math.min(clock.now(), to) - from - slept) / 60_000,
    notes: () => (late > 0 ? [`Rows out of the order of time were left out: ${late}.`] : []),
  };
};

/** Where the markets of a batch are in the list of a lane, −1 for one that is not in it. */
const placesIn = ({ symbols }: Lane): ((batch: QuoteBatch) => readonly number[]) => {
  const ids = new Map(symbols.map((symbol, market) => [symbol, market]));
  let names: readonly string[] = [];
  let places: number[] = [];
  return (batch) => {
    if (batch.symbols !== names) places = [];
    names = batch.symbols;
    for (let place = places.length; place < names.length; place++) places.push(ids.get(names[place] as string) ?? -1);
    return places;
  };
};
