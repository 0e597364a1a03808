import { describe, expect, test } from 'vitest';
import { defaultBreakers } from '../model/breaker-settings.ts';
import { type BreakerReadings, judgeBreakers } from './breaker.ts';
import { judgeRoute, type RouteFacts } from './limits.ts';
import { lossOf } from './losses.ts';

const route = (change: Partial<RouteFacts> = {}): RouteFacts => ({
  halted: null,
  path: ['USDT', 'BTC', 'ETH', 'USDT'],
  usd_rate: 1,
  unverified: null,
  reducing: null,
  asked_usd: null,
  max_capital_per_route: 1000,
  total_capital: 10_000,
  at_work_usd: 0,
  unpriced: null,
  growth: 0,
  free_usd: 5000,
  running: [],
  running_in_all: 0,
  max_concurrent: 3,
  cooldown_left_ms: 0,
  cooldown_ms: 60_000,
  residuals: [],
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
    expect(refusal({ volumeUsd: () => 4990, growth: 0.25 })).toBe(8);
    expect(refusal({ positionUsd: () => 990, growth: 0.25 })).toBe(8);
    expect(refusal({ positionUsd: (asset) => (asset === 'ETH' ? 9_999 : 0) })).toBe(1000);
  });

  test('is refused with the reason, and the figures of the limit, of what is used and of what was asked', () => {
    expect(refusal({ halted: 'drill' })).toBe('halted: drill');
    expect(refusal({ reducing: 'stale_data: 4 of 5' })).toBe('circuit_breaker: stale_data: 4 of 5');
    expect(refusal({ usd_rate: null })).toBe('no_valuation: USDT has no price in USD');
    expect(refusal({ positionUsd: () => null })).toBe('no_valuation: what is held of BTC has no price in USD');
    expect(refusal({ volumeUsd: () => null })).toBe('no_valuation: what was bought of BTC today had no price in USD');
    expect(refusal({ unpriced: 'XMR' })).toBe(
      'no_valuation: what is held of XMR has no price in USD, so that losses cannot be watched',
    );
    expect(refusal({ at_work_usd: null })).toBe(
      'no_valuation: a residual position has no price in USD, so that the capital at work is not known',
    );
    expect(refusal({ residuals: ['ETH'] })).toBe('stranded_asset: ETH of a failed execution is still held');
    expect(refusal({ cooldown_left_ms: 1500 })).toBe('cooldown: 2 s left of 60 s after a failure');
    expect(refusal({ cooldown_left_ms: 0 })).toBe(1000);
    expect(refusal({ running_in_all: 3 })).toBe('too_many_executions: 3 of 3 executions at once are running');
    expect(refusal({ asked_usd: 1000.01 })).toBe(
      'capital_limit: capital of one route: at most $1000.00, $1000.01 asked',
    );
    expect(refusal({ asked_usd: 400, at_work_usd: 10_000 })).toBe(
      'capital_limit: capital in all: $10000.00 of $10000.00 at work, $400.00 asked',
    );
    expect(refusal({ positionUsd: () => 1000 })).toBe(
      'position_limit: BTC position: $1000.00 of $1000.00 held or on its way, $1000.00 asked',
    );
    expect(refusal({ volumeUsd: () => 5000 })).toBe(
      'volume_limit: BTC daily volume: $5000.00 of $5000.00 bought today, $1000.00 asked',
    );
    expect(refusal({ free_usd: 0 })).toBe('balance: free USDT: $0.00, $1000.00 asked');
  });

  test('says which limit made it smaller than was asked', () => {
    const bound = (change: Partial<RouteFacts>) => {
      const verdict = judgeRoute(route(change));
      return verdict.ok ? [verdict.capital_usd, verdict.bound?.reason ?? null] : verdict;
    };
    expect(bound({})).toEqual([1000, null]);
    expect(bound({ asked_usd: 50 })).toEqual([50, null]);
    expect(bound({ at_work_usd: 9_400 })).toEqual([600, 'capital_limit']);
    expect(bound({ at_work_usd: 9_400, volumeUsd: () => 4_990 })).toEqual([10, 'volume_limit']);
    expect(bound({ free_usd: 7, volumeUsd: () => 4_990 })).toEqual([7, 'balance']);
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

describe('a breaker', () => {
  const calm: BreakerReadings = {
    failures_in_a_row: 4,
    orders: { closed: 10, rejected: 2 },
    skew: { exchange: 'kucoin', ms: 1999 },
    feeds: { silent: 1, all: 2 },
    lag_ms: 999,
  };
  const reasons = (change: Partial<BreakerReadings>) => [...judgeBreakers({ ...calm, ...change }, defaultBreakers)];

  test('does not trip below its figure', () => {
    expect(reasons({})).toEqual([]);
    expect(reasons({ orders: { closed: 9, rejected: 9 }, skew: null, lag_ms: null })).toEqual([]);
    expect(reasons({ feeds: { silent: 0, all: 0 } })).toEqual([]);
  });

  test('trips at its figure, and says the figures', () => {
    expect(reasons({ failures_in_a_row: 5 })).toEqual([
      ['consecutive_failures', '5 executions in a row failed, the limit is 5'],
    ]);
    expect(reasons({ orders: { closed: 10, rejected: 3 } })).toEqual([
      ['reject_rate', '3 of the last 10 orders were refused, the limit is 30 %'],
    ]);
    expect(reasons({ skew: { exchange: 'okx', ms: -2000.4 } })).toEqual([
      ['clock_skew', "this machine's clock is 2000 ms behind that of okx, the limit is 2000 ms"],
    ]);
    expect(reasons({ feeds: { silent: 2, all: 3 } })).toEqual([
      ['stale_data', '2 of 3 connections have sent nothing, or late data, for 5 s, the limit is 50 %'],
    ]);
    expect(reasons({ lag_ms: 1000 })).toEqual([
      ['event_loop_lag', 'the process is 1000 ms late, the limit is 1000 ms'],
    ]);
  });
});
