import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '../../../engine/scale.suite.ts';
import { bytes, decimal, inAnyOrder, readsDamagedAlike, said, whole } from '../frame.suite.ts';
import { OkxFrameReader } from './frame-reader.ts';

const symbols = ['BTC-USDT', 'ETH-BTC', 'ETH-USDT'];
const levels = fc.array(
  fc.tuple(decimal, decimal, fc.constant('0'), fc.nat(99).map(String)).map((level) => [...level]),
  { maxLength: 5 },
);
const frame = fc
  .record({ asks: levels, bids: levels, ts: whole.map(String), seqId: whole, instId: fc.constantFrom(...symbols) })
  .chain((row) =>
    fc
      .tuple(inAnyOrder({ channel: 'books5', instId: row.instId }), inAnyOrder(row))
      .chain(([arg, data]) => inAnyOrder({ arg, data: [data] })),
  )
  .map((message) => JSON.stringify(message));

/** The same by JSON.parse and Number alone: the oracle. */
const spoken = (text: string) => {
  const { arg, data } = JSON.parse(text);
  const [{ bids, asks, ts, seqId }] = data;
  const sided = (list: string[][]) => list.map((level) => level.slice(0, 2).map(Number));
  const numbers = { first: seqId, last: seqId, time: Number(ts) };
  return { kind: 'book', market: symbols.indexOf(arg.instId), ...numbers, bids: sided(bids), asks: sided(asks) };
};

describe('a message of OKX', () => {
  test('with the best levels of a book is read byte by byte, with or without its market in the row', () => {
    const reader = new OkxFrameReader(symbols);
    const row = '"asks":[["8476.98","415","0","13"]],"bids":[["8476.97","256.5","0","12"]]';
    for (const end of ['"ts":"1597026383085","seqId":123456', '"instId":"ETH-BTC","ts":"1597026383085","seqId":123456'])
      expect(
        said(reader.read(bytes(`{"arg":{"channel":"books5","instId":"ETH-BTC"},"data":[{${row},${end}}]}`))),
      ).toEqual({
        ...{ kind: 'book', market: 1, first: 123456, last: 123456, time: 1597026383085 },
        bids: [[8476.97, 256.5]],
        asks: [[8476.98, 415]],
      });
    expect(reader.slow).toBe(0);
  });

  test('says the time of the exchange on the ticker of a busy market', () => {
    const text =
      '{"arg":{"channel":"tickers","instId":"BTC-USDT"},"data":[{"instId":"BTC-USDT","last":"1","ts":"1597026383085"}]}';
    expect(said(new OkxFrameReader(symbols).read(bytes(text)))).toEqual({ kind: 'canary', time: 1597026383085 });
  });

  test.each([
    ['pong', { event: 'pong' }],
    ['{"event":"subscribe","arg":{"channel":"books5","instId":"BTC-USDT"},"connId":"a"}', null],
    ['{"event":"error","msg":"Invalid request","code":"60012","connId":"a"}', null],
    ['{"event":"notice","code":"64008","msg":"The connection will soon be closed"}', null],
  ])('that answers is passed on: %s', (text, control) => {
    const expected = control ?? JSON.parse(text);
    expect(said(new OkxFrameReader(symbols).read(bytes(text)))).toEqual({ kind: 'control', control: expected });
  });

  const bookOf = (row: string, arg = '"channel":"books5","instId":"ETH-BTC"') => `{"arg":{${arg}},"data":[${row}]}`;
  const good = '{"asks":[],"bids":[],"ts":"1","seqId":1}';
  test.each([
    ['no JSON of an object', 'ping'],
    ['no form of a message that is known', '{"code":"0"}'],
    ['no form of a message that is known', bookOf('')],
    ['more than one book in a message', bookOf(`${good},${good}`)],
    ['a channel that was not asked for', bookOf(good, '"channel":"trades","instId":"ETH-BTC"')],
    ['a market that was not asked for', bookOf(good, '"channel":"books5","instId":"X-Y"')],
    ['ts is no time', bookOf('{"asks":[],"bids":[],"ts":1,"seqId":1}')],
    ['ts is no time', bookOf('{"ts":""}', '"channel":"tickers","instId":"BTC-USDT"')],
    ['seqId is no number of an update', bookOf('{"asks":[],"bids":[],"ts":"1","seqId":-1}')],
    ['a price or size is no decimal', bookOf('{"asks":[["1",2,"0","1"]],"bids":[],"ts":"1","seqId":1}')],
    ['levels are no list', bookOf('{"asks":[],"ts":"1","seqId":1}')],
  ])('is left out as a whole: %s', (fault, text) => {
    const reader = new OkxFrameReader(symbols);
    expect(reader.read(bytes(text))).toMatchObject({ kind: 'unreadable', fault });
    expect([reader.bids.count, reader.asks.count]).toEqual([0, 0]);
  });

  test('says exactly what JSON.parse and Number say of it, whatever the order of its fields', () => {
    const reader = new OkxFrameReader(symbols);
    let read = 0;
    fc.assert(
      fc.property(frame, (text) => {
        expect(said(reader.read(bytes(text)))).toEqual(spoken(text));
        read++;
      }),
      { numRuns: scaled(500, 3_000, 3_000) },
    );
    // Most of them byte by byte: else this compares JSON.parse with itself.
    expect(reader.slow).toBeLessThan(read / 2);
  });

  test('that was damaged on its way is read as JSON.parse reads it, or left out', () => {
    readsDamagedAlike(frame, new OkxFrameReader(symbols), new OkxFrameReader(symbols));
  });
});
