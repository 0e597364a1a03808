import { Backtest } from '@triquad/core/contract';
import { BacktestFields, backtestConfig, readForm } from '@triquad/core/rules';
import { expect, onTestFinished, test } from 'vitest';
import { firstValues, presetRange, valuesOf } from './backtest-values.ts';

const configOf = (values: object) => {
  const { value } = readForm(BacktestFields, { ...firstValues, ...values });
  return value && backtestConfig(value);
};
const range = { start_date: '2026-01-01T00:00', end_date: '2026-01-02T12:30' };

test('an earlier one can be run again as it was', () => {
  const config = configOf({ name: 'x', ...range, description: 'why', seed: '7', enable_quadrangular: true });
  expect(config).not.toBe(null);
  expect(config && configOf(valuesOf({ ...config, description: 'why' }))).toEqual(config);
});

test('one with terms of its own has them again', () => {
  const own = {
    fees: { binance: { taker_pct: 0.05 }, kraken: { tier: 'Pro' } },
    paper: { conditions: 'realistic', exchanges: { binance: { order_delay: { median_ms: 5, p99_ms: 40 } } } },
    limits: { max_concurrent_orders: 2, assets: { BTC: { max_position: 500, max_daily_volume: 9_000 } } },
    start_currencies: ['USDC', 'BTC'],
  };
  const config = configOf({ name: 'x', ...range });
  const again = config && valuesOf({ ...config, ...own });
  expect(again && configOf(again)).toMatchObject(own);
});

test('what a bot does not say of an earlier one is as by default', () => {
  const { config } = Backtest.parse({ id: 'b', config: { name: 'x' } });
  expect(config && valuesOf(config)).toEqual({
    name: 'x',
    description: '',
    start_date: '',
    end_date: '',
    initial_capital: '10000',
    max_position_size: '1000',
    min_profit_threshold: '0.5',
    max_slippage: '0.5',
    exchanges: ['binance'],
    enable_triangular: true,
    enable_quadrangular: false,
    seed: '',
  });
});

test('a range that ends now ends with the last full minute', () => {
  const now = new Date('2026-01-31T12:00:59.500').getTime();
  expect(presetRange('hour', now)).toEqual({ start_date: '2026-01-31T11:00', end_date: '2026-01-31T12:00' });
  expect(presetRange('week', now).start_date).toBe('2026-01-24T12:00');
});

test('a moment typed in one zone is sent in UTC, also over a change of summer time', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const sent = configOf({ name: 'x', start_date: '2026-03-08T00:00', end_date: '2026-03-08T12:00' });
  expect([sent?.start_date, sent?.end_date]).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-08T16:00:00.000Z']);
  expect(sent && valuesOf(sent).end_date).toBe('2026-03-08T12:00');
});

test('seconds of an earlier one are kept', () => {
  const config = configOf({ name: 'x', ...range });
  expect(config && valuesOf({ ...config, end_date: new Date('2026-01-02T12:30:05').toISOString() }).end_date).toBe(
    '2026-01-02T12:30:05',
  );
});
