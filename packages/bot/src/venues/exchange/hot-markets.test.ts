import { expect, test } from 'vitest';
import type { Instrument } from '../../model/instrument.ts';
import { type Elapsed, elapsedOf } from '../../model/moment.ts';
import { createHotMarkets, type HotMarkets, parts } from './hot-markets.ts';

const market = (symbol: string): Instrument => {
  const [base = '', quote = ''] = symbol.split('/');
  const rules = { tickSize: 0.01, lotStep: 0.0001, minQuantity: 0, minNotional: 0, takerFee: 0.001 };
  return { exchange: 'binance', symbol, base, quote, ...rules, feeCurrency: 'received' };
};

/** All markets, each a few times, as later ones say what earlier ones are worth. */
const pick = (hot: HotMarkets, now: Elapsed): readonly number[] => {
  const answers = Array.from({ length: 3 * parts }, () => hot.look(now)).filter((answer) => answer !== null);
  return answers.at(-1) ?? [];
};

test('hot are the markets of cycles that come near a profit, until five minutes after', () => {
  const hot = createHotMarkets(['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'SOL/USDT', 'SOL/BTC'].map(market));
  hot.see(0, 50_000, 50_001);
  hot.see(1, 2_480, 2_520);
  hot.see(2, 0.05, 0.05001);
  expect(pick(hot, elapsedOf(0))).toEqual([]);
  // Bought with BTC, ETH brings 0.02 % more than it costs: less than the fees, and near enough.
  hot.see(1, 2_501.1, 2_520);
  expect(pick(hot, elapsedOf(1_000)).toSorted()).toEqual([0, 1, 2]);
  hot.see(1, 0, 0);
  expect(pick(hot, elapsedOf(301_000)).length).toBe(3);
  expect(pick(hot, elapsedOf(301_001))).toEqual([]);
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
  const first = pick(hot, elapsedOf(0));
  expect(first.length).toBeLessThanOrEqual(101);
  expect(Math.min(...first.filter((place) => place > 0))).toBe(2 * 150 + 1);
  quote((at) => 0.005 - at / 1e5);
  const second = pick(hot, elapsedOf(1_000));
  expect(second.length).toBe(150);
  // The newest stay.
  expect(coins.slice(0, 20).every((_, at) => second.includes(2 * at + 1))).toBe(true);
});

test('all markets are looked at in so many calls, of which the last answers', () => {
  const hot = createHotMarkets(Array.from({ length: 200 }, (_, at) => market(`C${at}/USDT`)));
  const answers = Array.from({ length: 2 * parts }, () => hot.look(elapsedOf(0)) !== null);
  expect(answers.flatMap((isThere, at) => (isThere ? [at + 1] : []))).toEqual([parts, 2 * parts]);
});
