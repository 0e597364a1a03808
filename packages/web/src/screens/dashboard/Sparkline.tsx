import styles from './dashboard.module.css';

const [width, height, edge] = [96, 24, 2];

/** Values from left to right, oldest first; a value that is not known leaves a gap. Nothing where fewer than two are known. */
export function Sparkline({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const path = pathOf(values);
  if (path === null) return null;
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
      <title>{label}</title>
      <path d={path} />
    </svg>
  );
}

/** One that stands alone between two gaps is a dot. */
export const pathOf = (values: readonly (number | null)[]): string | null => {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const spread = most - least;
  const x = (at: number) => round(edge + (at / (values.length - 1)) * (width - 2 * edge));
  const y = (value: number) =>
    round(spread === 0 ? height / 2 : height - edge - ((value - least) / spread) * (height - 2 * edge));
  return values
    .map((value, at) => {
      if (value === null) return '';
      const isFirst = at === 0 || values[at - 1] === null;
      const isAlone = isFirst && (values[at + 1] ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${x(at)} ${y(value)}${isAlone ? 'h0' : ''}`;
    })
    .join('');
};

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
