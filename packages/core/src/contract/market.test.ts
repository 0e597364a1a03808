import { expect, test } from 'vitest';
import { unrealMarket } from './market.ts';

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
  expect(unrealMarket(source, detail)).toBe(shown);
});
