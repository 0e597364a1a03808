import { classes } from '../../elements/classes.ts';
import styles from './performance.module.css';

/** A gain to the right of the middle, a loss to the left; for the eye alone, the figure stands beside it. */
export function ShareBar({ value, most }: { value: number | null; most: number }) {
  if (value === null || value === 0 || most === 0) return null;
  const share = `${(Math.abs(value) / most) * 50}%`;
  return (
    <span className={styles.bar} aria-hidden>
      <span className={classes(styles.share, value < 0 && styles.negative)} style={{ width: share }} />
    </span>
  );
}
