import { paperProvenance } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { fileName, marketOfRecording, marketOfTrade } from './shown-market.ts';

test('a saved file bears the mark of what comes from no exchange', () => {
  expect(fileName('PRACTICE', 'trades.csv')).toBe('practice-trades.csv');
  expect(fileName(null, 'trades.csv')).toBe('trades.csv');
});

test('a recording of invented prices stays invented', () => {
  const names = ['sample', 'practice-binance-20260131', 'realistic-okx-20260131', 'sample-kucoin-20260131'];
  expect(names.map((name) => marketOfRecording(name, null))).toEqual(['sample', 'simulated', 'realistic', 'sample']);
  expect(['binance-20260131', 'samples.csv', ''].map((name) => marketOfRecording(name, null))).toEqual([
    'recorded',
    'recorded',
    'recorded',
  ]);
});

test('a trade met invented prices, those of a recording, or an exchange’s', () => {
  const names = ['practice', 'realistic', 'sample', 'binance-20260131', 'live', 'unknown', undefined];
  expect(names.map((name) => marketOfTrade(name, null))).toEqual([
    'simulated',
    'realistic',
    'sample',
    'recorded',
    null,
    null,
    null,
  ]);
});

test('what states its source is known by that, whatever it is called', () => {
  const practice = paperProvenance('practice', 'binance', 'binance-1');
  expect(marketOfRecording('binance-1', practice)).toBe('simulated');
  expect(marketOfTrade('binance-1', practice)).toBe('simulated');
  expect(marketOfTrade('practice', paperProvenance('live', 'binance', 'live'))).toBeNull();
});
