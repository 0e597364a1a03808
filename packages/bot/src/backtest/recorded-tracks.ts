import type { VirtualClock } from '../model/clock.ts';
import type { FeedEvent, Stamp } from '../model/event.ts';
import type { Grid } from '../model/grid.ts';
import { elapsedOf, instantOf } from '../model/moment.ts';
import type { QuoteBatch } from '../recording/quote-batch.ts';
import { recordingName } from '../recording/recordings.ts';
import { createRecordedBook } from '../venues/recorded/recorded-book.ts';
import { voidReason } from '../venues/recorded/recorded-instruments.ts';
import { createLastRows, type LastRows } from './last-rows.ts';
import type { RowStream } from './row-merge.ts';

/** Recorded rows of one exchange, as they are played. */
export type Played = {
  readonly exchange: string;
  readonly files: readonly string[];
  /** Markets in the order of the exchange's list. */
  readonly symbols: readonly string[];
  readonly grids: ReadonlyMap<string, Grid>;
};

type Session = { readonly file: string; readonly number: number };
type Track = {
  readonly exchange: string;
  readonly rows: LastRows;
  readonly bookOf: ReturnType<typeof createRecordedBook>;
  session: Session | null;
};
type Stream = Pick<RowStream, 'source' | 'file' | 'row'> & { readonly batch: QuoteBatch };
type Late = { readonly track: Track; readonly at: number; readonly batch: QuoteBatch; readonly row: number };

/** The rows of several exchanges, and how an engine is given them. */
export type Tracks = {
  /** By exchange. */
  readonly rows: readonly LastRows[];
  /** Number of the session that an exchange is in; null where the file is another one. */
  session(source: number, file: string): number | null;
  begin(): void;
  /** Takes a row, at which a session may begin; its market, −1 for one that is not listed. */
  note(stream: Stream): number;
  /** Gives the engine the row at this moment. */
  give(stream: Stream): void;
  /** Gives it the last rows that it was not given, at their own moments: nothing is looked for after them. */
  giveAll(): void;
  /** How many it was given. */
  given(): number;
  settle(): void;
};

/** `from`: when the monotonic clock began, in UTC milliseconds. */
export const createTracks = (
  played: readonly Played[],
  from: number,
  clock: Pick<VirtualClock, 'now' | 'monotonic'>,
  emit: (event: FeedEvent) => void,
): Tracks => {
  const tracks = played.map(
    ({ exchange, symbols, grids }): Track => ({
      exchange,
      rows: createLastRows(symbols, grids, from),
      bookOf: createRecordedBook(exchange, grids),
      session: null,
    }),
  );
  let given = 0;

  const tell = (
    { exchange, bookOf }: Track,
    batch: QuoteBatch,
    row: number,
    symbol: string,
    stamp: Stamp | null,
  ): void => {
    given++;
    const bid = batch.bid[row] as number;
    if (Number.isNaN(bid)) {
      emit({ type: 'BookDistrusted', exchange, symbol, reason: voidReason, at: clock.now() });
      return;
    }
    const sizes = { bidSize: batch.bidSize[row] as number, askSize: batch.askSize[row] as number };
    const quote = { timeMs: batch.timeMs[row] as number, session: 0, symbol, bid, ask: batch.ask[row] as number };
    emit(bookOf({ ...quote, ...sizes }, stamp ?? { at: clock.now(), received: clock.monotonic() }, stamp !== null));
  };

  const enter = (track: Track, { file, batch, row }: Stream): void => {
    const number = batch.session[row] as number;
    const before = track.session;
    if (before?.number === number && before.file === file) return;
    track.session = { file, number };
    if (before === null) return;
    track.rows.reset();
    const reason = `session ${number} of ${recordingName(file)} begins`;
    emit({ type: 'BooksReset', exchange: track.exchange, reason, at: clock.now() });
  };

  return {
    rows: tracks.map(({ rows }) => rows),
    session: (source, file) => {
      const session = tracks[source]?.session ?? null;
      return session?.file === file ? session.number : null;
    },
    begin: () => {
      for (const { exchange } of tracks)
        emit({ type: 'FeedStatusChanged', exchange, status: 'live', detail: 'recorded quotes', at: clock.now() });
    },
    note: (stream) => {
      const track = tracks[stream.source] as Track;
      enter(track, stream);
      const market = track.rows.places(stream.batch)[stream.batch.market[stream.row] as number] ?? -1;
      if (market >= 0) track.rows.note(stream.batch, market, stream.row);
      return market;
    },
    give: ({ source, batch, row }) => {
      const track = tracks[source] as Track;
      const place = batch.market[row] as number;
      const market = track.rows.places(batch)[place] ?? -1;
      if (market >= 0) track.rows.give(market);
      tell(track, batch, row, batch.symbols[place] as string, null);
    },
    giveAll: () => {
      const late: (Late & { readonly symbol: string })[] = [];
      for (const track of tracks)
        track.rows.giveAll(({ market, batch, row }) => {
          // A book that is void says nothing of when it became so.
          const at = Number.isNaN(batch.bid[row] as number) ? Number.POSITIVE_INFINITY : (batch.timeMs[row] as number);
          late.push({ track, at, batch, row, symbol: track.rows.symbols[market] as string });
        });
      late.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
      for (const { track, batch, row, symbol } of late) {
        const at = batch.timeMs[row] as number;
        tell(track, batch, row, symbol, { at: instantOf(from + (at - from)), received: elapsedOf(at - from) });
      }
    },
    given: () => given,
    settle: () => {
      for (const { rows } of tracks) rows.settle();
    },
  };
};
