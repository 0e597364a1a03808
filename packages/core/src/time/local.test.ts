import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localText, type OffsetAt, readLocal } from './local.ts';

/** The offset of a zone by the tables of `Intl`, which know each change of its clocks. */
const zone = (timeZone: string): OffsetAt => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return (Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000) / 60_000;
  };
};

const utc = (text: string, timeZone: string): readonly (string | null)[] | string => {
  const read = readLocal(text, zone(timeZone));
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16));
  return read.ok ? [iso(read.at), iso(read.other)] : read.fault;
};

test.each([
  ['Europe/Madrid', '2026-03-29T01:59', ['2026-03-29T00:59', null]],
  ['Europe/Madrid', '2026-03-29T02:00', 'skipped'],
  ['Europe/Madrid', '2026-03-29T02:59', 'skipped'],
  ['Europe/Madrid', '2026-03-29T03:00', ['2026-03-29T01:00', null]],
  ['Europe/Madrid', '2026-10-25T01:59', ['2026-10-24T23:59', null]],
  ['Europe/Madrid', '2026-10-25T02:30', ['2026-10-25T00:30', '2026-10-25T01:30']],
  ['Europe/Madrid', '2026-10-25T02:30+02:00', ['2026-10-25T00:30', '2026-10-25T01:30']],
  ['Europe/Madrid', '2026-10-25T02:30+01:00', ['2026-10-25T01:30', '2026-10-25T00:30']],
  ['Europe/Madrid', '2026-10-25T03:00', ['2026-10-25T02:00', null]],
  ['America/New_York', '2026-03-08T02:30', 'skipped'],
  ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30', '2026-11-01T06:30']],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:15', 'skipped'],
  ['Australia/Lord_Howe', '2026-10-04T02:30', ['2026-10-03T15:30', null]],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45', '2026-04-04T15:15']],
  // A day that was left out.
  ['Pacific/Apia', '2011-12-30T12:00', 'skipped'],
  ['Asia/Kathmandu', '2026-01-31T12:00', ['2026-01-31T06:15', null]],
  ['UTC', '2026-01-31T12:00', ['2026-01-31T12:00', null]],
])('in %s %s is %j', (timeZone, text, moments) => {
  expect(utc(text, timeZone)).toEqual(moments);
});

test.each(['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])(
  'in %s 200 drawn moments are read back as they were, those of hours that exist twice included',
  (timeZone) => {
    const offsetAt = zone(timeZone);
    const changes = [Date.UTC(2026, 3, 4), Date.UTC(2026, 9, 24), Date.UTC(2026, 10, 1)];
    const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 2 * 86_400 }));
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(fc.constant(0), fc.integer({ min: 0, max: 4e9 }))), ([start, seconds]) => {
        const at = start + seconds * 1_000;
        const read = readLocal(localText(at, offsetAt), offsetAt);
        expect(read.ok && read.at).toBe(at);
      }),
      { numRuns: 200 },
    );
  },
);

test('what is no moment at all says so', () => {
  expect([utc('2026-02-30T12:00', 'Europe/Madrid'), utc('tomorrow', 'UTC')]).toEqual(['day', 'form']);
});
