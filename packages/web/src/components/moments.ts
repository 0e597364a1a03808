const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** `02:14:09`, hours going on past a day; takes seconds. */
export const clock = (seconds: number): string =>
  `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;

/** `12:03:44` of the browser's own zone; takes ISO 8601 or epoch milliseconds. */
export const timeOfDay = (moment: string | number): string => {
  const date = new Date(moment);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** `12:03:44` today, `20 Nov 12:03:44` on other days. */
export const shortMoment = (moment: string | number, now: number): string => {
  const date = new Date(moment);
  const today = new Date(now).toDateString() === date.toDateString();
  if (today) return timeOfDay(moment);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return `${day} ${timeOfDay(moment)}`;
};
