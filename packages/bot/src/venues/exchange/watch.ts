import { createWrittenBook, type WrittenBook } from '../../market/written-book.ts';
import type { BookProof } from '../../model/exchange.ts';
import type { Stamp } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Levels } from '../../model/levels.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import type { Finding } from './finding.ts';
import type { Frame } from './frame.ts';
import { KeptBook } from './kept-book.ts';

/** A message beside what was read of it. */
type Message = {
  readonly bytes: Uint8Array;
  readonly stamp: Stamp;
  /** Levels a side that a book may have. */
  readonly depth: number;
  /** It was not read byte by byte. */
  readonly isSlow: boolean;
};

/** Notes what a connection says, and what of it is not as expected. */
export type Watch = {
  hear(frame: Readonly<Frame>, message: Message): void;
  /** An answer has a form that is not known. */
  wonder(bytes: Uint8Array): void;
  /** The connection ended by itself. */
  lose(reason: string): void;
  /** The markets that said most, so many at most. */
  busiest(count: number): readonly Instrument[];
  /** Whether the market ever had these best prices. */
  hasSeen(market: Instrument, bid: number, ask: number): boolean;
  /** What was found between two moments. */
  findings(began: Elapsed, end: Elapsed): readonly Finding[];
};

/** Data that are later, and pauses between signs of life that are longer, are of no use, in ms. */
const longestLateMs = 1_000;
const longestPauseMs = 3_000;
const shownBytes = 160;

type Deviation = { count: number; readonly first: string };
type Heard = {
  messages: number;
  last: number;
  readonly tops: Set<string>;
  readonly written: WrittenBook | null;
  readonly kept: KeptBook | null;
};

/** `aheadMs`: the exchange's clock less ours. `proof`: how changes make a book, where they are sent; `isKept`: the first book of a market is whole. */
export const createWatch = (
  markets: readonly Instrument[],
  aheadMs: number,
  proof: BookProof = { kind: 'whole' },
  isKept = false,
): Watch => {
  const heard = markets.map((): Heard => {
    const written = proof.kind === 'checksummed' ? createWrittenBook(proof) : null;
    return { messages: 0, last: Number.NaN, tops: new Set(), written, kept: isKept ? new KeptBook() : null };
  });
  const places = new Map(markets.map((market, place) => [market, place]));
  const deviations = new Map<string, Deviation>();
  const late: number[] = [];
  let total = { messages: 0, bytes: 0 };
  let canary: Elapsed | null = null;
  let longestSilenceMs = 0;

  const deviate = (what: string, first: string): void => {
    const known = deviations.get(what);
    if (known) known.count++;
    else deviations.set(what, { count: 1, first });
  };

  const hearBook = (frame: Readonly<Frame>, { bytes, depth, isSlow }: Message): void => {
    const [market, own] = [markets[frame.market], heard[frame.market]];
    if (market === undefined || own === undefined) return;
    const { bids, asks, last, checked } = frame;
    own.messages++;
    if (own.written !== null && checked) hearWritten(market, own, own.written, frame, checked);
    if (isSlow) deviate('books in another form than expected', shown(bytes));
    if (last <= own.last) deviate('numbers of updates that do not rise', `${market.symbol}: ${last} after ${own.last}`);
    if (last >= 0) own.last = last;
    if (![bids, asks].every((side) => isOnGrid(side, market.tickSize)))
      deviate('prices that are no multiple of the tick', market.symbol);
    if (own.kept !== null) {
      hearKept(market, own, own.kept, frame);
      return;
    }
    if (bids.count > depth || asks.count > depth) deviate(`books of more than ${depth} levels`, market.symbol);
    if (frame.kind === 'changes') return;
    if (!isSorted(bids, -1) || !isSorted(asks, 1)) deviate('books that are not sorted', market.symbol);
    const [bid, ask] = [bids.price[0] ?? 0, asks.price[0] ?? 0];
    if (bids.count > 0 && asks.count > 0) {
      if (bid >= ask) deviate('books that are crossed', `${market.symbol}: ${bid} and ${ask}`);
      own.tops.add(topOf(bid, ask));
    }
  };

  const hearKept = ({ symbol }: Instrument, { tops }: Heard, kept: KeptBook, frame: Readonly<Frame>): void => {
    kept.apply(frame, 1);
    const [bid, ask] = kept.tops();
    if (bid >= ask) deviate('books that are crossed', `${symbol}: ${bid} and ${ask}`);
    if (bid > 0 && ask > 0) tops.add(topOf(bid, ask));
  };

  /** The book after a message, whose checksum says whether one was missed. */
  const hearWritten = (
    { symbol }: Instrument,
    { tops }: Heard,
    written: WrittenBook,
    { kind }: Readonly<Frame>,
    checked: NonNullable<Frame['checked']>,
  ): void => {
    if (!written.update(kind === 'book' ? 'snapshot' : 'delta', checked)) deviate('checksums that are wrong', symbol);
    const { bids, asks } = written.now();
    if (bids[0] && asks[0]) tops.add(topOf(Number(bids[0][0]), Number(asks[0][0])));
  };

  const hearCanary = ({ time }: Readonly<Frame>, { at, received }: Stamp): void => {
    late.push(at + aheadMs - time);
    if (canary !== null) longestSilenceMs = Math.max(longestSilenceMs, since(canary, received));
    canary = received;
  };

  return {
    hear: (frame, message) => {
      total = { messages: total.messages + 1, bytes: total.bytes + message.bytes.length };
      if (frame.kind === 'book' || frame.kind === 'changes') hearBook(frame, message);
      else if (frame.kind === 'canary') hearCanary(frame, message.stamp);
      else if (frame.kind === 'unreadable' || frame.kind === 'lost')
        deviate(`messages that cannot be read: ${frame.fault}`, shown(message.bytes));
    },
    wonder: (bytes) => deviate('answers that are not known', shown(bytes)),
    lose: (reason) => deviate('connections that ended', reason),
    busiest: (count) =>
      [...heard.keys()]
        .filter((place) => (heard[place]?.tops.size ?? 0) > 0)
        .sort((one, other) => (heard[other]?.messages ?? 0) - (heard[one]?.messages ?? 0))
        .slice(0, count)
        .flatMap((place) => markets[place] ?? []),
    hasSeen: (market, bid, ask) => heard[places.get(market) ?? -1]?.tops.has(topOf(bid, ask)) === true,
    findings: (began, end) => {
      const seconds = since(began, end) / 1_000;
      const silenceMs = canary === null ? longestSilenceMs : Math.max(longestSilenceMs, since(canary, end));
      const spoke = heard.filter(({ messages }) => messages > 0).length;
      const rates = `${Math.round(total.messages / seconds)} messages and ${Math.round(total.bytes / seconds / 1_000)} kB a second`;
      const median = late.toSorted((a, b) => a - b)[late.length >> 1];
      const lateness =
        median === undefined
          ? 'nothing says its time'
          : `${Math.round(median)} ms late, at least every ${Math.ceil(silenceMs)} ms`;
      const isTimely = median !== undefined && median <= longestLateMs && silenceMs <= longestPauseMs;
      return [
        {
          subject: 'messages',
          found: `${rates}, of ${spoke} of ${markets.length} markets`,
          expected: spoke > 0 ? null : 'books',
        },
        {
          subject: 'time of the data',
          found: lateness,
          expected: isTimely ? null : 'at most 1 s late, at least every 3 s',
        },
        ...[...deviations].map(([what, { count, first }]) => ({
          subject: 'messages',
          found: `${what}: ${count}, the first: ${first}`,
          expected: 'none',
        })),
      ];
    },
  };
};

const topOf = (bid: number, ask: number): string => `${bid} ${ask}`;
/** Its beginning. */
export const shown = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, shownBytes));

const isOnGrid = ({ price, count }: Levels, tick: number): boolean =>
  price.subarray(0, count).every((one) => Math.abs(one / tick - Math.round(one / tick)) < 1e-6);

const isSorted = ({ price, count }: Levels, direction: 1 | -1): boolean =>
  price.subarray(1, count).every((one, at) => direction * (one - (price[at] as number)) > 0);
