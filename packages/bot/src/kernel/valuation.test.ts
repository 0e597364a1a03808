import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import type { Market } from './market.ts';
import { createValuation } from './valuation.ts';

/** Two exchanges with the same markets: of each the best bid, which is the ask too, NaN where its book is not trusted. */
const valued = () => {
  const clock = createVirtualClock(0);
  const markets = scriptedInstruments().map((instrument, id) => ({ id, instrument }) as Market);
  const quotes = { kucoin: new Map<string, number>(), okx: new Map<string, number>() };
  const exchanges = new Map(
    Object.entries(quotes).map(([name, quoted]) => {
      const prices = () => markets.map(({ instrument: { symbol } }) => quoted.get(symbol) ?? Number.NaN);
      return [name, { markets, tops: () => ({ bids: prices(), asks: prices() }) }] as const;
    }),
  );
  const { lastKnown } = createValuation(exchanges, clock.monotonic);
  const known = (asset: string) => [lastKnown().has(asset), lastKnown().get(asset)];
  return { ...quotes, clock, lastKnown, known };
};

test('an asset without a price keeps its last one, even if it was never read', async () => {
  const { kucoin, clock, lastKnown, known } = valued();
  kucoin.set('BTC/USDT', 50_000).set('SOL/USDT', 100);
  lastKnown();
  expect(known('BTC')).toEqual([true, 50_000]);
  kucoin.clear();
  expect(known('BTC')).toEqual([true, 50_000]);
  for (let second = 0; second < 3; second++) {
    await clock.advance(1000);
    expect(['BTC', 'SOL', 'ETH'].map(known)).toEqual([
      [true, 50_000],
      [true, 100],
      [false, undefined],
    ]);
  }
  kucoin.set('BTC/USDT', 51_000);
  await clock.advance(1000);
  expect(['BTC', 'SOL'].map(known)).toEqual([
    [true, 51_000],
    [true, 100],
  ]);
});

test('the first exchange that has a price counts, at each moment, and prices are of the last second', async () => {
  const { kucoin, okx, clock, known } = valued();
  okx.set('BTC/USDT', 50_100);
  expect(known('BTC')).toEqual([true, 50_100]);
  kucoin.set('BTC/USDT', 50_000);
  await clock.advance(999);
  expect(known('BTC')).toEqual([true, 50_100]);
  await clock.advance(1);
  expect(known('BTC')).toEqual([true, 50_000]);
  kucoin.clear();
  okx.set('BTC/USDT', 50_200);
  await clock.advance(1000);
  expect(known('BTC')).toEqual([true, 50_200]);
});
