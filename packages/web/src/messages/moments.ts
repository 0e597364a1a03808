import { hereAt } from '@triquad/core/time';
import { day } from './format.ts';

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** `02:14:09`, hours going on past a day; takes seconds. */
export const clock = (seconds: number): string =>
  `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;

/** How long was looked: `94 s`, from two minutes on `5 min`. */
export const shortSpan = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;

/** `12:03:44` of the browser's own zone; takes ISO 8601 or epoch milliseconds. */
export const timeOfDay = (moment: string | number): string => {
  const date = new Date(moment);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** `12:03` of the browser's own zone; takes epoch milliseconds. */
export const minuteOfDay = (moment: number): string => timeOfDay(moment).slice(0, 5);

/** `12:03:44` today, `20 Nov 12:03:44` on other days. */
export const shortMoment = (moment: string | number, now: number): string => {
  const date = new Date(moment);
  const today = new Date(now).toDateString() === date.toDateString();
  if (today) return timeOfDay(moment);
  return `${day(date)} ${timeOfDay(moment)}`;
};

/** `20 Nov 2026 12:03 – 14:03` in the browser's time zone; with the second day if it differs. */
const dayAndTime = (moment: string | number): string => {
  const date = new Date(moment);
  return `${day(date, { year: true })} ${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** `20 Nov 2026 12:03 – 14:03` in the browser's time zone; with the second day if it differs. */
export const spanOf = (start: string, end: string): string => {
  const [from, to] = [dayAndTime(start), dayAndTime(end)];
  const first = from.slice(0, -5);
  return `${from} – ${to.startsWith(first) ? to.slice(-5) : to}`;
};

/** `20 Nov 2026`: the UTC day. */
export const utcDay = (moment: string): string => day(new Date(moment), { year: true, utc: true });

/** The browser's own zone, e.g. `Europe/Madrid`. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Its offset at that moment, e.g. `UTC+2`. */
export const offsetNameAt = (moment: number): string => {
  const minutes = hereAt(moment);
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  const hours = `${minutes < 0 ? '−' : '+'}${Math.floor(Math.abs(minutes) / 60)}${rest === 0 ? '' : `:${two(rest)}`}`;
  return `UTC${hours}`;
};

/** Both, e.g. `Europe/Madrid, UTC+2`. */
export const zoneAt = (moment: string | number): string =>
  zoneName() === 'UTC' ? 'UTC' : `${zoneName()}, ${offsetNameAt(new Date(moment).getTime())}`;
