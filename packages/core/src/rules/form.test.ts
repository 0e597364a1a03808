import { expect, test } from 'vitest';
import { globalDefaults } from './defaults.ts';
import { type FieldCode, type FormValues, readForm } from './form.ts';
import { BacktestFields, backtestConfig, EmailFields, GlobalFields, RiskFields } from './form-schemas.ts';
import { numberText, readNumber } from './number-text.ts';

const codes = (problems: Readonly<Record<string, { code: FieldCode }>>) =>
  Object.fromEntries(Object.entries(problems).map(([path, { code }]) => [path, code]));
const reading = (field: keyof GlobalFields, typed: string) => {
  const { value, problems } = readForm(GlobalFields, { ...globalDefaults, [field]: typed });
  return value?.[field] ?? problems[field];
};

test('decimals come after a point or a comma', () => {
  const read = (text: string) => {
    const result = readNumber(text);
    return result.ok ? [result.value, result.thousands] : result.why;
  };
  expect([' 10000 ', '0.5', '0,5', '12,50', '-1', '1.500', '1,500'].map(read)).toEqual([
    [10_000, null],
    [0.5, null],
    [0.5, null],
    [12.5, null],
    [-1, null],
    [1.5, 1_500],
    [1.5, 1_500],
  ]);
  expect(['1.500,00', '1e3', 'ten', '', '.5', '5.'].map(read)).toEqual([
    'not-a-number',
    'not-a-number',
    'not-a-number',
    'empty',
    'not-a-number',
    'not-a-number',
  ]);
  expect([0.0000001, 1e15, 0.5, null].map(numberText)).toEqual(['0.0000001', '1000000000000000', '0.5', '']);
});

test('a number is read by the limits of its schema, which go with the problem', () => {
  const share = { least: 0, most: 100, isAbove: false, isWhole: false };
  const usd = { least: 0, most: null, isAbove: true, isWhole: false };
  const whole = { least: 1, most: 100, isAbove: false, isWhole: true };
  expect(reading('min_profit_threshold', '0,75')).toBe(0.75);
  expect(reading('min_profit_threshold', '-1')).toEqual({ code: 'out_of_range', bounds: share });
  expect(reading('min_profit_threshold', '100.1')).toEqual({ code: 'out_of_range', bounds: share });
  expect(reading('min_profit_threshold', 'x')).toEqual({ code: 'not_a_number', bounds: share });
  expect(reading('min_profit_threshold', ' ')).toEqual({ code: 'missing', bounds: share });
  expect(reading('total_capital', '0')).toEqual({ code: 'out_of_range', bounds: usd });
  expect(reading('max_concurrent_orders', '2.5')).toEqual({ code: 'not_whole', bounds: whole });
  expect(reading('max_concurrent_orders', '101')).toEqual({ code: 'out_of_range', bounds: whole });
});

test('an ambiguous thousands mark is refused where both values are possible', () => {
  expect(reading('total_capital', '1.500')).toMatchObject({ code: 'thousands' });
  expect(reading('total_capital', '1,500')).toMatchObject({ code: 'thousands' });
  expect(reading('total_capital', '1500.00')).toBe(1_500);
  // 1,125 % is no threshold: the point can only stand before decimals.
  expect(reading('min_profit_threshold', '1.125')).toBe(1.125);
});

test('a saved number without edits is submitted unchanged', () => {
  const { value } = readForm(GlobalFields, { ...globalDefaults, total_capital: 500.125 });
  expect(value).toEqual({ ...globalDefaults, total_capital: 500.125 });
});

test('fields that are not in the schema are ignored', () => {
  const { value } = readForm(GlobalFields, { ...globalDefaults, id: 'x', 'risk.stop_loss_pct': 'x' });
  expect(value).toEqual(globalDefaults);
});

test('a table is read row by row, and may be empty', () => {
  const values = { 'risk.cooldown_after_failure_seconds': 60, 'risk.stop_loss_pct': '8' };
  expect(readForm(RiskFields, values).value).toEqual({
    risk: { assets: {}, cooldown_after_failure_seconds: 60, stop_loss_pct: 8 },
  });
  const { value, problems } = readForm(RiskFields, { ...values, 'risk.assets.BTC.max_position': '700' });
  expect([value, codes(problems)]).toEqual([null, { 'risk.assets.BTC.max_daily_volume': 'missing' }]);
});

const backtest = {
  name: ' January ',
  start_date: '2026-01-01T00:00',
  end_date: '2026-01-02T12:30',
  initial_capital: '10000',
  exchanges: ['binance'],
  min_profit_threshold: '0.5',
  max_position_size: '1000',
  max_slippage: '0.5',
  enable_triangular: true,
  enable_quadrangular: false,
  description: '',
  seed: '',
} satisfies FormValues;
const wrong = (changed: FormValues) => codes(readForm(BacktestFields, { ...backtest, ...changed }).problems);

test('a backtest needs a name, its dates, exchanges and a type', () => {
  expect(wrong({ name: ' ', start_date: '', end_date: '', exchanges: [], initial_capital: '' })).toEqual({
    name: 'missing',
    start_date: 'missing',
    end_date: 'missing',
    exchanges: 'missing',
    initial_capital: 'missing',
  });
  expect(
    wrong({ initial_capital: '99', min_profit_threshold: '101', max_position_size: '9', max_slippage: '-1' }),
  ).toEqual({
    initial_capital: 'out_of_range',
    min_profit_threshold: 'out_of_range',
    max_position_size: 'out_of_range',
    max_slippage: 'out_of_range',
  });
  expect(
    wrong({ initial_capital: '100', min_profit_threshold: '0', max_position_size: '10', max_slippage: '10' }),
  ).toEqual({});
  expect(wrong({ end_date: backtest.start_date, enable_triangular: false })).toEqual({
    end_date: 'end_before_start',
    enable_triangular: 'no_type',
  });
  expect(wrong({ end_date: '275760-12-31T00:00', seed: '1.5' })).toEqual({ end_date: 'invalid', seed: 'not_whole' });
  expect(wrong({ name: 'x'.repeat(201) })).toEqual({ name: 'too_long' });
});

test('an invalid item is a problem of its list', () => {
  expect(wrong({ exchanges: ['binance', 'No Exchange'] })).toEqual({ exchanges: 'invalid' });
});

test('a backtest is sent with its moments in UTC and nothing that was left empty', () => {
  const { value } = readForm(BacktestFields, backtest);
  expect(value && backtestConfig(value)).toEqual({
    name: 'January',
    start_date: new Date('2026-01-01T00:00').toISOString(),
    end_date: new Date('2026-01-02T12:30').toISOString(),
    initial_capital: 10_000,
    exchanges: ['binance'],
    min_profit_threshold: 0.5,
    max_position_size: 1_000,
    max_slippage: 0.5,
    enable_triangular: true,
    enable_quadrangular: false,
  });
});

test('valid fields are returned while others are invalid', () => {
  expect(readForm(GlobalFields, { ...globalDefaults, total_capital: 'x' }).valid).toEqual({
    ...globalDefaults,
    total_capital: undefined,
  });
});

test('other refusals of the contract are invalid values', () => {
  const { problems } = readForm(EmailFields, { events: [], from_email: 'no address', smtp_port: '70000' });
  expect(codes(problems)).toEqual({ from_email: 'invalid', smtp_port: 'out_of_range' });
});
