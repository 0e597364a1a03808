import { expect, test } from 'vitest';
import { fileName, marketOfRecording, marketOfTrade } from './shown-market.ts';

test('a saved file bears the mark of what comes from no exchange', () => {
  expect(fileName('PRACTICE', 'trades.csv')).toBe('practice-trades.csv');
  expect(fileName(null, 'trades.csv')).toBe('trades.csv');
});

test('of recordings the sample alone is known to be invented', () => {
  expect(marketOfRecording('sample')).toBe('sample');
  expect(marketOfRecording('binance-20260131')).toBe('recorded');
});

test('a trade met invented prices, those of a recording, or an exchange’s', () => {
  const names = ['practice', 'realistic', 'sample', 'binance-20260131', 'live', 'unknown', undefined];
  expect(names.map(marketOfTrade)).toEqual(['simulated', 'realistic', 'sample', 'recorded', null, null, null]);
});
