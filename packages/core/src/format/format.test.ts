import { expect, test } from 'vitest';
import { amount, dollars, number, percent } from './number.ts';
import { age, duration, relativeTime } from './time.ts';

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
  const now = Date.parse('2026-01-31T12:00:00Z');
  const ago = (seconds: number) => relativeTime(now - seconds * 1_000, now);
  expect([0, 59, 60, 3_599, 3_600, 86_399, 86_400, 864_000].map(ago)).toEqual([
    '0s ago',
    '59s ago',
    '1m ago',
    '59m ago',
    '1h ago',
    '23h ago',
    '1d ago',
    '10d ago',
  ]);
  expect(relativeTime('2026-01-31T11:59:30Z', now)).toBe('30s ago');
  expect([relativeTime(now + 5_000, now), relativeTime('nonsense', now), relativeTime(null, now)]).toEqual([
    '0s ago',
    '—',
    '—',
  ]);
  expect(age(90_000)).toEqual({ value: 1, unit: 'm' });
});
