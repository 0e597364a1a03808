import { expect, test } from 'vitest';
import { createDetector } from '../../strategy/detector.ts';
import type { Preset } from './simulated-behaviour.ts';
import { type Kind, usualKinds } from './simulated-dislocations.ts';
import { createMoves, marketOf, moveWidth } from './simulated-moves.ts';
import { SimulatedPrices, stepMs } from './simulated-prices.ts';

const exchanges = ['binance', 'okx'];
const often: readonly Kind[] = usualKinds.map((kind) => ({ ...kind, perMinute: 4 * kind.perMinute }));

/** Steps of 20 minutes in which a cycle brought more before fees than it may where an exchange is calm: at calm ones, and at others. */
const beyondIn = (seed: number, preset: Preset, kinds: readonly Kind[]) => {
  const prices = new SimulatedPrices(seed, exchanges, { preset, kinds });
  const { starts, listings, bids, asks, exchangeOf } = prices.markets;
  const detectors = exchanges.map((_, place) =>
    createDetector({
      instruments: listings
        .slice(starts[place], starts[place + 1])
        .map(({ instrument }) => ({ ...instrument, takerFee: 0 })),
      types: { tri: true, quad: true },
      fundingCurrencies: [],
      anyStart: true,
      threshold: prices.mostWhenCalm - 1,
    }),
  );
  const hear = (market: number): number => {
    const place = exchangeOf[market] as number;
    const own = market - (starts[place] as number);
    return detectors[place]?.update(own, bids[market] as number, asks[market] as number) ?? 0;
  };
  for (const market of listings.keys()) hear(market);
  const moves = createMoves(listings.length);
  const beyond = { calm: 0, lively: 0 };
  for (let at = 0; at < 20 * 60_000; at += stepMs) {
    moves.count = 0;
    prices.step(moves);
    for (let move = 0; move < moves.count; move++) {
      const market = marketOf(moves.rows[moveWidth * move] as number);
      if (hear(market) > 0) beyond[prices.isCalm(exchangeOf[market] as number) ? 'calm' : 'lively'] += 1;
    }
  }
  return beyond;
};

test.each([1, 7, 23])(
  'a calm exchange shows no cycle beyond its bound, whichever moves of a step have been heard: seed %i',
  (seed) => {
    const practice = beyondIn(seed, 'practice', often);
    expect(practice.calm).toBe(0);
    expect(practice.lively).toBeGreaterThan(100);
    expect(beyondIn(seed, 'realistic', [])).toEqual({ calm: 0, lively: 0 });
  },
);
