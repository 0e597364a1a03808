import { expect, test } from 'vitest';
import { amount, dollars, number, percent } from './number.ts';
import { age, duration } from './time.ts';

test('money, percent, numbers and amounts; a missing figure is a dash', () => {
  expect([dollars(1_234.5), dollars(-3), dollars(8.214, { sign: true }), dollars(0, { sign: true })]).toEqual([
    '$1,234.50',
    '-$3.00',
    '+$8.21',
    '$0.00',
  ]);
  expect([percent(0.824), percent(0.8244, { digits: 3, sign: true }), percent(-0.001)]).toEqual([
    '0.82%',
    '+0.824%',
    '-<0.01%',
  ]);
  expect([number(12_345), number(0.5, { digits: 1 }), amount(0.05231), amount(1_000)]).toEqual([
    '12,345',
    '0.5',
    '0.05231',
    '1,000',
  ]);
  for (const missing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect([dollars(missing), percent(missing), number(missing), amount(missing)]).toEqual(['—', '—', '—', '—']);
  }
});

test('uptime as hours, minutes and seconds', () => {
  expect([0, 59.9, 8_049, 360_000, -1, null].map(duration)).toEqual([
    '00:00:00',
    '00:00:59',
    '02:14:09',
    '100:00:00',
    '00:00:00',
    '—',
  ]);
});

test('seconds under a minute, minutes under an hour, hours under a day, then days', () => {
  const ages = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 864_000].map((seconds) => age(seconds * 1_000));
  expect(ages.map(({ value, unit }) => `${value}${unit}`)).toEqual([
    '0s',
    '59s',
    '1m',
    '59m',
    '1h',
    '23h',
    '1d',
    '10d',
  ]);
  expect(age(-5_000)).toEqual({ value: 0, unit: 's' });
});
