import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { messageOf } from '../market/message.suite.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Books, TimeAnswer } from '../model/exchange.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';

/** A bot at a feed of this kind; which books it asked to resync, and when. */
const open = async (
  kind: 'numbered' | 'unnumbered' | 'checksummed',
  resync: (symbol: string) => void = () => {},
  heartbeatMs?: number,
) => {
  const clock = createVirtualClock(noon);
  const asked: string[] = [];
  const begun = clock.monotonic();
  const note = (symbol: string): void => {
    asked.push(`${symbol} at ${Number(clock.monotonic()) - Number(begun)}`);
    resync(symbol);
  };
  const books: Books =
    kind === 'checksummed'
      ? { kind, depth: 10, checksum: (bids, asks) => bids.length + asks.length, resync: note }
      : { kind, resync: note };
  const clockAnswers: ((answer: TimeAnswer) => void)[] = [];
  const serverTime = (): Promise<TimeAnswer> => new Promise((resolve) => void clockAnswers.push(resolve));
  const feed = { ...scriptedFeed(clock), books, serverTime, ...(heartbeatMs !== undefined && { heartbeatMs }) };
  let made = 0;
  const engine = createEngine({
    exchanges: [createPaperExchange(feed, clock)],
    clock,
    store: createMemoryStore(),
    ids: () => `id-${++made}`,
    config: testConfig,
  });
  await engine.start();
  const say = (change: Parameters<typeof messageOf>[0]): void => {
    const at = clock.now();
    feed.say(messageOf({ kind: 'delta', exchange_time: at, at, received: clock.monotonic(), ...change }));
  };
  const snapshot = (sequence: number | null): void =>
    say({ kind: 'snapshot', bids: [[49_999, 1]], asks: [[50_001, 1]], sequence });
  const isTrusted = (): boolean => engine.statistics().markets_trusted > 0;
  /** The exchange says that too many market data were asked for. */
  const throttle = (retryAfterMs: number): void =>
    clockAnswers.shift()?.({ kind: 'throttled', scope: 'data', retryAfterMs });
  return { clock, engine, feed, asked, say, snapshot, isTrusted, throttle };
};

describe('a book in which a message is missing', () => {
  test('is resynced at once, then after longer and longer, and trusted when it has joined', async () => {
    const { clock, engine, asked, say, snapshot, isTrusted } = await open('numbered');
    snapshot(1);
    say({ sequence: 2 });
    expect([isTrusted(), asked]).toEqual([true, []]);
    say({ sequence: 4 });
    say({ sequence: 5 });
    expect([isTrusted(), asked]).toEqual([false, ['BTC/USDT at 0']]);
    await clock.advance(8000);
    expect(asked).toEqual(['BTC/USDT at 0', 'BTC/USDT at 1000', 'BTC/USDT at 3000', 'BTC/USDT at 7000']);
    snapshot(10);
    say({ sequence: 11 });
    expect(isTrusted()).toBe(true);
    await clock.advance(120_000);
    expect(asked.length).toBe(4);
    const lines = engine.state().logs.map(({ message }) => message);
    expect(lines).toContain('kucoin: 1 books lost their trust, the last BTC/USDT: gap; a new book is asked for');
    await engine.close();
  });

  test('is resynced when market data may be asked for again, and not before', async () => {
    const { clock, engine, asked, say, snapshot, throttle } = await open('numbered');
    snapshot(1);
    say({ sequence: 2 });
    throttle(20_000);
    await clock.advance(500);
    say({ sequence: 4 });
    await clock.advance(19_499);
    expect(asked).toEqual([]);
    await clock.advance(2000);
    expect(asked.length).toBe(1);
    await engine.close();
  });

  test('is asked for where the first snapshot of a subscription does not come within five seconds', async () => {
    const { clock, engine, asked, snapshot, say, feed, isTrusted } = await open('numbered', () => {}, 1000);
    const beat = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 500) {
        await clock.advance(500);
        const [at, received] = [clock.now(), clock.monotonic()];
        feed.say({ type: 'HeartbeatReceived', exchange: 'kucoin', exchange_time: at, at, received });
      }
    };
    feed.say({ type: 'FeedStatusChanged', exchange: 'kucoin', status: 'live', detail: '', at: clock.now() });
    await beat(2000);
    feed.say({ type: 'MarketSubscribed', exchange: 'kucoin', symbol: 'BTC/USDT', at: clock.now() });
    say({ sequence: 9 });
    await beat(4500);
    expect([isTrusted(), asked]).toEqual([false, []]);
    await beat(16_000);
    expect(asked).toEqual(['BTC/USDT at 7000', 'BTC/USDT at 17000']);
    snapshot(10);
    say({ sequence: 11 });
    expect(isTrusted()).toBe(true);
    // What breaks later is asked for at once.
    say({ sequence: 13 });
    expect(asked.length).toBe(3);
    await engine.close();
  });

  test('is asked for after pauses that grow, although each request is acknowledged, and not at all while it is excluded', async () => {
    let acknowledge = (): void => {};
    const { clock, engine, asked, feed } = await open('numbered', () => acknowledge(), 1000);
    acknowledge = () => feed.say({ type: 'MarketSubscribed', exchange: 'kucoin', symbol: 'BTC/USDT', at: clock.now() });
    acknowledge();
    const beat = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed++) {
        await clock.advance(1000);
        const [at, received] = [clock.now(), clock.monotonic()];
        feed.say({ type: 'HeartbeatReceived', exchange: 'kucoin', exchange_time: at, at, received });
      }
    };
    await beat(40);
    expect(asked).toEqual(['BTC/USDT at 5000', 'BTC/USDT at 15000', 'BTC/USDT at 35000']);
    const about = { exchange: 'kucoin', symbol: 'BTC/USDT', reason: 'no such market' };
    feed.say({ type: 'MarketUnusable', ...about, why: 'refused', at: clock.now() });
    await beat(590);
    expect(asked.length).toBe(3);
    await beat(20);
    expect(asked.length).toBe(4);
    await engine.close();
  });

  test('is asked for at a wrong checksum too, and at a crossed book of deltas without numbers', async () => {
    const checked = await open('checksummed');
    const levels = { bids: [['49999', '1']], asks: [['50001', '1']] } as const;
    checked.say({ kind: 'snapshot', bids: [[49_999, 1]], asks: [[50_001, 1]], checked: { checksum: 2, ...levels } });
    expect([checked.isTrusted(), checked.asked]).toEqual([true, []]);
    checked.say({ asks: [[50_002, 1]], checked: { checksum: 4, bids: [], asks: [['50002', '1']] } });
    expect([checked.isTrusted(), checked.asked]).toEqual([false, ['BTC/USDT at 0']]);
    await checked.engine.close();

    const unnumbered = await open('unnumbered');
    unnumbered.snapshot(null);
    unnumbered.say({ asks: [[50_000.5, 1]] });
    expect([unnumbered.isTrusted(), unnumbered.asked]).toEqual([true, []]);
    unnumbered.say({ bids: [[50_000.5, 1]] });
    expect([unnumbered.isTrusted(), unnumbered.asked]).toEqual([false, ['BTC/USDT at 0']]);
    await unnumbered.engine.close();
  });

  test('costs nothing but itself where the adapter throws when it is asked', async () => {
    const fail = (): never => {
      throw new Error('no connection');
    };
    const { engine, say, snapshot, isTrusted } = await open('numbered', fail);
    snapshot(1);
    say({ sequence: 3 });
    expect(isTrusted()).toBe(false);
    const lines = engine.state().logs.map(({ message }) => message);
    expect(lines).toContain('The adapter of kucoin failed in resync: no connection');
    snapshot(5);
    say({ sequence: 6 });
    expect(isTrusted()).toBe(true);
    await engine.close();
  });
});
