import { expect, test } from 'vitest';
import { asked, before, daysOf, isDay, listed } from './windows.ts';

const now = Date.UTC(2026, 10, 22, 0, 0, 1);
const none = { first: '', last: '' };

test('a window is whole UTC days, the last of them that of now', () => {
  expect(daysOf('today', now, none)).toEqual({ first: '2026-11-22', last: '2026-11-22' });
  expect(daysOf('yesterday', now, none)).toEqual({ first: '2026-11-21', last: '2026-11-21' });
  expect(daysOf('7d', now, none)).toEqual({ first: '2026-11-16', last: '2026-11-22' });
  expect(daysOf('30d', now, none)).toEqual({ first: '2026-10-24', last: '2026-11-22' });
  expect(daysOf('month', now, none)).toEqual({ first: '2026-11-01', last: '2026-11-22' });
});

test('a window of its own needs two days in order; else it is a week', () => {
  const own = { first: '2024-02-28', last: '2024-03-01' };
  expect(daysOf('custom', now, own)).toEqual(own);
  expect(listed(own)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  const week = daysOf('7d', now, none);
  for (const bad of [none, { first: '2024-03-01', last: '2024-02-28' }, { first: '2024-02-30', last: '2024-03-01' }])
    expect(daysOf('custom', now, bad)).toEqual(week);
  expect(daysOf('custom', now, { first: '1000-01-01', last: '2026-01-01' })).toEqual(week);
  expect(['2024-02-29', '2023-02-29', '2024-2-29', '0000-01-01', 'x'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('the days before are as many, and end where these begin', () => {
  expect(before({ first: '2026-11-16', last: '2026-11-22' })).toEqual({ first: '2026-11-09', last: '2026-11-15' });
  expect(asked({ first: '2026-11-21', last: '2026-11-21' })).toEqual({
    from: '2026-11-21T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
  });
});
