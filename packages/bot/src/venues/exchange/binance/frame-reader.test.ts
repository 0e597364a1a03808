import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '../../../engine/scale.suite.ts';
import { bytes, decimal, level, readsDamagedAlike, said, whole } from '../frame.suite.ts';
import { BinanceFrameReader } from './frame-reader.ts';

const symbols = ['BTCUSDT', 'ETHBTC', 'ETHUSDT', '1000SATSUSDT', '币安人生USDT'];
/** The same by JSON.parse and Number alone: the oracle. It knows no form of its own, as it is only given messages that were made here. */
const spoken = (text: string, markets = symbols) => {
  const whole = JSON.parse(text);
  const message = whole.data ?? whole;
  const market = markets.indexOf(message.s);
  const sided = (list: string[][]) => list.map((level) => level.map(Number));
  if (message.e === 'depthUpdate') {
    const { U: first, u: last, E: time, b, a } = message;
    return { kind: 'changes', market, first, last, time, bids: sided(b), asks: sided(a) };
  }
  const { u: last, b, B, a, A } = message;
  const best = (price: string, size: string) =>
    Number(price) === 0 && Number(size) === 0 ? [] : [[Number(price), Number(size)]];
  return { kind: 'book', market, first: last, last, time: Number.NaN, bids: best(b, B), asks: best(a, A) };
};

const symbol = fc.constantFrom(...symbols);
const top = fc
  .record({ u: whole, s: symbol, b: decimal, B: decimal, a: decimal, A: decimal })
  .map((message) => JSON.stringify(message));
const changes = fc
  .record({
    E: whole,
    s: symbol,
    U: whole,
    more: fc.nat(1_000),
    b: fc.array(level, { maxLength: 12 }),
    a: fc.array(level),
  })
  .map(({ E, s, U, more, b, a }) =>
    JSON.stringify({ e: 'depthUpdate', E, s, U, u: Math.min(U + more, Number.MAX_SAFE_INTEGER), b, a }),
  );
const frame = fc
  .tuple(fc.oneof(top, changes), fc.boolean())
  .map(([text, isWrapped]) => (isWrapped ? `{"stream":"x@depth@100ms","data":${text}}` : text));

describe('a message of Binance', () => {
  test('that tells the best bid and ask is read byte by byte', () => {
    const reader = new BinanceFrameReader(symbols);
    const text = '{"u":400900217,"s":"ETHBTC","b":"25.35190000","B":"31.21000000","a":"25.36520000","A":"40.66000000"}';
    expect(said(reader.read(bytes(text)))).toEqual({
      kind: 'book',
      market: 1,
      first: 400900217,
      last: 400900217,
      time: Number.NaN,
      bids: [[25.3519, 31.21]],
      asks: [[25.3652, 40.66]],
    });
    expect(reader.slow).toBe(0);
  });

  test('that changes a book is read byte by byte, in either envelope', () => {
    const reader = new BinanceFrameReader(symbols);
    const text = '{"e":"depthUpdate","E":1672515782136,"s":"BTCUSDT","U":157,"u":160,"b":[["0.0024","10"]],"a":[]}';
    const changed = { kind: 'changes', market: 0, first: 157, last: 160, time: 1672515782136 };
    for (const message of [text, `{"stream":"btcusdt@depth@100ms","data":${text}}`])
      expect(said(reader.read(bytes(message)))).toEqual({ ...changed, bids: [[0.0024, 10]], asks: [] });
    expect(reader.slow).toBe(0);
  });

  test('says the time of the exchange every second', () => {
    const reader = new BinanceFrameReader(symbols);
    const text =
      '[{"e":"24hrMiniTicker","E":1672515782136,"s":"BNBBTC","c":"0.0025"},{"e":"24hrMiniTicker","E":1672515782200,"s":"A"}]';
    for (const message of [text, `{"stream":"!miniTicker@arr","data":${text}}`])
      expect(said(reader.read(bytes(message)))).toEqual({ kind: 'canary', time: 1672515782136 });
    expect(reader.slow).toBe(0);
  });

  test('in another order, with more fields or with spaces is read as JSON', () => {
    const reader = new BinanceFrameReader(symbols);
    const texts = [
      '{"s":"ETHBTC","u":7,"b":"1.5","B":"2","a":"1.6","A":"3","T":99}',
      '{ "u": 7, "s": "ETHBTC", "b": "1.5", "B": "2", "a": "1.6", "A": "3" }',
      '{"u":7,"s":"\\u0045THBTC","b":"1.5","B":"2","a":"1.6","A":"3"}',
    ];
    for (const text of texts) expect(said(reader.read(bytes(text)))).toEqual(spoken(text));
    expect(reader.slow).toBe(texts.length);
  });

  test('with one side empty has an empty side', () => {
    const text = '{"u":7,"s":"ETHBTC","b":"0.00000000","B":"0.00000000","a":"1.6","A":"3"}';
    expect(said(new BinanceFrameReader(symbols).read(bytes(text)))).toMatchObject({ bids: [], asks: [[1.6, 3]] });
  });

  test.each([
    ['no JSON of an object', 'not json'],
    ['no JSON of an object', '<html>503</html>'],
    ['no JSON of an object', '{"u":7,"s":"ETHBTC","b":"1.5","B":"2","a":"1.6","A":"3"'],
    ['no JSON of an object', '{"u":07,"s":"ETHBTC","b":"1.5","B":"2","a":"1.6","A":"3"}'],
    ['a market that was not asked for', '{"u":7,"s":"DOGEBTC","b":"1.5","B":"2","a":"1.6","A":"3"}'],
    ['u is no number of an update', '{"u":-7,"s":"ETHBTC","b":"1.5","B":"2","a":"1.6","A":"3"}'],
    ['a price or size is no decimal', '{"u":7,"s":"ETHBTC","b":"-1.5","B":"2","a":"1.6","A":"3"}'],
    ['a price or size is no decimal', '{"u":7,"s":"ETHBTC","b":"1.5","B":"2","a":"1e6","A":"3"}'],
    ['a price or size is no decimal', '{"u":7,"s":"ETHBTC","b":"1.5","B":"2","a":1.6,"A":"3"}'],
    ['U and u are no numbers of updates', '{"e":"depthUpdate","E":1,"s":"ETHBTC","U":8,"u":7,"b":[],"a":[]}'],
    ['E is no time', '{"e":"depthUpdate","E":"1","s":"ETHBTC","U":6,"u":7,"b":[],"a":[]}'],
    ['levels are no list', '{"e":"depthUpdate","E":1,"s":"ETHBTC","U":6,"u":7,"b":[]}'],
    ['a price or size is no decimal', '{"e":"depthUpdate","E":1,"s":"ETHBTC","U":6,"u":7,"b":[["1.0"]],"a":[]}'],
    ['a list of something else than tickers', '[1]'],
    ['no form of a message that is known', '{"hello":1}'],
  ])('is left out as a whole: %s', (fault, text) => {
    const reader = new BinanceFrameReader(symbols);
    expect(reader.read(bytes(text))).toMatchObject({ kind: 'unreadable', fault });
    expect(reader.market).toBe(text.includes('ETHBTC') && fault !== 'no JSON of an object' ? 1 : -1);
    expect([reader.bids.count, reader.asks.count]).toEqual([0, 0]);
  });

  test('that answers, fails or warns is passed on', () => {
    const reader = new BinanceFrameReader(symbols);
    const control = (text: string) => said(reader.read(bytes(text)));
    expect(control('{"result":null,"id":1}')).toEqual({ kind: 'control', control: { result: null, id: 1 } });
    expect(control('{"error":{"code":2,"msg":"Invalid request"},"id":1}')).toMatchObject({ kind: 'control' });
    expect(control('{"e":"serverShutdown","E":1770123456789}')).toMatchObject({ control: { e: 'serverShutdown' } });
  });

  test('of any length is read whole', () => {
    const reader = new BinanceFrameReader(symbols);
    const list = (count: number) => Array.from({ length: count }, (_, at) => [`${at + 1}.5`, `${at}.25`]);
    const text = JSON.stringify({ e: 'depthUpdate', E: 1, s: 'ETHBTC', U: 6, u: 7, b: list(1_000), a: list(65) });
    expect(said(reader.read(bytes(text)))).toEqual(spoken(text));
    expect(reader.slow).toBe(0);
  });

  test('says exactly what JSON.parse and Number say of it', () => {
    const reader = new BinanceFrameReader(symbols);
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
    readsDamagedAlike(frame, new BinanceFrameReader(symbols), new BinanceFrameReader(symbols));
  });
});

const capture = join(import.meta.dirname, '../../../../../../../shared/data/cryptofeed_captures/BINANCE.ws.1.0.gz');
if (!existsSync(capture)) console.warn('not run: the recorded sockets of Binance are not beside the repository');

test.skipIf(!existsSync(capture))(
  'every message of a recorded socket is read byte by byte, as JSON.parse reads it',
  () => {
    const markets = ['NKNUSDT', 'BLZETH', 'LRCBTC', 'RUNEEUR'];
    const reader = new BinanceFrameReader(markets);
    const counts = { book: 0, changes: 0 };
    for (const line of gunzipSync(readFileSync(capture)).toString().trimEnd().split('\n')) {
      const text = /: (?=\{)(.*)$/.exec(line)?.[1];
      if (text === undefined || !/"stream":"\w+@(depth|bookTicker)/.test(text)) continue;
      const frame = said(reader.read(bytes(text)));
      expect(frame).toEqual(spoken(text, markets));
      counts[frame.kind === 'book' ? 'book' : 'changes']++;
    }
    expect({ ...counts, slow: reader.slow }).toEqual({ book: 84, changes: 177, slow: 0 });
  },
);
