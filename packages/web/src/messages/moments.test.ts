import { afterEach, beforeEach, expect, test } from 'vitest';
import { spanOf, utcDay, zoneAt } from './moments.ts';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'America/New_York';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('the zone is that of the moment: summer time has another', () => {
  expect([zoneAt('2026-01-15T12:00:00Z'), zoneAt('2026-07-15T12:00:00Z')]).toEqual([
    'America/New_York, UTC−5',
    'America/New_York, UTC−4',
  ]);
  process.env.TZ = 'Asia/Kolkata';
  expect(zoneAt('2026-01-15T12:00:00Z')).toMatch(/, UTC\+5:30$/);
  process.env.TZ = 'UTC';
  expect(zoneAt('2026-01-15T12:00:00Z')).toBe('UTC');
});

test('a span names the second day only where it is another, in the zone of the browser; a UTC day is that of UTC', () => {
  expect(spanOf('2026-01-02T02:00:00Z', '2026-01-02T04:30:00Z')).toBe('1 Jan 2026 21:00 – 23:30');
  expect(spanOf('2026-01-02T02:00:00Z', '2026-01-02T06:00:00Z')).toBe('1 Jan 2026 21:00 – 2 Jan 2026 01:00');
  expect(utcDay('2026-01-02T02:00:00Z')).toBe('2 Jan 2026');
});
