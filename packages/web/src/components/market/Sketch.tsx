import styles from './market.module.css';

/** Drawing of a typical day in such a market, without figures. */
export function Sketch({ kind, label, line }: { kind: 'real' | 'invented'; label: string; line: string }) {
  const isReal = kind === 'real';
  return (
    <figure className={styles.sketch} aria-hidden>
      <figcaption className="muted small">{label}</figcaption>
      <svg viewBox="0 0 320 96" preserveAspectRatio="none">
        <title>{label}</title>
        <path className={styles.zero} d={isReal ? 'M0 24H320' : 'M0 92H320'} />
        {isReal ? (
          <path className={styles.curve} d={below} />
        ) : (
          <path className={`${styles.curve} ${styles.dashed}`} d={above} />
        )}
      </svg>
      <span className={isReal ? `${styles.over} small muted` : styles.word}>{line}</span>
    </figure>
  );
}

/** Points of a drawing: heights at equal steps. */
const drawn = (heights: readonly number[]): string =>
  heights.map((height, at) => `${at === 0 ? 'M' : 'L'}${(320 * at) / (heights.length - 1)} ${height}`).join('');

const below = drawn([
  66, 78, 70, 82, 68, 74, 63, 80, 72, 76, 60, 71, 66, 79, 69, 58, 73, 64, 77, 70, 62, 75, 55, 68, 60, 74, 66, 80, 71,
  64, 76, 69, 58, 72,
]);
const above = drawn([92, 88, 86, 80, 78, 72, 70, 68, 60, 58, 56, 50, 47, 42, 40, 33, 31, 26, 24, 18, 15, 12, 8]);
