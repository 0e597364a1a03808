import { classes } from '../../elements/classes.ts';
import styles from './api.module.css';

/** `GET /orders/`: what changes something has another weight than what only reads. */
export function CallName({ method, path }: { method: string; path: string }) {
  return (
    <span className={styles.name}>
      <span className={classes(styles.method, method !== 'GET' && styles.changes)}>{method}</span>{' '}
      <span className={styles.path}>{path}</span>
    </span>
  );
}
