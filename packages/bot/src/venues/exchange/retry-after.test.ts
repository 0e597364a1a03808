import { expect, test } from 'vitest';
import { retryAfterOf } from './retry-after.ts';

const now = Date.UTC(2026, 0, 31, 12);
const named = { retryAfter: null, date: null, text: '' };
const banned = (end: number | string) => ({
  ...named,
  text: `{"code":-1003,"msg":"Way too much request weight used; IP banned until ${end}. Please use WebSocket Streams."}`,
});

test.each([
  ['seconds', { ...named, retryAfter: '7' }, 7_000],
  ['a part of a second', { ...named, retryAfter: ' 1.5 ' }, 1_500],
  ['an HTTP date', { ...named, retryAfter: 'Sat, 31 Jan 2026 12:00:30 GMT' }, 30_000],
  [
    'an HTTP date, by the clock of the exchange',
    { ...named, retryAfter: 'Sat, 31 Jan 2026 12:00:30 GMT', date: 'Sat, 31 Jan 2026 12:00:20 GMT' },
    10_000,
  ],
  ['the end of a ban', banned(now + 120_000), 120_000],
  [
    'the end of a ban, by the clock of the exchange',
    { ...banned(now + 120_000), date: 'Sat, 31 Jan 2026 12:01:00 GMT' },
    60_000,
  ],
  ['the longer of two times', { ...banned(now + 120_000), retryAfter: '7' }, 120_000],
  ['nothing', named, 60_000],
  ['no seconds', { ...named, retryAfter: '0' }, 60_000],
  ['a negative number', { ...named, retryAfter: '-5' }, 60_000],
  ['words', { ...named, retryAfter: 'soon' }, 60_000],
  ['an infinite number', { ...named, retryAfter: 'Infinity' }, 60_000],
  ['a date that is past', { ...named, retryAfter: 'Sat, 31 Jan 2026 11:00:00 GMT' }, 60_000],
  ['a date that there is none of', { ...named, retryAfter: 'Sat, 99 Jan 2026 11:00:00 GMT' }, 60_000],
  ['a ban that is over', banned(now - 1), 60_000],
  ['a ban in another unit', banned('1769860800'), 60_000],
  ['a thousand years', { ...named, retryAfter: '31536000000' }, 259_200_000],
  ['a number without an end', { ...named, retryAfter: '9'.repeat(400) }, 259_200_000],
  ['a ban for a year', banned(now + 31_536_000_000), 259_200_000],
])('an exchange that was asked too often and names %s is left alone for as long', (_what, answer, ms) => {
  expect(retryAfterOf(answer, now)).toBe(ms);
});
