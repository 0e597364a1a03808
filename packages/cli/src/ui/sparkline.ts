/** The last `width` values as bars between their least and greatest; nothing of a single value. */
export function sparkline(values: readonly number[], width: number, sparks: string): string {
  const shown = values.slice(-width);
  if (shown.length < 2) return '';
  const bars = [...sparks];
  const least = Math.min(...shown);
  const range = Math.max(...shown) - least;
  return shown
    .map((value) => bars[range === 0 ? 0 : Math.round(((value - least) / range) * (bars.length - 1))])
    .join('');
}
