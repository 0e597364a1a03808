import { paperProvenance } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { fileName, marketOfTrade } from './shown-market.ts';

test('a saved file bears the mark of what comes from no exchange', () => {
  expect(fileName('PRACTICE', 'trades.csv')).toBe('practice-trades.csv');
  expect(fileName(null, 'trades.csv')).toBe('trades.csv');
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
  expect(marketOfTrade('binance-1', practice)).toBe('simulated');
  expect(marketOfTrade('practice', paperProvenance('live', 'binance', 'live'))).toBeNull();
});
