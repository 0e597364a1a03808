import { expect, test } from 'vitest';
import type { Instrument } from '../../model/instrument.ts';
import { elapsedOf } from '../../model/moment.ts';
import { createHotMarkets } from './hot-markets.ts';

const market = (symbol: string): Instrument => {
  const [base = '', quote = ''] = symbol.split('/');
  const rules = { tickSize: 0.01, lotStep: 0.0001, minQuantity: 0, minNotional: 0, takerFee: 0.001 };
  return { exchange: 'binance', symbol, base, quote, ...rules, feeCurrency: 'received' };
};

test('hot are the markets of cycles that come near a profit, until five minutes after', () => {
  const hot = createHotMarkets(['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'SOL/USDT', 'SOL/BTC'].map(market));
  hot.see(0, 50_000, 50_001);
  hot.see(1, 2_480, 2_520);
  hot.see(2, 0.05, 0.05001);
  expect(hot.pick(elapsedOf(0))).toEqual([]);
  // Bought with BTC, ETH brings 0.02 % more than it costs: less than the fees, and near enough.
  hot.see(1, 2_501.1, 2_520);
  expect(hot.pick(elapsedOf(1_000)).toSorted()).toEqual([0, 1, 2]);
  hot.see(1, 0, 0);
  expect(hot.pick(elapsedOf(301_000)).length).toBe(3);
  expect(hot.pick(elapsedOf(301_001))).toEqual([]);
});

test('hot are the markets of the best fifty cycles alone, and never more than 150', () => {
  const coins = Array.from({ length: 200 }, (_, at) => `C${at}`);
  const markets = ['BTC/USDT', ...coins.flatMap((coin) => [`${coin}/USDT`, `${coin}/BTC`])].map(market);
  const hot = createHotMarkets(markets);
  hot.see(0, 50_000, 50_000);
  /** Each coin is the better the higher its place; only one way round comes near a profit. */
  const quote = (gain: (at: number) => number) => {
    for (const [at] of coins.entries()) {
      hot.see(2 * at + 1, 100 * (1 + gain(at)), 101 * (1 + gain(at)));
      hot.see(2 * at + 2, 0.00198, 0.002);
    }
  };
  quote((at) => 0.003 + at / 1e5);
  const first = hot.pick(elapsedOf(0));
  expect(first.length).toBeLessThanOrEqual(101);
  expect(Math.min(...first.filter((place) => place > 0))).toBe(2 * 150 + 1);
  quote((at) => 0.005 - at / 1e5);
  const second = hot.pick(elapsedOf(1_000));
  expect(second.length).toBe(150);
  // The newest stay.
  expect(coins.slice(0, 20).every((_, at) => second.includes(2 * at + 1))).toBe(true);
});
