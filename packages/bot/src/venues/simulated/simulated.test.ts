import { describe, expect, test } from 'vitest';
import { entryFees } from '../../market/fees.ts';
import { saidBy } from '../../market/message.suite.ts';
import { applyUpdate, createOrderBook, type OrderBook, trustOf } from '../../market/order-book.ts';
import { createVirtualClock } from '../../model/clock.ts';
import type { FeedEvent } from '../../model/event.ts';
import { keptMessage } from '../../model/feed-event.ts';
import { elapsedOf } from '../../model/moment.ts';
import { simulatedMarket } from './simulated.ts';

const start = Date.UTC(2026, 0, 31);
const exchanges = ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'];

const keepIn = (events: FeedEvent[]) => (event: FeedEvent) =>
  events.push(event.type === 'BookUpdated' ? keptMessage(event) : event);

const listen = async (seed: number, forMs: number, speed = 1) => {
  const clock = createVirtualClock(start);
  const events: FeedEvent[] = [];
  const stops = simulatedMarket({ clock, seed, speed }).map((feed) => feed.subscribe(keepIn(events)));
  expect(events).toEqual([]);
  await clock.advance(forMs);
  for (const stop of stops) stop();
  const heard = events.length;
  await clock.advance(1_000);
  expect(events.length).toBe(heard);
  return events;
};

describe('the simulated market', () => {
  test('lists 150 markets on each of five exchanges, once each, the usual pairs among them', async () => {
    const clock = createVirtualClock(start);
    const feeds = simulatedMarket({ clock, seed: 1 });
    expect(feeds.map(({ venue, source, books }) => [venue, source, books.kind])).toEqual(
      exchanges.map((name) => [name, 'simulated', 'numbered']),
    );
    for (const feed of feeds) {
      const instruments = await feed.instruments(1_000);
      const symbols = new Set(instruments.map(({ symbol }) => symbol));
      expect([feed.venue, instruments.length, symbols.size]).toEqual([feed.venue, 150, 150]);
      for (const { tickSize, lotStep, minQuantity, minNotional, takerFee } of instruments) {
        expect(Math.min(tickSize, lotStep, minQuantity, minNotional)).toBeGreaterThan(0);
        expect([feed.venue, takerFee]).toEqual([feed.venue, entryFees(feed.venue).takerFee]);
      }
    }
    const binance = new Set((await feeds[0]?.instruments(1_000))?.map(({ symbol }) => symbol));
    const major = ['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'ETH/BTC', 'BNB/BTC', 'BNB/ETH'];
    const defi = ['UNI', 'AAVE', 'LINK', 'SOL', 'ADA', 'DOT', 'AVAX', 'MATIC'].map((coin) => `${coin}/USDT`);
    expect([...major, ...defi].filter((symbol) => !binance.has(symbol))).toEqual([]);
  });

  test('is the same for the same seed and clock, and another for another', async () => {
    const [first, again, other] = [await listen(7, 3_000), await listen(7, 3_000), await listen(8, 3_000)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test('feeds books that hold together: every message applies, every book is soon trusted and stays so', async () => {
    const books = new Map<string, OrderBook>();
    const rules = new Map<string, { tickSize: number; lotStep: number }>();
    for (const feed of simulatedMarket({ clock: createVirtualClock(start), seed: 1 })) {
      for (const instrument of await feed.instruments(1_000))
        rules.set(`${feed.venue} ${instrument.symbol}`, instrument);
    }
    const isWhole = (value: number, unit: number) => Math.abs(value / unit - Math.round(value / unit)) < 1e-6;
    const faults: unknown[] = [];
    for (const event of await listen(3, 10_000)) {
      if (event.type !== 'BookUpdated') continue;
      const key = `${event.exchange} ${event.symbol}`;
      const book = books.get(key) ?? createOrderBook({ kind: 'numbered' });
      books.set(key, book);
      const trust = event.at > start + 1_500 ? trustOf(book, event.received, 1_500) : 'trusted';
      const applied = applyUpdate(book, event);
      const { tickSize, lotStep } = rules.get(key) ?? { tickSize: Number.NaN, lotStep: Number.NaN };
      const odd = [...saidBy(event, 'bids'), ...saidBy(event, 'asks')].filter(
        ([price, size]) => !isWhole(price, tickSize) || !isWhole(size, lotStep),
      );
      const isFull = book.bids.count === 20 && book.asks.count === 20;
      if (trust !== 'trusted' || applied !== 'applied' || !isFull || odd.length > 0)
        faults.push([key, trust, applied, odd]);
    }
    expect(faults).toEqual([]);
    expect(books.size).toBe(750);
    for (const book of books.values()) expect(trustOf(book, elapsedOf(10_000), 1_500)).toBe('trusted');
  });

  test('keeps its books young when it is slowed down', async () => {
    const last = new Map<string, number>();
    let oldest = 0;
    for (const event of await listen(4, 10_000, 0.25)) {
      if (event.type !== 'BookUpdated') continue;
      const key = `${event.exchange} ${event.symbol}`;
      oldest = Math.max(oldest, event.at - (last.get(key) ?? event.at));
      last.set(key, event.at);
    }
    expect(last.size).toBe(750);
    expect(oldest).toBeLessThan(1_500);
  });

  test('sends 500 to 2,000 updates a second, and as many times more as it is hurried', async () => {
    const deltas = (events: readonly FeedEvent[]) =>
      events.filter((event) => event.type === 'BookUpdated' && event.kind === 'delta').length;
    const perSecond = deltas(await listen(5, 10_000)) / 10;
    expect(perSecond).toBeGreaterThan(500);
    expect(perSecond).toBeLessThan(2_000);
    expect(deltas(await listen(5, 1_000, 10)) / (10 * perSecond)).toBeCloseTo(1, 1);
  });

  test('rests once a listener has ended it from within a message, and goes on for the next', async () => {
    const clock = createVirtualClock(start);
    const [feed] = simulatedMarket({ clock, seed: 1 });
    let heard = 0;
    const stop = feed?.subscribe((event) => {
      heard += 1;
      if (event.type === 'BookUpdated' && event.kind === 'delta') stop?.();
    });
    await clock.advance(5_000);
    expect(heard).toBe(1 + 1 + 150 + 150 + 1);
    let again = 0;
    const end = feed?.subscribe(() => {
      again += 1;
    });
    await clock.advance(1_000);
    end?.();
    expect(again).toBeGreaterThan(200);
  });

  test('does not make up for the time that the machine slept', async () => {
    const clock = createVirtualClock(start);
    const times: number[] = [];
    const stop = simulatedMarket({ clock, seed: 1 })[0]?.subscribe(({ at }) => times.push(at));
    await clock.advance(1_000);
    clock.sleep(3_600_000);
    await clock.advance(1_000);
    stop?.();
    const late = times.filter((at) => at > start + 1_000);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(start + 3_600_000 + 900);
  });

  test.each([-3_600_000, -60_000, 172_800_000])('runs on as before when the clock is set by %i ms', async (byMs) => {
    const counted = async (ms: number): Promise<number> => {
      const clock = createVirtualClock(start);
      let heard = 0;
      const stop = simulatedMarket({ clock, seed: 1 })[0]?.subscribe(() => heard++);
      await clock.advance(1_000);
      clock.stepWall(ms);
      await clock.advance(2_000);
      stop?.();
      return heard;
    };
    expect(await counted(byMs)).toBe(await counted(0));
  });

  test('that connects again sends every book whole, and goes on from there', async () => {
    const clock = createVirtualClock(start);
    const [feed] = simulatedMarket({ clock, seed: 1 });
    const events: FeedEvent[] = [];
    const stop = feed?.subscribe(keepIn(events));
    await clock.advance(1_000);
    const before = events.length;
    feed?.reconnect?.();
    expect(events.length).toBe(before);
    await clock.advance(2_000);
    stop?.();
    const since = events.slice(before);
    expect(since.slice(0, 303).map((event) => (event.type === 'BookUpdated' ? event.kind : event.type))).toEqual([
      'BooksReset',
      'FeedStatusChanged',
      'HeartbeatReceived',
      ...Array.from({ length: 150 }, () => 'MarketSubscribed'),
      ...Array.from({ length: 150 }, () => 'snapshot'),
    ]);
    const books = new Map<string, OrderBook>();
    for (const event of since) {
      if (event.type !== 'BookUpdated') continue;
      const book = books.get(event.symbol) ?? createOrderBook({ kind: 'numbered' });
      books.set(event.symbol, book);
      expect(applyUpdate(book, event)).toBe('applied');
    }
  });
});
