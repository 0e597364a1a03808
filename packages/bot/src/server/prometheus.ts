/** Text exposition format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats). */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;
/** `suffix` as `_bucket`; null values are not known and left out. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number | null;
  readonly suffix?: '_bucket' | '_sum' | '_count';
}
/** One metric with all its samples. */
export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export function exposed(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.some(({ value }) => value !== null))
    .map(({ name, type, help, samples }) => {
      const lines = samples.flatMap(({ labels = {}, value, suffix = '' }) =>
        value === null ? [] : [`${name}${suffix}${labelled(labels)} ${number(value)}\n`],
      );
      return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');
}

function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function number(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return String(value);
}

/** A count for each set of labels. */
export interface Counter {
  add(labels: Labels): void;
  samples(): readonly Sample[];
}

export function createCounter(): Counter {
  const counts = new Map<string, { readonly labels: Labels; value: number }>();
  return {
    add(labels) {
      const key = JSON.stringify(labels);
      const count = counts.get(key) ?? { labels, value: 0 };
      count.value += 1;
      counts.set(key, count);
    },
    samples: () => [...counts.values()].map(({ labels, value }) => ({ labels, value })),
  };
}

/** How often values of each set of labels were at most each bound. */
export interface Histogram {
  observe(labels: Labels, value: number): void;
  samples(): readonly Sample[];
}

export function createHistogram(bounds: readonly number[]): Histogram {
  const seen = new Map<string, { readonly labels: Labels; readonly within: number[]; sum: number; count: number }>();
  return {
    observe(labels, value) {
      const key = JSON.stringify(labels);
      const one = seen.get(key) ?? { labels, within: bounds.map(() => 0), sum: 0, count: 0 };
      seen.set(key, one);
      for (const [index, bound] of bounds.entries())
        if (value <= bound) one.within[index] = (one.within[index] ?? 0) + 1;
      one.sum += value;
      one.count += 1;
    },
    samples: () =>
      [...seen.values()].flatMap(({ labels, within, sum, count }) => [
        ...bounds.map((bound, index) => bucket({ ...labels, le: String(bound) }, within[index] ?? 0)),
        bucket({ ...labels, le: '+Inf' }, count),
        { labels, value: sum, suffix: '_sum' as const },
        { labels, value: count, suffix: '_count' as const },
      ]),
  };
}

const bucket = (labels: Labels, value: number): Sample => ({ labels, value, suffix: '_bucket' });
