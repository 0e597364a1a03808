import { expect, test } from 'vitest';
import { usualKinds } from '../venues/simulated/simulated-dislocations.ts';
import { createMoves, marketOf, mayPay, moveWidth } from '../venues/simulated/simulated-moves.ts';
import { SimulatedPrices, stepMs } from '../venues/simulated/simulated-prices.ts';
import { listingsOf } from '../venues/simulated/simulated-universe.ts';
import { createMovesMaker, createStretch, type MovesOptions } from './moves-maker.ts';
import { watchRows } from './row-watch.ts';

const exchanges = ['kucoin', 'okx'];
const optionsOf = (seed: number, maxBookAgeMs: number): MovesOptions => ({
  ...{ seed, exchanges, kinds: usualKinds, from: Date.UTC(2026, 0, 31) },
  watches: exchanges.map((name) => ({
    feed: { venue: name },
    instruments: listingsOf(name).map(({ instrument }) => instrument),
    types: { tri: true, quad: true },
    fundingCurrencies: ['USDT', 'BTC'],
    maxBookAgeMs,
    minProfitPct: 0.5,
  })),
});
const last = (40 * 60_000) / stepMs;

/** Steps and markets of the moves that may matter, as the maker tells them. */
const told = (options: MovesOptions) => {
  const maker = createMovesMaker(options);
  const stretch = createStretch();
  const matter: string[] = [];
  while (maker.steps() < last) {
    const before = maker.steps();
    maker.fill(stretch, last);
    for (let step = 0, move = 0; step < stretch.steps; step++)
      for (; move < (stretch.ends[step] as number); move++) {
        const first = stretch.moves.rows[moveWidth * move] as number;
        if ((first & mayPay) !== 0) matter.push(`${before + step + 1} ${marketOf(first)}`);
      }
  }
  return { matter, showed: maker.showed() };
};

/** The same where each row is looked at when it comes. */
const lookedAt = ({ seed, kinds, from, watches }: MovesOptions) => {
  const prices = new SimulatedPrices(seed, exchanges, kinds === undefined ? {} : { kinds });
  const { starts, exchangeOf, listings, bids, asks } = prices.markets;
  const watched = watches.map(watchRows);
  const look = (market: number, now: number): boolean => {
    const exchange = exchangeOf[market] as number;
    watched[exchange]?.row.set([from + now, now, bids[market] as number, asks[market] as number]);
    return watched[exchange]?.take(market - (starts[exchange] as number)) === true;
  };
  for (const [exchange, { instruments }] of watches.entries())
    for (const market of instruments.keys()) {
      watched[exchange]?.row.set([from, 0, Number.NaN, Number.NaN]);
      watched[exchange]?.take(market);
    }
  const matter: string[] = [];
  const moves = createMoves(listings.length);
  while (prices.steps < last) {
    moves.count = 0;
    prices.step(moves);
    for (let move = 0; move < moves.count; move++) {
      const market = marketOf(moves.rows[moveWidth * move] as number);
      if (look(market, prices.steps * stepMs)) matter.push(`${prices.steps} ${market}`);
    }
  }
  return { matter, showed: watched.map((one) => one.showed()) };
};

test.each([
  [7, 1_500],
  [11, 900],
])(
  'rows of a calm market are passed, and all is told as if each was looked at: seed %i, books of %i ms',
  (seed, age) => {
    const options = optionsOf(seed, age);
    const [quick, whole] = [told(options), lookedAt(options)];
    expect(quick.matter).toEqual(whole.matter);
    expect(quick.showed).toEqual(whole.showed);
    expect(whole.matter.length).toBeGreaterThan(100);
  },
);
