import { expect, test } from 'vitest';
import { fileName, marketOfRecording, shownMarket } from './shown-market.ts';

test.each([
  ['simulated', 'seed 7', 'simulated'],
  ['simulated', 'realistic, seed 7, speed 2', 'realistic'],
  ['recorded', 'kucoin.csv', 'recorded'],
  ['recorded', 'sample (invented, fitted to recordings)', 'sample'],
  ['none', null, 'none'],
  ['exchange', 'binance, kucoin', null],
  ['another', null, null],
  [null, null, null],
])('%s with %s is shown as %s', (source, detail, shown) => {
  expect(shownMarket(source, detail)).toBe(shown);
});

test('a saved file bears the mark of what comes from no exchange', () => {
  expect(fileName('PRACTICE', 'trades.csv')).toBe('practice-trades.csv');
  expect(fileName(null, 'trades.csv')).toBe('trades.csv');
});

test('of recordings the sample alone is known to be invented', () => {
  expect(marketOfRecording('sample')).toBe('sample');
  expect(marketOfRecording('binance-20260131')).toBe('recorded');
});
