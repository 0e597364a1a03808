import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '../../../engine/scale.suite.ts';
import { bytes, decimal, inAnyOrder, readsDamagedAlike, said, whole } from '../frame.suite.ts';
import { KucoinFrameReader } from './frame-reader.ts';

const symbols = ['BTC-USDT', 'ETH-BTC', 'ETH-USDT'];

const levels = fc.array(fc.tuple(decimal, decimal), { maxLength: 5 });
const numbered = fc.array(fc.tuple(decimal, decimal, whole.map(String)), { maxLength: 3 });
const symbol = fc.constantFrom(...symbols);
const messageOf = (topic: string, subject: string, data: fc.Arbitrary<Record<string, unknown>>) =>
  fc
    .record({ data: data.chain(inAnyOrder), market: symbol })
    .chain((sent) =>
      inAnyOrder({ topic: `${topic}:${sent.market}`, type: 'message', subject, data: sent.data }).map((message) =>
        JSON.stringify(message),
      ),
    );
const book = messageOf(
  '/spotMarket/level2Depth5',
  'level2',
  fc.record({ asks: levels, bids: levels, timestamp: whole }),
);
const changes = messageOf(
  '/market/level2',
  'trade.l2update',
  fc
    .record({
      changes: fc.record({ asks: numbered, bids: numbered }).chain(inAnyOrder),
      ...{ sequenceStart: fc.nat(10 ** 14), more: fc.nat(9), symbol, time: whole },
    })
    .map(({ more, ...data }) => ({ ...data, sequenceEnd: data.sequenceStart + more })),
);
const frame = fc.oneof(book, changes);

/** The same by JSON.parse and Number alone: the oracle. */
const spoken = (text: string) => {
  const { topic, data } = JSON.parse(text);
  const sided = (list: string[][]) => list.map(([price, size]) => [Number(price), Number(size)]);
  const kind = topic.startsWith('/spot') ? 'book' : 'changes';
  const { bids, asks } = kind === 'book' ? data : data.changes;
  const { sequenceStart: first = Number.NaN, sequenceEnd: last = Number.NaN } = data;
  const numbers = { first, last, time: data.timestamp ?? data.time };
  return { kind, market: symbols.indexOf(topic.split(':')[1]), ...numbers, bids: sided(bids), asks: sided(asks) };
};

describe('a message of KuCoin', () => {
  test('with the best levels of a book is read byte by byte', () => {
    const reader = new KucoinFrameReader(symbols);
    const text =
      '{"topic":"/spotMarket/level2Depth5:ETH-BTC","type":"message","subject":"level2","data":{"asks":[["0.0501","3"],["0.0502","1.5"]],"bids":[["0.05","4.25"]],"timestamp":1729816425625}}';
    expect(said(reader.read(bytes(text)))).toEqual({
      ...{ kind: 'book', market: 1, first: Number.NaN, last: Number.NaN, time: 1729816425625 },
      bids: [[0.05, 4.25]],
      asks: [
        [0.0501, 3],
        [0.0502, 1.5],
      ],
    });
    expect(reader.slow).toBe(0);
  });

  test('that changes a book is read byte by byte, whatever the order of its fields', () => {
    const reader = new KucoinFrameReader(symbols);
    const sides = '"changes":{"asks":[["0.0501","1.2","7"],["0","0","8"]],"bids":[["0.05","0","9"]]}';
    const text = `{"data":{"sequenceStart":7,"sequenceEnd":9,"symbol":"ETH-BTC",${sides},"time":1729816425625},"subject":"trade.l2update","topic":"/market/level2:ETH-BTC","type":"message"}`;
    expect(said(reader.read(bytes(text)))).toEqual({
      ...{ kind: 'changes', market: 1, first: 7, last: 9, time: 1729816425625, bids: [[0.05, 0]] },
      asks: [
        [0.0501, 1.2],
        [0, 0],
      ],
    });
    expect(reader.slow).toBe(0);
  });

  test.each([
    ['book', '/spotMarket/level2Depth5', '"asks":[["5","3"]],"bids":[],"timestamp":1,"sequenceStart":7'],
    [
      'changes',
      '/market/level2',
      '"changes":{"asks":[["5","3","7"]],"bids":[]},"sequenceStart":7,"sequenceEnd":7,"asks":[]',
    ],
  ])('with fields of another one is read as JSON: %s', (kind, topic, data) => {
    const reader = new KucoinFrameReader(symbols);
    const text = `{"topic":"${topic}:ETH-BTC","type":"message","subject":"level2","data":{${data}}}`;
    const first = kind === 'book' ? Number.NaN : 7;
    expect(said(reader.read(bytes(text)))).toMatchObject({ kind, first, asks: [[5, 3]] });
    expect(reader.slow).toBe(1);
  });

  test('says the time of the exchange on the ticker of a busy market', () => {
    const text =
      '{"topic":"/market/ticker:BTC-USDT","type":"message","subject":"trade.ticker","data":{"bestAsk":"62163","bestAskSize":"0.9","sequence":"1621383371852","time":1634641987564}}';
    expect(said(new KucoinFrameReader(symbols).read(bytes(text)))).toEqual({ kind: 'canary', time: 1634641987564 });
  });

  test.each([
    '{"id":"public","type":"welcome"}',
    '{"id":"1","type":"ack"}',
    '{"id":"2","type":"pong","timestamp":1634641987564}',
    '{"id":"1","type":"error","code":415,"data":"type is not supported"}',
  ])('that answers is passed on: %s', (text) => {
    const control = JSON.parse(text);
    expect(said(new KucoinFrameReader(symbols).read(bytes(text)))).toEqual({ kind: 'control', control });
  });

  test.each([
    ['no JSON of an object', 'pong'],
    ['no form of a message that is known', '{"code":"200000"}'],
    ['no form of a message that is known', '{"type":"message","topic":"/spotMarket/level2Depth5:ETH-BTC"}'],
    ['a topic that was not asked for', '{"type":"message","topic":"/market/match:ETH-BTC","data":{}}'],
    ['time is no time', '{"type":"message","topic":"/market/ticker:BTC-USDT","data":{"time":"1"}}'],
    [
      'a market that was not asked for',
      '{"type":"message","topic":"/spotMarket/level2Depth5:X-Y","data":{"asks":[],"bids":[],"timestamp":1}}',
    ],
    [
      'sequenceStart and sequenceEnd are no numbers of updates',
      '{"type":"message","topic":"/market/level2:ETH-BTC","data":{"changes":{"asks":[],"bids":[]},"sequenceStart":2,"sequenceEnd":1,"time":1}}',
    ],
    [
      'time is no time',
      '{"topic":"/market/level2:ETH-BTC","type":"message","subject":"trade.l2update","data":{"changes":{"asks":[],"bids":[]},"sequenceStart":1,"sequenceEnd":1,"symbol":"ETH-BTC","time":-1}}',
    ],
    [
      'levels are no list',
      '{"type":"message","topic":"/market/level2:ETH-BTC","data":{"sequenceStart":1,"sequenceEnd":1,"time":1}}',
    ],
    [
      'a market that was not asked for',
      '{"type":"message","topic":"/market/level2:X-Y","data":{"changes":{"asks":[],"bids":[]},"sequenceStart":1,"sequenceEnd":1,"time":1}}',
    ],
    [
      'timestamp is no time',
      '{"type":"message","topic":"/spotMarket/level2Depth5:ETH-BTC","data":{"asks":[],"bids":[],"timestamp":"1"}}',
    ],
    [
      'a price or size is no decimal',
      '{"type":"message","topic":"/spotMarket/level2Depth5:ETH-BTC","data":{"asks":[["1",2]],"bids":[],"timestamp":1}}',
    ],
    [
      'levels are no list',
      '{"type":"message","topic":"/spotMarket/level2Depth5:ETH-BTC","data":{"asks":[],"timestamp":1}}',
    ],
  ])('is left out as a whole: %s', (fault, text) => {
    const reader = new KucoinFrameReader(symbols);
    expect(reader.read(bytes(text))).toMatchObject({ kind: 'unreadable', fault });
    expect([reader.bids.count, reader.asks.count]).toEqual([0, 0]);
  });

  test('with a field twice is read as JSON.parse reads it', () => {
    const text =
      '{"topic":"/spotMarket/level2Depth5:ETH-BTC","type":"message","subject":"level2","data":{"asks":[["5","3"]],"asks":[["6","1"]],"bids":[],"timestamp":1}}';
    expect(said(new KucoinFrameReader(symbols).read(bytes(text)))).toEqual(spoken(text));
  });

  test('says exactly what JSON.parse and Number say of it, whatever the order of its fields', () => {
    const reader = new KucoinFrameReader(symbols);
    let read = 0;
    fc.assert(
      fc.property(frame, (text) => {
        expect(said(reader.read(bytes(text)))).toEqual(spoken(text));
        read++;
      }),
      { numRuns: scaled(500, 5_000, 5_000) },
    );
    // Most of them byte by byte: else this compares JSON.parse with itself.
    expect(reader.slow).toBeLessThan(read / 2);
  });

  test('that was damaged on its way is read as JSON.parse reads it, or left out', () => {
    readsDamagedAlike(frame, new KucoinFrameReader(symbols), new KucoinFrameReader(symbols));
  });
});
