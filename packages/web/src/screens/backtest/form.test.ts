import { expect, onTestFinished, test } from 'vitest';
import { configOf, emptyForm, formErrors, formFrom, inputMoment, presetRange } from './form.ts';

const filled = { ...emptyForm, name: ' January ', start_date: '2026-01-01T00:00', end_date: '2026-01-02T12:30' };
const utc = (local: string) => new Date(local).toISOString();

test('the form starts with the defaults and says what is missing', () => {
  expect(formErrors(emptyForm)).toEqual({
    name: 'Name is required',
    start_date: 'Start date is required',
    end_date: 'End date is required',
  });
  expect(formErrors(filled)).toEqual({});
  expect(formErrors({ ...filled, end_date: '275760-12-31T00:00' })).toEqual({ end_date: 'End date is required' });
  expect(formErrors({ ...filled, initial_capital: '', seed: '1.5', max_slippage: 'x' })).toEqual({
    initial_capital: 'Minimum capital is $100',
    max_slippage: 'Must be between 0 and 10',
    seed: 'Must be a whole number',
  });
});

test('what is asked for: moments in UTC, nothing that was left empty', () => {
  expect(configOf(filled)).toEqual({
    name: 'January',
    start_date: utc('2026-01-01T00:00'),
    end_date: utc('2026-01-02T12:30'),
    initial_capital: 10_000,
    exchanges: ['binance'],
    min_profit_threshold: 0.5,
    max_position_size: 1_000,
    max_slippage: 0.5,
    enable_triangular: true,
    enable_quadrangular: false,
  });
  expect(configOf({ ...filled, description: 'why', seed: '7' })).toMatchObject({ description: 'why', seed: 7 });
});

test('an earlier one can be run again as it was', () => {
  const config = configOf({ ...filled, description: 'why', seed: '7', enable_quadrangular: true });
  expect(configOf(formFrom({ ...config, description: 'why' }))).toEqual(config);
  const bare = { name: 'x', description: null, start_date: null, end_date: null, initial_capital: null, exchanges: [] };
  expect(formFrom(bare)).toEqual({ ...emptyForm, name: 'x' });
});

test('a range that ends now ends with the last full minute', () => {
  const now = new Date('2026-01-31T12:00:59.500').getTime();
  expect(presetRange('hour', now)).toEqual({ start_date: '2026-01-31T11:00', end_date: '2026-01-31T12:00' });
  expect([inputMoment('2026-01-31T12:00:05'), inputMoment('nonsense')]).toEqual(['2026-01-31T12:00:05', '']);
});

test('a moment typed in one zone is asked for in UTC, also over a change of summer time', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const asked = configOf({ ...filled, start_date: '2026-03-08T00:00', end_date: '2026-03-08T12:00' });
  expect([asked.start_date, asked.end_date]).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-08T16:00:00.000Z']);
  expect(formFrom({ ...asked, description: null }).end_date).toBe('2026-03-08T12:00');
});
