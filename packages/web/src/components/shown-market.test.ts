import { expect, test } from 'vitest';
import { fileName, marketOfRecording, marketOfTrade } from './shown-market.ts';

test('a saved file bears the mark of what comes from no exchange', () => {
  expect(fileName('PRACTICE', 'trades.csv')).toBe('practice-trades.csv');
  expect(fileName(null, 'trades.csv')).toBe('trades.csv');
});

test('a recording of invented prices stays invented', () => {
  const names = ['sample', 'practice-binance-20260131', 'realistic-okx-20260131', 'sample-kucoin-20260131'];
  expect(names.map(marketOfRecording)).toEqual(['sample', 'simulated', 'realistic', 'sample']);
  expect(['binance-20260131', 'samples.csv', ''].map(marketOfRecording)).toEqual(['recorded', 'recorded', 'recorded']);
});

test('a trade met invented prices, those of a recording, or an exchange’s', () => {
  const names = ['practice', 'realistic', 'sample', 'binance-20260131', 'live', 'unknown', undefined];
  expect(names.map(marketOfTrade)).toEqual(['simulated', 'realistic', 'sample', 'recorded', null, null, null]);
});
