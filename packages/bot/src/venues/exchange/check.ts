import { exchangeFacts } from '../../market/facts/facts.ts';
import { missingFields, readInstrumentList } from '../../market/instrument-list.ts';
import type { Clock } from '../../model/clock.ts';
import type { Stamp } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { LevelUpdates } from '../../model/levels.ts';
import { since } from '../../model/moment.ts';
import { connect } from './connection.ts';
import { type ExchangeDialect, watchedOf } from './exchange-feed.ts';
import type { Finding } from './finding.ts';
import { createWatch, shown, type Watch } from './watch.ts';

export type CheckOptions = {
  readonly dialect: ExchangeDialect;
  readonly clock: Clock;
  /** How long to listen, in s. */
  readonly seconds: number;
  /** Told as each is known. */
  found(finding: Finding): void;
};

const timeoutMs = 10_000;
const asks = 5;
/** Until the connection has everything that it asks for, in ms. */
const patienceMs = 30_000;
const compared = 3;

/**
 * Looks at what an exchange really does, by public calls alone, and compares it with what its adapter expects. Ends when something that all
 * the rest needs is not there.
 */
export const checkExchange = async ({ dialect, clock, seconds, found }: CheckOptions): Promise<void> => {
  const say = (subject: string, said: string, expected: string | null = null): void =>
    found({ subject, found: said, expected });
  const aheadMs = await checkClock(dialect, clock, say);
  if (aheadMs === null) return;
  const markets = await checkList(dialect, clock, say);
  if (markets.length === 0) return;
  const watch = createWatch(markets, aheadMs, dialect.proof, dialect.isKept);
  const stop = await checkConnection({ dialect, clock, markets, watch }, say);
  if (stop === null) return;
  const began = clock.monotonic();
  await pause(clock, (1_000 * seconds) / 2);
  const books = await readBooks(dialect, watch.busiest(compared));
  await pause(clock, (1_000 * seconds) / 2);
  stop();
  for (const finding of watch.findings(began, clock.monotonic())) found(finding);
  for (const book of books) compareBook(book, watch, say);
};

type Say = (subject: string, found: string, expected?: string | null) => void;

/** The exchange's clock less ours in ms, by the call that took least; null where it does not answer. */
async function checkClock({ time }: ExchangeDialect, clock: Clock, say: Say): Promise<number | null> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  try {
    for (let at = 0; at < asks; at++) {
      const began = clock.monotonic();
      const theirs = await time(timeoutMs);
      const tookMs = since(began, clock.monotonic());
      if (tookMs < best.tookMs) best = { tookMs, aheadMs: theirs - (clock.now() - tookMs / 2) };
    }
  } catch (error) {
    say('clock', `it ${reasonOf(error)}`, 'a time');
    return null;
  }
  const ahead = Math.round(best.aheadMs);
  const difference = `${Math.abs(ahead)} ms ${ahead < 0 ? 'behind' : 'ahead of'} this machine`;
  say('clock', `${difference}, answers in ${Math.ceil(best.tookMs)} ms`, Math.abs(ahead) > 1_000 ? 'within 1 s' : null);
  return best.aheadMs;
}

async function checkList(dialect: ExchangeDialect, clock: Clock, say: Say): Promise<readonly Instrument[]> {
  const began = clock.monotonic();
  try {
    const text = await dialect.list(timeoutMs);
    const took = `${(text.length / 1e6).toFixed(1)} MB in ${(since(began, clock.monotonic()) / 1_000).toFixed(1)} s`;
    const list = readInstrumentList(text, null);
    if (!list.ok) {
      say('list of markets', list.message, 'a list of markets');
      return [];
    }
    const markets = watchedOf(dialect, list.instruments);
    say(
      'list of markets',
      `${list.instruments.length} trade, cycles lead through ${markets.length}; ${took}`,
      markets.length === 0 ? 'a cycle' : null,
    );
    if (list.skipped.length > 0)
      say(
        'rules of markets',
        `${list.skipped.length} cannot be kept: ${list.skipped[0]}`,
        'a tick, a lot and minimums',
      );
    // A field that a few rows lack is theirs; one that all lack has another name now.
    for (const { field, missing, rows } of missingFields(text, exchangeFacts.get(dialect.name)?.rules.fields ?? []))
      say('rules of markets', `${field} is missing from ${missing} of ${rows}`, missing < rows ? null : 'in each row');
    return markets.slice(0, dialect.marketsOfConnection);
  } catch (error) {
    say('list of markets', `it ${reasonOf(error)}`, 'a list of markets');
    return [];
  }
}

type Listening = {
  readonly dialect: ExchangeDialect;
  readonly clock: Clock;
  readonly markets: readonly Instrument[];
  readonly watch: Watch;
};

/** Resolves to what ends the connection once all of it is acknowledged; null where it never is. */
function checkConnection({ dialect, clock, markets, watch }: Listening, say: Say): Promise<(() => void) | null> {
  const { reader, meaningOf, depth, again: _, deep: __, ...protocol } = dialect.protocolOf(markets);
  const began = clock.monotonic();
  return new Promise((resolve) => {
    let last = 'it does not open';
    let unknown = '';
    let isLive = false;
    const wonder = (bytes: Uint8Array): void => {
      if (unknown === '') unknown = `; it answered ${shown(bytes)}`;
    };
    const failed = (): void => {
      if (isLive) return;
      connection.close();
      say('connection', `${last}${unknown}`, 'open, and all subscriptions acknowledged');
      resolve(null);
    };
    const cancel = clock.after(patienceMs, failed);
    const connection = connect({
      ...protocol,
      clock,
      refused: () => {},
      hear: (bytes: Uint8Array, stamp: Stamp) => {
        const slow = reader.slow;
        const frame = reader.read(bytes);
        const read = { bytes, stamp, depth, isSlow: reader.slow > slow };
        watch.hear(frame, read);
        for (let more = reader.next(); more !== null; more = reader.next()) watch.hear(more, read);
        if (frame.kind === 'unreadable' || frame.kind === 'lost') wonder(bytes);
        if (frame.kind !== 'control') return;
        const meaning = meaningOf(frame.control);
        if (meaning.kind === 'welcome') connection.begin();
        else if (meaning.kind === 'acknowledged') for (const id of meaning.ids) connection.acknowledge(id);
        else if (meaning.kind === 'refused') connection.refuse(meaning.id, meaning.reason);
        else if (meaning.kind === 'failure') connection.renew(meaning.reason, true);
        else if (meaning.kind === 'unknown') {
          wonder(bytes);
          watch.wonder(bytes);
        }
      },
      beat: () => {},
      acknowledged: () => {},
      changed: (state, detail) => {
        if (state === 'down') {
          last = detail;
          if (isLive) watch.lose(detail);
        }
        if (state !== 'live' || isLive) return;
        isLive = true;
        cancel();
        const took = (since(began, clock.monotonic()) / 1_000).toFixed(1);
        const live = `live after ${took} s, with ${markets.length} markets`;
        say('connection', detail === '' ? live : `${live}, ${detail}`);
        resolve(() => connection.close());
      },
    });
  });
}

type ReadBook = { readonly market: Instrument; readonly book: { bids: LevelUpdates; asks: LevelUpdates } | string };

const readBooks = (dialect: ExchangeDialect, markets: readonly Instrument[]): Promise<readonly ReadBook[]> =>
  Promise.all(
    markets.map(async (market) => ({
      market,
      book: await dialect.book(market, timeoutMs).catch((error: unknown) => `it ${reasonOf(error)}`),
    })),
  );

/** What was read by a call of its own must have been told by the stream too. */
function compareBook({ market, book }: ReadBook, watch: Watch, say: Say): void {
  const subject = `book of ${market.symbol}`;
  if (typeof book === 'string') say(subject, book, 'a book');
  else {
    const [[bid] = [0], [ask] = [0]] = [book.bids[0], book.asks[0]];
    const isSame = watch.hasSeen(market, bid, ask);
    const said = `a call of its own says ${bid} and ${ask}`;
    say(subject, isSame ? `${said}, the stream too` : said, isSame ? null : 'the same on the stream');
  }
}

const pause = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
