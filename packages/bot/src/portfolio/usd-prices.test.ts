import { describe, expect, test } from 'vitest';
import { createUsdPrices } from './usd-prices.ts';

type Quoted = { readonly base: string; readonly quote: string; readonly bid: number; readonly ask: number };

/** All prices by these quotes, asked for in the order of the names given, or of the list. */
const usdPrices = (quotes: readonly Quoted[], first: readonly string[] = []): ReadonlyMap<string, number> => {
  const tops = { bids: Float64Array.from(quotes, ({ bid }) => bid), asks: Float64Array.from(quotes, ({ ask }) => ask) };
  const prices = createUsdPrices(quotes)(tops);
  const all = new Set([...first, 'USD', 'USDT', 'USDC', ...quotes.flatMap(({ base, quote }) => [base, quote])]);
  const priced = [...all].filter((asset) => prices.get(asset) !== undefined);
  expect(new Set([...all].filter(prices.has))).toEqual(new Set(priced));
  return new Map(priced.map((asset) => [asset, prices.get(asset) as number]));
};

const quote = (market: string, bid: number, ask: number) => {
  const [base = '', quote = ''] = market.split('/');
  return { base, quote, bid, ask };
};

describe('USD prices', () => {
  test('follow the books over several markets, in either direction', () => {
    const prices = usdPrices([
      quote('USDT/USD', 0.9, 1.1),
      quote('BTC/USDT', 49_999, 50_001),
      quote('ETH/BTC', 0.046875, 0.078125),
      quote('USDC/EUR', 0.8, 0.8),
      quote('USDC/USD', 1, 1),
    ]);
    expect(Object.fromEntries(prices)).toEqual({ USD: 1, USDT: 1, BTC: 50_000, ETH: 3_125, USDC: 1, EUR: 1.25 });
  });

  test('take the way that loses least to spreads', () => {
    const prices = usdPrices([
      quote('SOL/USD', 80, 120),
      quote('SOL/BTC', 0.002, 0.00202),
      quote('BTC/USD', 50_000, 50_100),
    ]);
    expect(prices.get('SOL')).toBeCloseTo(0.00201 * 50_050, 10);
  });

  test('hold a dollar token at 1 only where no market says otherwise', () => {
    const prices = usdPrices([
      quote('USDC/USD', 0.86, 0.88),
      quote('BTC/USDT', 20_000, 20_000),
      quote('XYZ/ABC', 1, 1),
    ]);
    expect(Object.fromEntries(prices)).toEqual({ USD: 1, USDC: 0.87, USDT: 1, BTC: 20_000 });
  });

  test('do not depend on which is asked for first, and leave out a market without prices', () => {
    const quotes = [
      quote('BTC/USD', 49_000, 51_000),
      quote('BTC/USDT', 50_000, 50_001),
      quote('USDT/USD', Number.NaN, Number.NaN),
      quote('ETH/BTC', 0.05, 0.06),
      quote('ETH/USDT', 3_000, 3_001),
      quote('SOL/ETH', 0.1, 0.1),
      quote('LOST/USDT', Number.NaN, Number.NaN),
    ];
    const expected = { USD: 1, BTC: 50_000, USDT: 50_000 / 50_000.5, USDC: 1, ETH: expect.closeTo(3_000.47, 2) };
    const prices = usdPrices(quotes);
    expect(Object.fromEntries(prices)).toEqual({ ...expected, SOL: (prices.get('ETH') ?? 0) / 10 });
    for (const first of ['SOL', 'LOST', 'USDC', 'ETH', 'USDT'])
      expect(Object.fromEntries(usdPrices(quotes, [first]))).toEqual(Object.fromEntries(prices));
  });

  test('are alike at two moments where the same markets may be used', () => {
    const pairs = [quote('BTC/USD', 1, 1), quote('ETH/BTC', 1, 1)];
    const at = createUsdPrices(pairs);
    const of = (...bids: number[]) => at({ bids: Float64Array.from(bids), asks: Float64Array.from(bids) });
    const first = of(50_000, 0.05);
    expect(of(60_000, 0.04).reach).toBe(first.reach);
    expect(of(60_000, Number.NaN).reach).not.toBe(first.reach);
    expect(createUsdPrices([])({ bids: new Float64Array(), asks: new Float64Array() }).reach).not.toBe(first.reach);
  });

  test('of nothing are those of the dollar and its tokens', () => {
    expect(Object.fromEntries(usdPrices([]))).toEqual({ USD: 1, USDT: 1, USDC: 1 });
  });
});
