import { type MomentFault, readMoment } from './moment.ts';

/** Minutes that local time is ahead of UTC at a moment in ms since 1970. */
export type OffsetAt = (at: number) => number;

/** The zone of the machine or the browser. */
export const hereAt: OffsetAt = (at) => -new Date(at).getTimezoneOffset();

/**
 * `at`: ms since 1970. `other`: the other moment with the same local time where clocks go back over it, else null.
 * `skipped`: clocks go forward over that local time.
 */
export type LocalReading =
  | { readonly ok: true; readonly at: number; readonly other: number | null }
  | { readonly ok: false; readonly fault: MomentFault | 'skipped' };

const minuteMs = 60_000;
const dayMs = 86_400_000;
const zoneForm = /(?:Z|[+-]\d\d:\d\d)$/;

/** A local time without the offset that chooses one of two moments, as a date-time input holds it. */
export const withoutZone = (text: string): string => text.replace(zoneForm, '');

/** Reads `2026-01-31T12:00` in a zone. Of a local time that exists twice it is the earlier moment, unless an offset after it says which. */
export const readLocal = (text: string, offsetAt: OffsetAt = hereAt): LocalReading => {
  const read = readMoment(withoutZone(text));
  if (!read.ok) return read;
  const offsets = [offsetAt(read.at - dayMs), offsetAt(read.at + dayMs)];
  const moments = [...new Set(offsets.map((offset) => read.at - offset * minuteMs))]
    .filter((at) => at + offsetAt(at) * minuteMs === read.at)
    .sort((one, other) => one - other);
  const [first, second = null] = moments;
  if (first === undefined) return { ok: false, fault: 'skipped' };
  const chosen = zoneForm.test(text) ? readMoment(text) : null;
  if (chosen?.ok && chosen.at === second) return { ok: true, at: second, other: first };
  return { ok: true, at: first, other: second };
};

/** The text of a moment that `readLocal` reads back: without seconds that are 0, and with the offset where the local time exists twice. */
export const localText = (at: number, offsetAt: OffsetAt = hereAt): string => {
  const offset = offsetAt(at);
  const text = new Date(at + offset * minuteMs).toISOString().replace(/(?::00)?(?:\.000)?Z$/, '');
  const read = readLocal(text, offsetAt);
  return read.ok && read.other !== null ? text + offsetText(offset) : text;
};

/** `+02:00`. */
const offsetText = (offset: number): string => {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
};
