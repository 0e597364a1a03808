const dayForm = /^(\d{4})-(\d\d)-(\d\d)$/;
const momentForm =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):?(\d\d)|([+-])(\d\d))?$/;

/** Offsets in use since 1970 lie between these, in minutes. */
const [westmost, eastmost] = [-12 * 60, 14 * 60];
const minuteMs = 60_000;

/** Why a text is no moment. */
export type MomentFault = 'form' | 'day' | 'hour' | 'leap_second' | 'offset';

/** The English sentence of a fault. */
export const momentFaults: Readonly<Record<MomentFault, string>> = {
  form: 'must be a moment such as 2026-01-31 or 2026-01-31T12:00:00Z',
  day: 'names a day that does not exist',
  hour: 'names a time of day that does not exist: 00:00 to 23:59:59 do',
  leap_second: 'names a leap second, which the clocks of exchanges do not have',
  offset: 'names an offset that does not exist: -12:00 to +14:00 do',
};

/** `at`: ms since 1970, UTC, a whole number; finer fractions are cut off. */
export type MomentReading =
  | { readonly ok: true; readonly at: number }
  | { readonly ok: false; readonly fault: MomentFault };

/**
 * Reads `2026-01-31`, which is 00:00 UTC of that day, or a date, `T` or a space, and a time with minutes, seconds or a fraction of
 * up to nine digits; then `Z` or an offset (`+01:00`, `+0100`, `+01`). Without a zone it is UTC, wherever the machine stands.
 */
export const readMoment = (text: string): MomentReading => {
  const parts = momentForm.exec(text) ?? dayForm.exec(text);
  if (parts === null) return refused('form');
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = ''] = parts;
  const [, , , , , , , , , sign, hours = '0', minutes = '0', shortSign, shortHours] = parts;
  if (!isDay(Number(year), Number(month), Number(day))) return refused('day');
  if (second === '60' && Number(minute) < 60 && Number(hour) < 24) return refused('leap_second');
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return refused('hour');
  const offset = (Number(shortHours ?? hours) * 60 + Number(minutes)) * ((sign ?? shortSign) === '-' ? -1 : 1);
  if (Number(minutes) > 59 || offset < westmost || offset > eastmost) return refused('offset');
  const ms = fraction.padEnd(3, '0').slice(0, 3);
  return { ok: true, at: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`) - offset * minuteMs };
};

const refused = (fault: MomentFault): MomentReading => ({ ok: false, fault });

const isDay = (year: number, month: number, day: number): boolean =>
  year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);

const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** The moment of a text that was checked before. @throws RangeError for a text that is none. */
export const momentOf = (text: string): number => {
  const read = readMoment(text);
  if (!read.ok) throw new RangeError(`'${text}' ${momentFaults[read.fault]}`);
  return read.at;
};

/** `2026-01-31`: the UTC day of a moment in ms since 1970. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
