/** An axis of values: its ends, the step between its lines, and as many decimals as keep its labels distinct. */
export type ValueAxis = {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
  readonly digits: number;
};

/**
 * Kind of an axis. `level`: around the data, for a figure that never comes near zero. `change`: from zero both ways. `depth`: from zero at
 * the top downwards.
 */
export type AxisKind = 'level' | 'change' | 'depth';

/** At least so much fits on an axis, so that noise does not look like a move: percent, USD, and a share of a level. */
const leastSpan = { percent: 0.05, usd: 1, level: 0.001 };
export type Unit = 'usd' | 'percent';

const mostLines = 5;

/** The smallest of 1, 2, 5 times a power of ten that is not below `value`, which is positive. */
const niceStep = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return rounded(factor * power);
};

/** Without the last digits, which come from binary fractions, and without a negative zero. */
const rounded = (value: number): number => Number(value.toPrecision(12)) + 0;
const digitsOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
const axis = (min: number, max: number, interval: number): ValueAxis => ({
  min: rounded(min),
  max: rounded(max),
  interval,
  digits: digitsOf(interval),
});

type Range = readonly [low: number, high: number];
const rangeOf = (values: readonly (number | null)[]): Range | null => {
  const known = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
};

/** About five lines around the data, with at least half a step of room below it. */
const levelAxis = ([low, high]: Range, unit: Unit): ValueAxis => {
  const least = Math.max(leastSpan[unit], leastSpan.level * Math.max(Math.abs(low), Math.abs(high)));
  const room = Math.max(0, least - (high - low)) / 2;
  const [from, to] = [low - room, high + room];
  const step = niceStep((to - from) / (mostLines - 1));
  return axis(Math.floor(from / step - 0.5) * step, Math.ceil(to / step) * step, step);
};

/** Lines below and above zero. */
type Lines = readonly [below: number, above: number];

const stepFor = ([low, high]: Range, [below, above]: Lines): number => {
  const needs = [
    low < 0 ? (below === 0 ? Number.POSITIVE_INFINITY : -low / below) : 0,
    high > 0 ? (above === 0 ? Number.POSITIVE_INFINITY : high / above) : 0,
  ];
  const need = Math.max(...needs);
  return Number.isFinite(need) && need > 0 ? niceStep(need) : need;
};

const widened = ([low, high]: Range, least: number): Range =>
  Math.max(0, high) - Math.min(0, low) >= least
    ? [low, high]
    : high >= -low
      ? [Math.min(0, low), least]
      : [-least, Math.max(0, high)];

/** All ways to have four or five steps with zero on a line. */
const divisions: readonly Lines[] = [4, 5].flatMap((lines) =>
  Array.from({ length: lines + 1 }, (_, below): Lines => [below, lines - below]),
);

/** Axes that share their zero and their lines: the division that wastes least room over all of them. */
const zeroAxes = (ranges: readonly Range[]): ValueAxis[] => {
  const fits = divisions.flatMap((lines) => {
    const steps = ranges.map((range) => stepFor(range, lines));
    const total = lines[0] + lines[1];
    const waste = ranges.reduce((sum, [low, high], at) => {
      const span = Math.max(0, high) - Math.min(0, low);
      return sum + ((steps[at] ?? 0) * total) / span;
    }, 0);
    return Number.isFinite(waste) ? [{ lines, steps, waste }] : [];
  });
  const best = fits.reduce((a, b) => (b.waste < a.waste - 1e-9 ? b : a));
  return best.steps.map((step) => axis(-best.lines[0] * step, best.lines[1] * step, step));
};

/** The axes of one chart, one for each list of values, with one zero for all of them. */
export const valueAxes = (
  series: readonly (readonly (number | null)[])[],
  kind: AxisKind,
  unit: Unit,
): readonly ValueAxis[] => {
  const least = leastSpan[unit];
  const ranges = series.map((values) => rangeOf(values) ?? ([0, 0] as const));
  if (kind === 'level') return ranges.map((range) => levelAxis(range, unit));
  if (kind === 'depth') return zeroAxes(ranges.map(([low]) => [Math.min(low, -least), 0]));
  return zeroAxes(ranges.map((range) => widened(range, least)));
};
