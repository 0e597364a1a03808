import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';
import type { Scan } from './market.ts';
import { createExchangeMarkets } from './markets.ts';

const scan: Scan = { threshold: 0.005, pairs: [], tri: true, quad: true };

const marketsOf = () => {
  const clock = createVirtualClock(0);
  const feed = scriptedFeed(clock);
  const fixed = { exchange: 'kucoin', books: feed.books, instruments: scriptedInstruments(), maxBookAgeMs: 5000 };
  const own = createExchangeMarkets({ ...fixed, fundingCurrencies: ['USDT'], now: clock.monotonic }, scan);
  feed.subscribe((event) => {
    if (event.type === 'BookUpdated') own.apply(event);
  });
  feed.book('BTC/USDT', [[49_999, 1]], [[50_001, 1]]);
  feed.book('ETH/BTC', [[0.04999, 1]], [[0.05001, 1]]);
  feed.book('ETH/USDT', [[2499, 1]], [[2500, 1]]);
  return { own, clock };
};

test('the same cycles are not laid out again: they keep their rates', () => {
  const { own } = marketsOf();
  const detector = own.detector();
  own.scan({ ...scan, pairs: [] });
  expect(own.detector()).toBe(detector);
  expect(own.detector().counts()).toEqual({ tri: 2, quad: 0 });
});

test('other cycles begin with the books as they are', () => {
  const { own } = marketsOf();
  const detector = own.detector();
  own.scan({ ...scan, threshold: 0.01 });
  expect(own.detector()).not.toBe(detector);
  expect(own.detector().counts()).toEqual({ tri: 2, quad: 0 });
  own.scan({ ...scan, pairs: ['BTC/USDT', 'ETH/BTC'] });
  expect(own.detector().counts()).toEqual({ tri: 0, quad: 0 });
});

test('a book that is too old by then is in none of the same cycles', async () => {
  const { own, clock } = marketsOf();
  await clock.advance(5001);
  own.scan({ ...scan });
  expect(own.detector().counts()).toEqual({ tri: 0, quad: 0 });
});
