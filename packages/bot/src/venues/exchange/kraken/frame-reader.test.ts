import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '../../../engine/scale.suite.ts';
import { bytes, readsDamagedAlike, said } from '../frame.suite.ts';
import { KrakenFrameReader } from './frame-reader.ts';

const symbols = ['BTC/USD', 'ETH/BTC', 'PEPE/EUR'];
const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
/** As JSON writes numbers: now and then with more digits than a double holds. */
const number = fc.oneof(
  { weight: 30, arbitrary: fc.tuple(fc.nat(99_999), digits(8)).map(([before, after]) => `${before}.${after}`) },
  { weight: 10, arbitrary: fc.nat(10 ** 9).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('987654321.12345678', '0.00000000', '90071992.54740993', '0') },
);
const levels = fc.array(fc.tuple(number, number), { maxLength: 5 });
const row = fc.record({
  symbol: fc.constantFrom(...symbols),
  bids: levels,
  asks: levels,
  checksum: fc.nat(2 ** 32 - 1),
  isSnapshot: fc.boolean(),
  at: fc.option(fc.integer({ min: 0, max: 4e12 })),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const written = ({ symbol, bids, asks, checksum, isSnapshot, at }: Row): string => {
  const side = (list: Row['bids']) => `[${list.map(([price, qty]) => `{"price":${price},"qty":${qty}}`).join(',')}]`;
  const time = at === null ? '' : `,"timestamp":"${new Date(at).toISOString().replace('Z', '917Z')}"`;
  const type = isSnapshot ? 'snapshot' : 'update';
  return `{"channel":"book","type":"${type}","data":[{"symbol":"${symbol}","bids":${side(bids)},"asks":${side(asks)},"checksum":${checksum}${time}}]}`;
};
const meant = ({ symbol, bids, asks, checksum, isSnapshot, at }: Row) => {
  const sided = (list: Row['bids']) => list.map((level) => level.map(Number));
  return {
    ...{ kind: isSnapshot ? 'book' : 'changes', market: symbols.indexOf(symbol) },
    ...{ first: Number.NaN, last: Number.NaN, time: at ?? Number.NaN, bids: sided(bids), asks: sided(asks) },
    checked: { checksum, bids, asks },
  };
};

describe('a message of Kraken', () => {
  test('is read byte by byte, with the digits of its numbers', () => {
    const reader = new KrakenFrameReader(symbols);
    const text =
      '{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[{"price":45283.5,"qty":0.00000000}],"asks":[],"checksum":2114181697,"timestamp":"2023-10-06T17:35:55.440295Z"}]}';
    expect(said(reader.read(bytes(text)))).toEqual({
      ...{ kind: 'changes', market: 0, first: Number.NaN, last: Number.NaN, time: 1_696_613_755_440 },
      ...{ bids: [[45283.5, 0]], asks: [] },
      checked: { checksum: 2_114_181_697, bids: [['45283.5', '0.00000000']], asks: [] },
    });
    expect(reader.slow).toBe(0);
  });

  test('keeps the digits of its numbers where it is read as JSON: with spaces, other fields or too many digits', () => {
    const reader = new KrakenFrameReader(symbols);
    const side = '[{"price":  0.5,"qty":987654321.12345678 }]';
    const text = `{"channel":"book","type":"snapshot","data":[{"symbol":"PEPE/EUR","bids":${side},"asks":[],"checksum":7,"more":1}]}`;
    expect(said(reader.read(bytes(text)))).toMatchObject({
      kind: 'book',
      checked: { bids: [['0.5', '987654321.12345678']] },
    });
    expect(reader.slow).toBe(1);
  });

  test('reads a day and then another by bytes, also after a message that is not all ASCII', () => {
    const reader = new KrakenFrameReader(['Ä/USD', 'BTC/USD']);
    const read = (symbol: string, timestamp: string) => {
      const levels = '"bids":[{"price":1.5,"qty":2}],"asks":[]';
      const row = `{"symbol":"${symbol}",${levels},"checksum":7,"timestamp":"${timestamp}"}`;
      return said(reader.read(bytes(`{"channel":"book","type":"update","data":[${row}]}`)));
    };
    const moments = [
      '2024-02-29T23:59:59.999999Z',
      '2024-03-01T00:00:00Z',
      '0001-01-01T00:00:00.1Z',
      '2099-12-31T12:00:00.12Z',
    ];
    for (const [place, moment] of [...moments, moments[0] ?? ''].entries()) {
      const isRead = Date.parse(moment) >= 0;
      expect(read('BTC/USD', moment)).toMatchObject(
        isRead ? { kind: 'changes', market: 1, time: Date.parse(moment) } : { kind: 'unreadable' },
      );
      expect(read('Ä/USD', moment)).toMatchObject(isRead ? { kind: 'changes', market: 0 } : { kind: 'unreadable' });
      // Of each two, the one that is not ASCII, and the one before 1970.
      expect(reader.slow).toBe(place + 1 + (place < 2 ? 0 : 1));
    }
  });

  test('says the time of the exchange on the best prices of a busy market', () => {
    const text =
      '{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":1.0,"timestamp":"2023-10-06T17:35:55.440295Z"}]}';
    expect(said(new KrakenFrameReader(symbols).read(bytes(text)))).toEqual({ kind: 'canary', time: 1_696_613_755_440 });
  });

  test.each([
    '{"channel":"heartbeat"}',
    '{"channel":"status","type":"update","data":[{"system":"online"}]}',
    '{"method":"pong","req_id":1,"time_in":"2023-09-25T09:04:31.742599Z","time_out":"2023-09-25T09:04:31.742648Z"}',
    '{"error":"Exceeded msg rate"}',
  ])('that answers is passed on: %s', (text) => {
    expect(said(new KrakenFrameReader(symbols).read(bytes(text)))).toEqual({
      kind: 'control',
      control: JSON.parse(text),
    });
  });

  const bookOf = (fields: string, type = 'update') => `{"channel":"book","type":"${type}","data":[{${fields}}]}`;
  const good = '"symbol":"ETH/BTC","bids":[],"asks":[],"checksum":1';
  const withBids = (bids: string) => bookOf(`"symbol":"ETH/BTC","bids":${bids},"asks":[],"checksum":1`);
  test.each([
    ['no JSON of an object', 'pong'],
    ['no form of a message that is known', '{"hello":1}'],
    ['no form of a message that is known', bookOf(good, 'changed')],
    ['more than one book in a message', bookOf(`${good}},{${good}`)],
    ['a market that was not asked for', bookOf(good.replace('ETH/BTC', 'X/Y'))],
    ['checksum is no number', bookOf(good.replace('1', '-1'))],
    ['timestamp is no time', bookOf(`${good},"timestamp":"today"`)],
    ['timestamp is no time', '{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD"}]}'],
    ['a price or size is no decimal', withBids('[{"price":1e3,"qty":1}]')],
    ['a price or size is no decimal', withBids('[{"price":-1,"qty":1}]')],
    ['a price or size is no decimal', withBids('{}')],
    ['no JSON of an object', withBids('[{"price":01,"qty":1}]')],
  ])('is left out as a whole: %s', (fault, text) => {
    const reader = new KrakenFrameReader(symbols);
    expect(reader.read(bytes(text))).toMatchObject({ kind: 'unreadable', fault });
    expect([reader.bids.count, reader.asks.count]).toEqual([0, 0]);
  });

  test('says exactly what was written', () => {
    const reader = new KrakenFrameReader(symbols);
    let read = 0;
    fc.assert(
      fc.property(row, (of) => {
        expect(said(reader.read(bytes(written(of))))).toEqual(meant(of));
        read++;
      }),
      { numRuns: scaled(500, 3_000, 3_000) },
    );
    expect(reader.slow).toBeLessThan(read / 2);
    expect(reader.slow).toBeGreaterThan(10);
  });

  test('that was damaged on its way is read as JSON.parse reads it, or left out', () => {
    readsDamagedAlike(row.map(written), new KrakenFrameReader(symbols), new KrakenFrameReader(symbols));
  });

  test('has the market it is about also where no more of it can be read', () => {
    const reader = new KrakenFrameReader(symbols);
    expect(reader.read(bytes(withBids('[{"price":1e3,"qty":1}]'))).market).toBe(1);
  });
});
