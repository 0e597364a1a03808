import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '../../../engine/scale.suite.ts';
import { bytes, decimal, inAnyOrder, readsDamagedAlike, said, whole } from '../frame.suite.ts';
import { CoinbaseFrameReader } from './frame-reader.ts';

const symbols = ['BTC-USD', 'ETH-BTC', 'ETH-USD'];
const moment = fc.integer({ min: 0, max: 4e12 }).map((at) => new Date(at).toISOString().replace('Z', '456789Z'));
const level = fc
  .record({
    side: fc.constantFrom('bid', 'offer'),
    event_time: moment,
    price_level: decimal,
    new_quantity: decimal,
  })
  .chain(inAnyOrder);
const frame = fc
  .record({
    timestamp: moment,
    sequence_num: whole,
    type: fc.constantFrom('snapshot', 'update'),
    product_id: fc.constantFrom(...symbols),
    updates: fc.array(level, { maxLength: 6 }),
  })
  .chain(({ timestamp, sequence_num, ...event }) =>
    inAnyOrder(event).chain((shuffled) =>
      inAnyOrder({ channel: 'l2_data', client_id: '', timestamp, sequence_num, events: [shuffled] }),
    ),
  )
  .map((message) => JSON.stringify(message));

/** The same by JSON.parse and Number alone: the oracle. */
const spoken = (text: string) => {
  const { timestamp, events } = JSON.parse(text);
  const [{ type, product_id, updates }] = events;
  const sided = (side: string) =>
    updates
      .filter((one: Record<string, string>) => one.side === side)
      .map((one: Record<string, string>) => [Number(one.price_level), Number(one.new_quantity)]);
  const numbers = { first: Number.NaN, last: Number.NaN, time: Date.parse(timestamp) };
  const kind = type === 'snapshot' ? 'book' : 'changes';
  return { kind, market: symbols.indexOf(product_id), ...numbers, bids: sided('bid'), asks: sided('offer') };
};
/** A reader for which each message is the first. */
class FirstReader extends CoinbaseFrameReader {
  override read(message: Uint8Array) {
    this.restart();
    return super.read(message);
  }
}

const time = '"timestamp":"2026-04-07T14:30:00.123456789Z"';
const update = (number: number, updates = '') =>
  `{"channel":"l2_data","client_id":"",${time},"sequence_num":${number},"events":[{"type":"update","product_id":"ETH-BTC","updates":[${updates}]}]}`;
const heartbeat = (number: number) =>
  `{"channel":"heartbeats","client_id":"",${time},"sequence_num":${number},"events":[{"current_time":"2026-04-07 14:30:10.000000000+00:00","heartbeat_counter":"42"}]}`;

describe('a message of Coinbase', () => {
  test('is read byte by byte', () => {
    const reader = new CoinbaseFrameReader(symbols);
    const levels =
      '{"side":"bid","event_time":"2026-04-07T14:30:00Z","price_level":"0.05","new_quantity":"3"},{"side":"offer","event_time":"2026-04-07T14:30:00Z","price_level":"0.06","new_quantity":"0"}';
    expect(said(reader.read(bytes(update(5, levels))))).toEqual({
      ...{ kind: 'changes', market: 1, first: Number.NaN, last: Number.NaN, time: 1_775_572_200_123 },
      ...{ bids: [[0.05, 3]], asks: [[0.06, 0]] },
    });
    expect(reader.slow).toBe(0);
  });

  test('says the time of the exchange every second', () => {
    const reader = new CoinbaseFrameReader(symbols);
    expect(said(reader.read(bytes(heartbeat(0))))).toEqual({ kind: 'canary', time: 1_775_572_200_123 });
  });

  test('that is missing, of whatever channel, or comes twice loses all books of the connection', () => {
    const reader = new CoinbaseFrameReader(symbols);
    const kinds = (...texts: string[]) => texts.map((text) => reader.read(bytes(text)).kind);
    expect(kinds(update(7), heartbeat(8), update(9), '{"type":"error","message":"no"}', update(10))).toEqual([
      ...['changes', 'canary', 'changes', 'control', 'changes'],
    ]);
    expect(kinds(update(12))).toEqual(['lost']);
    expect(reader.fault).toBe('its messages are numbered 10, then 12');
    expect([reader.bids.count, reader.asks.count]).toEqual([0, 0]);
    reader.restart();
    expect(kinds(update(3), update(3))).toEqual(['changes', 'lost']);
    reader.restart();
    expect(kinds(heartbeat(3), update(2))).toEqual(['canary', 'lost']);
  });

  test('of several books is read book by book, and one of them that cannot be read loses all', () => {
    const reader = new CoinbaseFrameReader(symbols);
    const bid = '{"side":"bid","price_level":"0.05","new_quantity":"3"}';
    const other = update(5, bid).replace('ETH-BTC', 'BTC-USD').replace('"update"', '"snapshot"');
    const several = (...texts: string[]) =>
      texts[0]?.replace(
        /"events":\[.*\]\}$/,
        `"events":[${texts.map((text) => /"events":\[(.*)\]\}$/.exec(text)?.[1]).join()}]}`,
      ) ?? '';
    const common = { first: Number.NaN, last: Number.NaN, time: 1_775_572_200_123, bids: [[0.05, 3]], asks: [] };
    expect(said(reader.read(bytes(several(update(5, bid), other, update(5)))))).toEqual({
      kind: 'changes',
      market: 1,
      ...common,
    });
    expect(said(reader.next() ?? expect.fail())).toEqual({ kind: 'book', market: 0, ...common });
    expect(said(reader.next() ?? expect.fail())).toEqual({ kind: 'changes', market: 1, ...common, bids: [] });
    expect(reader.next()).toBeNull();
    expect(reader.read(bytes(update(6))).kind).toBe('changes');
    expect(reader.next()).toBeNull();
    expect(reader.read(bytes(several(update(7), update(7).replace('ETH-BTC', 'X-Y')))).kind).toBe('changes');
    expect(reader.next()).toMatchObject({ kind: 'lost', fault: 'a market that was not asked for' });
    expect(reader.next()).toBeNull();
  });

  const good = update(1);
  test.each([
    ['no JSON of an object', good.slice(0, -2)],
    ['no form of a message that is known', '{"channel":"ticker","sequence_num":1}'],
    ['no form of a message that is known', good.replace('"update"', '"changed"')],
    ['no form of a message that is known', good.replace(/"events":\[.*\]/, '"events":[]')],
    ['timestamp is no time', good.replace(time, '"timestamp":"today"')],
    ['a market that was not asked for', good.replace('ETH-BTC', 'X-Y')],
    ['levels are no list', good.replace('"updates":[]', '"updates":{}')],
    ['a level of neither side', update(1, '{"side":"ask","price_level":"1","new_quantity":"1"}')],
    ['a price or size is no decimal', update(1, '{"side":"bid","price_level":"-1","new_quantity":"1"}')],
    ['its messages are numbered NaN, then NaN', good.replace('"sequence_num":1,', '')],
  ])('that cannot be read loses all books of the connection: %s', (fault, text) => {
    expect(new CoinbaseFrameReader(symbols).read(bytes(text))).toMatchObject({ kind: 'lost', fault });
  });

  test('says exactly what JSON.parse and Number say of it, whatever the order of its fields', () => {
    const reader = new FirstReader(symbols);
    let read = 0;
    fc.assert(
      fc.property(frame, (text) => {
        expect(said(reader.read(bytes(text)))).toEqual(spoken(text));
        read++;
      }),
      { numRuns: scaled(500, 2_000, 2_000) },
    );
    // Most of them byte by byte: else this compares JSON.parse with itself.
    expect(reader.slow).toBeLessThan(read / 2);
  });

  test('that was damaged on its way is read as JSON.parse reads it, or left out', () => {
    readsDamagedAlike(frame, new FirstReader(symbols), new FirstReader(symbols));
  });
});
