/** Round figures, evenly apart, that hold the values between them; the lowest first. */
export function ticksOf(values: readonly number[], wanted = 4): readonly number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!Number.isFinite(low)) return [0, 1];
  const room = high - low || Math.max(1, Math.abs(high)) * 0.1;
  const rough = room / wanted;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** With how many decimals a step of the axis is written in full. */
export function decimalsOf(step: number): number {
  const isWhole = (digits: number) => Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-6;
  return [0, 1, 2, 3, 4, 5].find((digits) => step * 10 ** digits > 0.5 && isWhole(digits)) ?? 6;
}

export interface Point {
  /** UTC milliseconds. */
  readonly at: number;
  readonly value: number;
}

/** At most twice `most` points with the same outline: of each stretch of time the lowest and the highest. */
export function thinned(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= 2 * most) return points;
  const size = Math.ceil(points.length / most);
  const kept: Point[] = [];
  for (let from = 0; from < points.length; from += size) {
    const stretch = points.slice(from, from + size);
    const least = stretch.reduce((low, point) => (point.value < low.value ? point : low));
    const greatest = stretch.reduce((high, point) => (point.value > high.value ? point : high));
    kept.push(...(least.at <= greatest.at ? [least, greatest] : [greatest, least]));
  }
  // The line ends where the history does.
  const last = points.at(-1);
  return last === undefined || kept.at(-1) === last ? kept : [...kept, last];
}
