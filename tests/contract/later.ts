import type { RouteName } from '@triquad/core/contract';

/** Calls that this version refuses with 501. */
export const LATER: readonly RouteName[] = [
  'backtest.run',
  'backtest.list',
  'backtest.get',
  'backtest.delete',
  'backtest.cancel',
  'backtest.report',
];

/** A body that each of them would take. */
export const LATER_BODIES: Partial<Record<RouteName, unknown>> = {
  'backtest.run': {
    name: 'a',
    start_date: '2026-01-01T00:00:00.000Z',
    end_date: '2026-01-02T00:00:00.000Z',
    initial_capital: 10_000,
    exchanges: ['binance'],
    min_profit_threshold: 0.5,
    max_position_size: 1_000,
    max_slippage: 0.5,
    enable_triangular: true,
    enable_quadrangular: false,
  },
};
