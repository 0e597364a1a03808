import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOf, readMoment } from './moment.ts';

/** Ms since 1970 by the count of days of Howard Hinnant's `days_from_civil`, in whole numbers alone. */
const counted = (drawn: Drawn): bigint => {
  const [year, month, day] = [BigInt(drawn.year), BigInt(drawn.month), BigInt(drawn.day)];
  const shifted = month <= 2n ? year - 1n : year;
  const era = shifted / 400n;
  const ofEra = shifted - era * 400n;
  const ofYear = (153n * (month > 2n ? month - 3n : month + 9n) + 2n) / 5n + day - 1n;
  const days = era * 146_097n + ofEra * 365n + ofEra / 4n - ofEra / 100n + ofYear - 719_468n;
  const minutes = days * 1_440n + BigInt(drawn.hour * 60 + drawn.minute - drawn.offset);
  return minutes * 60_000n + BigInt(drawn.second) * 1_000n + BigInt(Math.floor(drawn.nanosecond / 1e6));
};

type Drawn = {
  [part in 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'nanosecond' | 'offset']: number;
};
const from = (min: number, max: number) => fc.integer({ min, max });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  ...{ year: from(1970, 2_199), month: from(1, 12), day: from(1, 28) },
  ...{ hour: from(0, 23), minute: from(0, 59), second: from(0, 59), nanosecond: from(0, 999_999_999) },
  offset: from(-720, 840),
});

const digits = (value: number, width: number): string => String(value).padStart(width, '0');
const dayText = ({ year, month, day }: Drawn) => `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
const minuteText = ({ hour, minute }: Drawn) => `${digits(hour, 2)}:${digits(minute, 2)}`;
const offsetText = ({ offset }: Drawn, between: string) => {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${offset < 0 ? '-' : '+'}${digits(hours, 2)}${between}${digits(minutes, 2)}`;
};
const toMinute = { second: 0, nanosecond: 0 };
const utc = { offset: 0 };

const forms: readonly (readonly [name: string, text: (one: Drawn) => string, kept: (one: Drawn) => Drawn])[] = [
  ['a day', dayText, (one) => ({ ...one, ...utc, ...toMinute, hour: 0, minute: 0 })],
  ['minutes', (one) => `${dayText(one)}T${minuteText(one)}`, (one) => ({ ...one, ...utc, ...toMinute })],
  ['minutes after a space', (one) => `${dayText(one)} ${minuteText(one)}`, (one) => ({ ...one, ...utc, ...toMinute })],
  [
    'seconds, as a log prints them',
    (one) => `${dayText(one)} ${minuteText(one)}:${digits(one.second, 2)}`,
    (one) => ({ ...one, ...utc, nanosecond: 0 }),
  ],
  [
    'milliseconds and Z',
    (one) =>
      `${dayText(one)}T${minuteText(one)}:${digits(one.second, 2)}.${digits(Math.floor(one.nanosecond / 1e6), 3)}Z`,
    (one) => ({ ...one, ...utc }),
  ],
  [
    'nanoseconds and an offset',
    (one) =>
      `${dayText(one)}T${minuteText(one)}:${digits(one.second, 2)}.${digits(one.nanosecond, 9)}${offsetText(one, ':')}`,
    (one) => one,
  ],
  [
    'an offset without a colon',
    (one) => `${dayText(one)} ${minuteText(one)}${offsetText(one, '')}`,
    (one) => ({ ...one, ...toMinute }),
  ],
];

test.each(forms)('200 drawn moments in the form of %s', (_, text, kept) => {
  fc.assert(
    fc.property(drawn, (one) => {
      expect(readMoment(text(one))).toEqual({ ok: true, at: Number(counted(kept(one))) });
    }),
    { numRuns: 200 },
  );
});

test('a moment without a zone is UTC, wherever the machine stands', () => {
  for (const text of ['2026-01-31 12:00', '2026-01-31T12:00', '2026-01-31T12:00:00.000', '2026-01-31T13:00+01:00'])
    expect(momentOf(text)).toBe(Date.UTC(2026, 0, 31, 12));
  expect(momentOf('2026-01-31')).toBe(Date.UTC(2026, 0, 31));
});

const refused = {
  form: ['', 'yesterday', '2026', '2026-01', '2026-1-31', '31.01.2026', '01/31/2026', '20260131', '1767225600000']
    .concat(['2026-01-31T12', '2026-01-31T12:0', '2026-01-31  12:00', ' 2026-01-31', '2026-01-31 12:00 pm'])
    .concat(['2026-01-31T12:00:00,5Z', '2026-01-31T12:00:00.', '2026-01-31Z', '+002026-01-31', '2026-01-31T12:00 UTC'])
    .concat(['2026-01-31T12:00:00.1234567890Z', '٢٠٢٦-٠١-٣١', '2026-01-31T12:00+1', '2026-W05-6', '2026-01-31\n']),
  day: [
    '2026-02-30',
    '2026-02-29',
    '2100-02-29T00:00Z',
    '2026-04-31 12:00',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
  ].concat(['2026-01-32', '0000-01-01']),
  hour: ['2026-01-31T25:00', '2026-01-31T24:00Z', '2026-01-31T12:60', '2026-01-31T12:00:61', '2026-01-31 99:99:99'],
  leap_second: ['2016-12-31T23:59:60Z', '2026-01-31 12:00:60'],
  offset: ['2026-01-31T12:00+14:01', '2026-01-31T12:00-12:01', '2026-01-31T12:00+99:00', '2026-01-31T12:00+01:60'],
};
test.each(Object.entries(refused))('what does not exist is refused: %s', (fault, texts) => {
  expect(texts.map((text) => [text, readMoment(text)])).toEqual(texts.map((text) => [text, { ok: false, fault }]));
});

test('the days that exist are those of the calendar', () => {
  for (const year of [1970, 1972, 2000, 2026, 2028, 2100])
    for (let month = 1; month <= 12; month++)
      for (let day = 0; day <= 32; day++) {
        const exists = day > 0 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
        expect(readMoment(`${year}-${digits(month, 2)}-${digits(day, 2)}`).ok).toBe(exists);
      }
});
