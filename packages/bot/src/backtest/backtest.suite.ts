import type { BacktestConfig } from '@triquad/core/contract';
import { expect } from 'vitest';
import type { Recording } from '../recording/recordings.ts';
import type { BacktestJob, BacktestOutcome, BacktestReport } from './job.ts';
import { planBacktest } from './plan-backtest.ts';

/** Ten minutes of the simulated market of two exchanges, for what pays at all. */
export const config = (change: Partial<BacktestConfig> = {}): BacktestConfig => ({
  name: 'Ten minutes',
  start_date: '2026-01-31T12:00:00.000Z',
  end_date: '2026-01-31T12:10:00.000Z',
  initial_capital: 10_000,
  exchanges: ['binance', 'kraken'],
  min_profit_threshold: 0.1,
  max_position_size: 1000,
  max_slippage: 0.5,
  enable_triangular: true,
  enable_quadrangular: true,
  seed: 7,
  ...change,
});

export const jobOf = (change: Partial<BacktestConfig> = {}, recordings: readonly Recording[] = []): BacktestJob => {
  const planned = planBacktest('a-backtest', config(change), recordings, undefined, 'practice');
  return planned.ok ? planned.job : expect.unreachable(`${planned.field}: ${planned.detail}`);
};

export const reportIn = (outcome: BacktestOutcome): BacktestReport =>
  outcome.status === 'completed' ? outcome.report : expect.unreachable(JSON.stringify(outcome));

export const nothing = (): void => {};
