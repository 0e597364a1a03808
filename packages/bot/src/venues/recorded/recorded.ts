import type { Clock } from '../../model/clock.ts';
import type { FeedEvent } from '../../model/event.ts';
import type { MarketData } from '../../model/exchange.ts';
import type { Instrument } from '../../model/instrument.ts';
import { elapsedOf, later, since } from '../../model/moment.ts';
import { createRecordedBook } from './recorded-book.ts';
import { instrumentsSeen, isVoid, type RecordedQuote, voidReason } from './recorded-instruments.ts';

/** A row left out, or a file that breaks off: by file, line (0 where none was reached) and field. */
export type RejectedRow = {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly message: string;
};

/** Reads a recording from its beginning, in order of time within each session, every time it is called. */
export type ReadRecording = (onReject: (row: RejectedRow) => void) => AsyncIterable<readonly RecordedQuote[]>;

export type RecordedOptions = {
  readonly exchange: string;
  readonly read: ReadRecording;
  readonly clock: Clock;
  /** The exchange's own list of its markets; the rules of those it has not are guessed. */
  readonly listed?: readonly Instrument[];
  /** How many times faster than it was recorded; `Infinity` is as fast as possible. */
  readonly speed?: number;
};

/** A feed, or one line that says why there is none. */
export type OpenedRecording =
  | { readonly ok: true; readonly feed: MarketData }
  | { readonly ok: false; readonly message: string };

/** Longer stretches without a row, in recorded ms, are skipped. */
const idleMs = 5_000;
/** A quote older than this in recorded time is taken back when the recording is hurried, because then ages look too small. */
const longestAgeMs = 1_500;
/** Between the end of the recording and its next beginning. */
const pauseMs = 1_000;

/** Reads the recording once for its markets and bad rows; a recording without one good row cannot be played. */
export async function openRecording({
  exchange,
  read,
  clock,
  listed = [],
  speed = 1,
}: RecordedOptions): Promise<OpenedRecording> {
  const seen = instrumentsSeen(exchange, listed);
  let rows = 0;
  const left = { count: 0, first: '' };
  const leave = ({ file, line, field, message }: RejectedRow) => {
    left.count += 1;
    left.first ||= `${line > 0 ? `${file}:${line}` : file}: ${field}: ${message}`;
  };
  for await (const quotes of read(leave)) {
    rows += quotes.length;
    for (const quote of quotes) seen.see(quote);
  }
  if (rows === 0) return { ok: false, message: left.first || 'the recording has no row' };
  const [instruments, grids] = [seen.all(), seen.grids()];
  const bad = left.count > 0 ? `, bad rows left out: ${left.count} (the first: ${left.first})` : '';
  const opening = `recording, markets: ${instruments.length}, rows: ${rows}${bad}`;
  const feed: MarketData = {
    venue: exchange,
    source: 'recorded',
    books: { kind: 'whole' },
    instruments: async () => instruments,
    subscribe: (listener) => {
      const player = new Player(exchange, createRecordedBook(exchange, grids), clock, speed, listener);
      void player.loop(() => read(() => {}), opening);
      return () => player.stop();
    },
  };
  return { ok: true, feed };
}

class Player {
  readonly #exchange: string;
  readonly #bookOf: ReturnType<typeof createRecordedBook>;
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #listener: (event: FeedEvent) => void;
  /** Recorded time of each market's quote, the oldest first. */
  readonly #quoted = new Map<string, number>();
  #stopped = false;
  #wake = () => {};
  #last: RecordedQuote | null = null;
  /** The moment of the clock at which the recorded moment is played. */
  #anchor = { played: elapsedOf(0), recorded: 0 };

  constructor(
    exchange: string,
    bookOf: ReturnType<typeof createRecordedBook>,
    clock: Clock,
    speed: number,
    listener: (event: FeedEvent) => void,
  ) {
    this.#exchange = exchange;
    this.#bookOf = bookOf;
    this.#clock = clock;
    this.#speed = speed;
    this.#listener = listener;
  }

  async loop(read: () => AsyncIterable<readonly RecordedQuote[]>, opening: string): Promise<void> {
    await this.#sleep(0);
    this.#say('live', opening);
    while (!this.#stopped) {
      if (!(await this.#playOnce(read()))) this.#say('down', 'the recording cannot be read any more');
      await this.#sleep(pauseMs);
      if (this.#last && !this.#stopped) this.#startAgain('the recording ended and starts again');
      this.#last = null;
    }
  }

  /** Whether there was anything to play. */
  async #playOnce(recording: AsyncIterable<readonly RecordedQuote[]>): Promise<boolean> {
    for await (const quotes of recording) {
      for (const quote of quotes) {
        await this.#reach(quote);
        if (this.#stopped) return true;
        this.#play(quote);
      }
      if (this.#speed === Infinity) await this.#sleep(0);
    }
    return this.#last !== null;
  }

  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  /** Waits until the quote is due. Whatever was quoted before an idle stretch or in another session is void. */
  async #reach(quote: RecordedQuote): Promise<void> {
    const last = this.#last;
    this.#last = quote;
    const gap = last?.session === quote.session ? quote.timeMs - last.timeMs : null;
    if (gap === null || gap > idleMs) {
      if (last && gap === null)
        this.#startAgain(`session ${last.session} of the recording ended, session ${quote.session} begins`);
      if (gap !== null) this.#startAgain(`skipped ${Math.round(gap / 1_000)} s of the recording without a row`);
      this.#anchor = { played: this.#clock.monotonic(), recorded: quote.timeMs };
      return;
    }
    const due = later(this.#anchor.played, Math.ceil((quote.timeMs - this.#anchor.recorded) / this.#speed));
    const wait = since(this.#clock.monotonic(), due);
    if (wait > 0) await this.#sleep(wait);
  }

  #play(quote: RecordedQuote): void {
    const { symbol, timeMs } = quote;
    if (this.#speed > 1) this.#takeBackOlderThan(timeMs - longestAgeMs);
    this.#quoted.delete(symbol);
    if (isVoid(quote)) {
      this.#distrust(symbol, voidReason);
      return;
    }
    this.#quoted.set(symbol, timeMs);
    this.#listener(this.#bookOf(quote, { at: this.#clock.now(), received: this.#clock.monotonic() }));
  }

  #takeBackOlderThan(oldest: number): void {
    for (const [symbol, timeMs] of this.#quoted) {
      if (timeMs >= oldest) return;
      this.#quoted.delete(symbol);
      const reason = `its last row is older than ${longestAgeMs} ms of the recording`;
      this.#distrust(symbol, reason);
    }
  }

  #distrust(symbol: string, reason: string): void {
    this.#listener({ type: 'BookDistrusted', exchange: this.#exchange, symbol, reason, at: this.#clock.now() });
  }

  #startAgain(reason: string): void {
    this.#quoted.clear();
    this.#listener({ type: 'BooksReset', exchange: this.#exchange, reason, at: this.#clock.now() });
  }

  #say(status: 'live' | 'down', detail: string): void {
    if (this.#stopped) return;
    this.#listener({
      type: 'FeedStatusChanged',
      exchange: this.#exchange,
      status,
      detail,
      at: this.#clock.now(),
    });
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
