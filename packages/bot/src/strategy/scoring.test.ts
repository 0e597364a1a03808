import { describe, expect, it } from 'vitest';
import { type RiskFacts, scoreLiquidity, scoreRisk } from './scoring.ts';

describe('liquidity', () => {
  it.each([
    [1.9, 'low'],
    [2, 'medium'],
    [4.9, 'medium'],
    [5, 'high'],
  ])('of %d times the quantity is %s, by the thinnest leg', (times, level) => {
    const legs = [
      { market: 'BTC/USDT', quantity: 1, depthWithinTenthPercent: 50 },
      { market: 'ETH/BTC', quantity: 10, depthWithinTenthPercent: 10 * times },
    ];
    expect(scoreLiquidity(legs)).toEqual({
      level,
      reasons: [`ETH/BTC has ${times.toFixed(1)}× the quantity within 0.1 %`],
    });
  });
});

describe('risk', () => {
  const calm: RiskFacts = { legs: 3, profitPct: 1, feesPct: 0.3, oldestBookMs: 100, volatilityPct: 0.1, fillRate: 1 };

  it('is low without a reason', () => {
    expect(scoreRisk(calm)).toEqual({ level: 'low', reasons: [] });
  });

  it('grows with each reason and names it', () => {
    expect(scoreRisk({ ...calm, legs: 4, oldestBookMs: 800 })).toEqual({
      level: 'medium',
      reasons: ['4 legs', 'a book 800 ms old'],
    });
    expect(scoreRisk({ ...calm, legs: 4, profitPct: 0.1, feesPct: 0.5, volatilityPct: null, fillRate: null })).toEqual({
      level: 'high',
      reasons: ['4 legs', 'a profit of 0.10 % over fees of 0.50 %', 'volatility unknown', 'no past executions'],
    });
  });

  it.each<[Partial<RiskFacts>, string[]]>([
    [{ profitPct: 0.3, volatilityPct: 0 }, []],
    [{ profitPct: 0.2, volatilityPct: 0 }, ['a profit of 0.20 % over fees of 0.30 %']],
    [{ oldestBookMs: 250 }, []],
    [{ oldestBookMs: 251 }, ['a book 251 ms old']],
    [{ volatilityPct: 0.5 }, []],
    [{ volatilityPct: 0.6 }, ['prices that move by 0.60 % a minute']],
    [{ fillRate: 0.9 }, []],
    [{ fillRate: 0.89 }, ['89 % of past executions filled']],
  ])('counts %o by its marks', (change, reasons) => {
    expect(scoreRisk({ ...calm, ...change })).toEqual({ level: 'low', reasons });
  });

  it.each<Partial<RiskFacts>>([
    { profitPct: 0.07, volatilityPct: 0 },
    { oldestBookMs: 751 },
    { volatilityPct: 1.1 },
    { fillRate: 0.59 },
  ])('counts %o twice', (change) => {
    expect(scoreRisk({ ...calm, legs: 4, ...change }).level).toBe('medium');
  });
});
