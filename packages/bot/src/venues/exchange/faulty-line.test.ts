import { describe, expect, test } from 'vitest';
import { isFullScale, scaled } from '../../engine/scale.suite.ts';
import { createVirtualClock } from '../../model/clock.ts';
import type { Instrument } from '../../model/instrument.ts';
import { seededRandom } from '../simulated/simulated-random.ts';
import { exchanges } from './exchanges.ts';
import { type Book, bestOf, type LineFaults, playFaultyLine, type Side, type Speaker } from './faulty-line.suite.ts';
import { krakenChecksum } from './kraken/checksum.ts';

const marketsOf = (exchange: string): readonly Instrument[] =>
  ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'].map((symbol) => {
    const [base = '', quote = ''] = symbol.split('/');
    const rules = { tickSize: 0.1, lotStep: 1e-8, minQuantity: 0, minNotional: 0, takerFee: 0 };
    return { exchange, symbol, base, quote, ...rules, feeCurrency: 'received' };
  });
const iso = (time: number): string => new Date(time).toISOString();
const bids = ({ bids: side }: Book, depth: number) => bestOf(side, -1, depth);
const asks = ({ asks: side }: Book, depth: number) => bestOf(side, 1, depth);
/** Levels that are new or other, then those that are gone, with size 0. */
const changesOf = (before: Side, after: Side): readonly (readonly [string, string])[] => [
  ...[...after].filter(([price, size]) => before.get(price) !== size),
  ...[...before.keys()].filter((price) => !after.has(price)).map((price) => [price, '0.00000000'] as const),
];
type Words = Omit<Speaker, 'dialect' | 'markets'>;

/** How each exchange writes a whole book, and a change of one. */
const words: Readonly<Record<string, Words>> = {
  binance: {
    depth: 1,
    whole: () => null,
    change: ({ base, quote }, _, after, u) => {
      const [[b, B] = [], [a, A] = []] = [bids(after, 1)[0], asks(after, 1)[0]];
      return JSON.stringify({ u, s: `${base}${quote}`, b, B, a, A });
    },
  },
  kucoin: {
    depth: 5,
    whole: () => null,
    change: ({ base, quote }, _, after, _version, timestamp) => {
      const topic = `/spotMarket/level2Depth5:${base}-${quote}`;
      const data = { asks: asks(after, 5), bids: bids(after, 5), timestamp };
      return JSON.stringify({ topic, type: 'message', subject: 'level2', data });
    },
  },
  okx: {
    depth: 5,
    whole: () => null,
    change: ({ base, quote }, _, after, seqId, time) => {
      const rows = (levels: readonly (readonly [string, string])[]) => levels.map((level) => [...level, '0', '1']);
      const row = { asks: rows(asks(after, 5)), bids: rows(bids(after, 5)), ts: String(time), seqId };
      return JSON.stringify({ arg: { channel: 'books5', instId: `${base}-${quote}` }, data: [row] });
    },
  },
  kraken: {
    depth: 10,
    whole: (market, book, _, time) => krakenText('snapshot', market, bids(book, 10), asks(book, 10), book, time),
    change: (market, before, after, _, time) => {
      const window = (book: Book): Book => ({ bids: new Map(bids(book, 10)), asks: new Map(asks(book, 10)) });
      const [from, to] = [window(before), window(after)];
      const [ours, theirs] = [changesOf(from.bids, to.bids), changesOf(from.asks, to.asks)];
      return krakenText('update', market, ours, theirs, after, time);
    },
  },
  coinbase: {
    depth: 20,
    whole: (market, book, _, time) => coinbaseText('snapshot', market, [...book.bids], [...book.asks], time),
    change: (market, before, after, _, time) =>
      coinbaseText('update', market, changesOf(before.bids, after.bids), changesOf(before.asks, after.asks), time),
    numbered: (text, number) => text.replace('"sequence_num":0', `"sequence_num":${number}`),
  },
};
type Levels = readonly (readonly [string, string])[];
const krakenText = (type: string, { symbol }: Instrument, ours: Levels, theirs: Levels, book: Book, time: number) => {
  const rows = (levels: Levels) => levels.map(([price, qty]) => `{"price":${price},"qty":${qty}}`).join(',');
  const checksum = krakenChecksum(bids(book, 10), asks(book, 10));
  return `{"channel":"book","type":"${type}","data":[{"symbol":"${symbol}","bids":[${rows(ours)}],"asks":[${rows(theirs)}],"checksum":${checksum},"timestamp":"${iso(time)}"}]}`;
};
const coinbaseText = (type: string, { base, quote }: Instrument, ours: Levels, theirs: Levels, time: number) => {
  const rows = (side: string, levels: Levels) =>
    levels.map(([price_level, new_quantity]) => ({ side, event_time: iso(time), price_level, new_quantity }));
  const updates = [...rows('bid', ours), ...rows('offer', theirs)];
  const events = [{ type, product_id: `${base}-${quote}`, updates }];
  return JSON.stringify({ channel: 'l2_data', client_id: '', timestamp: iso(time), sequence_num: 0, events });
};

const speakerOf = (name: string, spoken: Words): Speaker => {
  // Its address is never asked for over the network: at a closed port it only rejects.
  const dialect = exchanges.get(name)?.({ clock: createVirtualClock(0), place: 'http://127.0.0.1:1' });
  if (dialect === undefined) throw new Error(`there is no ${name}`);
  return { ...spoken, dialect, markets: marketsOf(name) };
};
const faults: LineFaults = {
  ...{ lose: 0.02, repeat: 0.02, reorder: 0.02, cut: 0.005, spoil: 0.005, stale: 0.3, reset: 0.002 },
};
/** Changes for each exchange; each is a message at least. */
const count = scaled(500, 3_000, 1_000_000);
const seed = Number(process.env.TRIQUAD_SEED ?? (isFullScale ? Date.now() % 1e9 : 7));

const timeout = 3_600_000;

describe(`over a line that loses, repeats, reorders, cuts and spoils messages (seed ${seed})`, { timeout }, () => {
  test.each(Object.entries(words))('no book of %s is trusted that is not that of the exchange', (name, spoken) => {
    const { trusted, distrusted, isBack } = playFaultyLine(
      speakerOf(name, spoken),
      faults,
      count,
      seededRandom(seed).uniform,
    );
    expect(isBack).toBe(true);
    // It is not by distrusting everything, nor because nothing went wrong.
    expect(trusted).toBeGreaterThan(count / 3);
    if (name !== 'coinbase') expect(distrusted).toBeGreaterThan(count / 1_000);
  });
});

test('every exchange is played', () => {
  expect(Object.keys(words)).toEqual([...exchanges.keys()]);
});
