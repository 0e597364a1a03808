import { describe, expect, test } from 'vitest';
import { bestPrice, levelsOf } from '../../market/book-side.ts';
import { applyUpdate, createOrderBook } from '../../market/order-book.ts';
import type { BookUpdated, Stamp } from '../../model/event.ts';
import { elapsedOf, instantOf } from '../../model/moment.ts';
import type { Cycle } from '../../strategy/cycle.ts';
import { createDetector } from '../../strategy/detector.ts';
import { sizeInLots } from '../../strategy/sizing.ts';
import { type Kind, usualKinds } from './simulated-dislocations.ts';
import { stepMs } from './simulated-prices.ts';
import { assets, listingsOf, simulatedExchanges } from './simulated-universe.ts';
import { SimulatedWorld } from './simulated-world.ts';

const seed = 7;
const fundingCurrencies = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];
const usd = new Map(assets.map((asset) => [asset.name, asset.usd]));

type Found = { readonly at: number; endedAt: number; readonly profitPct: number | null };

/** Scans one exchange: each cycle above the threshold (a fraction) once, sized in lots for USD 1,000, for as long as it pays. */
const scanner = (exchange: string, threshold: number) => {
  const instruments = listingsOf(exchange).map(({ instrument }) => instrument);
  const ids = new Map(instruments.map(({ symbol }, id) => [symbol, id]));
  const books = instruments.map(() => createOrderBook({ kind: 'numbered' }));
  const detector = createDetector({ instruments, types: { tri: true, quad: true }, fundingCurrencies, threshold });
  const alive = new Map<number, { readonly cycle: Cycle; readonly found: Found }>();
  const found: Found[] = [];

  const size = ({ symbols, edges }: Cycle) => {
    const capital = 1_000 / (usd.get(symbols[0] ?? '') ?? Number.NaN);
    const route = edges.flatMap((edge) => {
      const [instrument, book] = [instruments[edge >> 1], books[edge >> 1]];
      if (!instrument || !book) return [];
      return [
        edge % 2 === 0
          ? { instrument, side: 'sell' as const, levels: levelsOf(book.bids) }
          : { instrument, side: 'buy' as const, levels: levelsOf(book.asks) },
      ];
    });
    const sizing = sizeInLots(route, { maxCapital: capital, freeBalance: capital });
    return sizing.ok ? sizing.profit_pct : null;
  };

  const take = (message: BookUpdated) => {
    const { symbol, at } = message;
    const id = ids.get(symbol) ?? -1;
    const book = books[id];
    if (!book) return;
    applyUpdate(book, message);
    const hits = detector.update(id, bestPrice(book.bids), bestPrice(book.asks));
    for (const [key, { cycle, found }] of alive) {
      if (detector.product(cycle.edges) > 1 + threshold) continue;
      alive.delete(key);
      found.endedAt = at;
    }
    for (let hit = 0; hit < hits; hit++) {
      if (alive.has(detector.key(hit))) continue;
      const cycle = detector.cycle(hit);
      const one = { at, endedAt: Infinity, profitPct: size(cycle) };
      found.push(one);
      alive.set(detector.key(hit), { cycle, found: one });
    }
  };
  return { take, found };
};

const stampOf = (ms: number): Stamp => ({ at: instantOf(ms), received: elapsedOf(ms) });

const scan = (minutes: number, threshold: number, kinds: readonly Kind[]) => {
  const world = new SimulatedWorld(seed, simulatedExchanges, { kinds });
  const scanners = new Map(simulatedExchanges.map((exchange) => [exchange, scanner(exchange, threshold)]));
  const take = (message: BookUpdated) => scanners.get(message.exchange)?.take(message);
  for (const exchange of simulatedExchanges) world.snapshots(exchange, stampOf(0), take);
  for (let step = 1; step <= (minutes * 60_000) / stepMs; step++) world.step(stampOf(step * stepMs), take);
  return [...scanners.values()].flatMap(({ found }) => found);
};

describe(`the simulated world, seed ${seed}`, () => {
  test('holds no cycle that beats its fees while no market has run away', () => {
    expect(scan(4, 0, [])).toEqual([]);
  });

  test('offers 2 to 6 opportunities a minute above 0.5 %, some ten times as many above 0.1 %, and time to take them by hand', () => {
    const minutes = 20;
    const found = scan(minutes, 0.001, usualKinds);
    const perMinute = (pct: number) =>
      found.filter(({ profitPct }) => profitPct !== null && profitPct >= pct).length / minutes;
    expect(perMinute(0.5)).toBeGreaterThan(2);
    expect(perMinute(0.5)).toBeLessThan(6);
    expect(perMinute(0.1) / perMinute(0.5)).toBeGreaterThan(7);
    expect(perMinute(0.1) / perMinute(0.5)).toBeLessThan(15);
    const lifetimes = (least: number, most: number) =>
      found
        .filter(({ profitPct }) => profitPct !== null && profitPct >= least && profitPct < most)
        .filter(({ endedAt }) => endedAt < Infinity)
        .map(({ at, endedAt }) => endedAt - at);
    expect(Math.max(...lifetimes(0.5, 10))).toBeGreaterThan(7_000);
    expect(Math.max(...lifetimes(0.5, 10))).toBeLessThanOrEqual(8_000);
    expect(Math.min(...lifetimes(0.1, 0.4))).toBeLessThan(500);
    expect(Math.max(...lifetimes(0.1, 0.4))).toBeLessThanOrEqual(10_000);
  });
});
