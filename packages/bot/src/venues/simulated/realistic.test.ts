import { expect, test } from 'vitest';
import { scaled } from '../../engine/scale.suite.ts';
import { bestPrice } from '../../market/book-side.ts';
import { applyUpdate, createOrderBook } from '../../market/order-book.ts';
import type { BookUpdated } from '../../model/event.ts';
import { elapsedOf, instantOf } from '../../model/moment.ts';
import { createDetector } from '../../strategy/detector.ts';
import { stepMs } from './simulated-prices.ts';
import { listingsOf, simulatedExchanges } from './simulated-universe.ts';
import { SimulatedWorld } from './simulated-world.ts';

const fundingCurrencies = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];
const hourMs = 3_600_000;

/** Plays a realistic exchange; gives the best product of rates of any cycle before fees, by its legs, and what was seen on the way. */
const play = (exchange: string, seed: number, ms: number) => {
  const instruments = listingsOf(exchange, 'realistic').map(({ instrument }) => instrument);
  const ids = new Map(instruments.map(({ symbol }, id) => [symbol, id]));
  const books = instruments.map(() => createOrderBook({ kind: 'numbered' }));
  const detectors = [3, 4].map((legs) => ({
    legs,
    detector: createDetector({
      instruments: instruments.map((instrument) => ({ ...instrument, takerFee: 0, makerFee: 0 })),
      types: { tri: legs === 3, quad: legs === 4 },
      fundingCurrencies,
      threshold: -0.01,
    }),
  }));
  const best = new Map([3, 4].map((legs) => [legs, { product: 0, path: '' }]));
  const paid = new Map([3, 4].map((legs) => [legs, 0]));
  let messages = 0;
  const take = (message: BookUpdated): void => {
    messages++;
    const id = ids.get(message.symbol) ?? -1;
    const book = books[id];
    if (book === undefined) return;
    applyUpdate(book, message);
    for (const { legs, detector } of detectors) {
      const hits = detector.update(id, bestPrice(book.bids), bestPrice(book.asks));
      for (let hit = 0; hit < hits; hit++) {
        const { edges, symbols } = detector.cycle(hit);
        const product = detector.product(edges);
        if (product > 1) paid.set(legs, (paid.get(legs) ?? 0) + 1);
        if (product > (best.get(legs)?.product ?? 0)) best.set(legs, { product, path: symbols.join('→') });
      }
    }
  };
  const world = new SimulatedWorld(seed, [exchange], { preset: 'realistic' });
  const stampAt = (at: number) => ({ at: instantOf(at), received: elapsedOf(at) });
  world.snapshots(exchange, stampAt(0), take);
  for (let at = stepMs; at <= ms; at += stepMs) world.step(stampAt(at), take);
  return { best, paid, messages };
};

test.each(simulatedExchanges)('no cycle of a realistic %s beats a fee of 0.1 %% a leg', (exchange) => {
  const seeds = scaled(1, 1, 10);
  for (let seed = 1; seed <= seeds; seed++) {
    const { best } = play(exchange, seed, scaled(hourMs / 60, hourMs / 60, hourMs));
    for (const [legs, { product, path }] of best)
      expect(product * (1 - 0.001) ** legs, `seed ${seed}: ${path}`).toBeLessThan(1);
  }
});

test('without a fee a few cycles of a realistic exchange pay now and then, as recordings show', () => {
  const { best, paid } = play('kucoin', 20_260_131, hourMs / 60);
  const [tri = { product: 0 }] = [best.get(3)];
  expect(tri.product).toBeGreaterThan(1);
  expect(tri.product).toBeLessThan(1.002);
  expect(paid.get(3)).toBeGreaterThan(0);
});
