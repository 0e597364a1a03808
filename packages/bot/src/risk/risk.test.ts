import { describe, expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { judgeRoute, type RouteFacts } from './limits.ts';
import { lossOf } from './losses.ts';

const route = (change: Partial<RouteFacts> = {}): RouteFacts => ({
  now: 100_000,
  halted: null,
  path: ['USDT', 'BTC', 'ETH', 'USDT'],
  usd_rate: 1,
  capital_usd: 1000,
  free_usd: 5000,
  running: [],
  running_in_all: 0,
  max_concurrent: 3,
  cooldown_until: 0,
  stranded: [],
  limits: { BTC: { max_position: 1000, max_daily_volume: 5000 } },
  positionUsd: () => 0,
  volumeUsd: () => 0,
  ...change,
});
const refusal = (change: Partial<RouteFacts>) => {
  const verdict = judgeRoute(route(change));
  return verdict.ok ? verdict.capital_usd : `${verdict.reason}: ${verdict.detail}`;
};

describe('a route', () => {
  test('may take the capital that its limits leave', () => {
    expect(refusal({})).toBe(1000);
    expect(refusal({ free_usd: 20 })).toBe(20);
    expect(refusal({ positionUsd: (asset) => (asset === 'BTC' ? 400 : 0) })).toBe(600);
    expect(refusal({ volumeUsd: () => 4990 })).toBe(10);
    expect(refusal({ positionUsd: (asset) => (asset === 'ETH' ? 9_999 : 0) })).toBe(1000);
  });

  test('is refused with the reason', () => {
    expect(refusal({ halted: 'drill' })).toBe('halted: drill');
    expect(refusal({ usd_rate: null })).toBe('no_valuation: USDT has no price in USD');
    expect(refusal({ positionUsd: () => null })).toBe('no_valuation: what is held of BTC has no price');
    expect(refusal({ stranded: ['ETH'] })).toBe('stranded_asset: ETH of a failed execution is still held');
    expect(refusal({ cooldown_until: 101_500 })).toBe('cooldown: 2 s after a failure');
    expect(refusal({ cooldown_until: 100_000 })).toBe(1000);
    expect(refusal({ running_in_all: 3 })).toBe('too_many_executions: 3 executions are running');
    expect(refusal({ positionUsd: () => 1000 })).toBe('position_limit: BTC held is at its limit of $1000');
    expect(refusal({ volumeUsd: () => 5000 })).toBe('volume_limit: BTC bought today is at its limit of $5000');
    expect(refusal({ free_usd: 0 })).toBe('balance: no free USDT');
  });

  test('shares with a running one nothing but the start', () => {
    const running = (...path: string[]) => ({ running: [{ path }], running_in_all: 1 });
    expect(refusal(running('USDT', 'SOL', 'EUR', 'USDT'))).toBe(1000);
    expect(refusal(running('USDT', 'SOL', 'ETH', 'USDT'))).toBe('asset_busy: another execution holds ETH');
    expect(refusal(running('BTC', 'SOL', 'EUR', 'BTC'))).toBe('asset_busy: another execution holds BTC');
    expect(refusal(running('EUR', 'USDT', 'SOL', 'EUR'))).toBe('asset_busy: another execution holds USDT');
  });
});

describe('losses', () => {
  const facts = { equity: 9_500, day_peak: 10_000, base: 10_000, max_daily_drawdown_pct: 5, stop_loss_pct: 10 };
  test('halt at the day’s limit and at the stop loss', () => {
    expect(lossOf({ ...facts, equity: 9_500.01 })).toBeNull();
    expect(lossOf(facts)).toEqual({
      cause: 'daily_drawdown',
      reason: "equity is 5.00 % below today's peak, the limit is 5 %",
    });
    expect(lossOf({ ...facts, equity: 9_000 })).toEqual({
      cause: 'stop_loss',
      reason: 'equity is 10.00 % below its base, the stop loss is 10 %',
    });
    expect(lossOf({ ...facts, equity: 9_600, day_peak: 10_200 })?.cause).toBe('daily_drawdown');
  });

  test('are none before the first mark', () => {
    expect(lossOf({ ...facts, day_peak: null, base: null })).toBeNull();
  });
});

test('the gate lets pass what its state allows', () => {
  const gate = createGate();
  const passing = () => (['leg', 'unwind', 'manual'] as const).filter((purpose) => gate.passes(purpose));
  expect(passing()).toEqual(['leg', 'unwind', 'manual']);
  gate.set('unwind');
  expect(passing()).toEqual(['unwind']);
  gate.set('none');
  expect(passing()).toEqual([]);
});
