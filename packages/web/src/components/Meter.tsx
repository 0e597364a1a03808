import { nearLimit } from '@triquad/core';
import styles from './Meter.module.css';

/**
 * How full a limit is: neutral below 80 %, orange from there, red when full. `share`: 0 to 1, more when exceeded, null while
 * unknown. For the eye alone: the figures stand beside it as text.
 */
export function Meter({ share }: { share: number | null }) {
  const level = share === null || share < nearLimit ? '' : share < 1 ? styles.near : styles.full;
  const filled = Math.min(1, Math.max(0, share ?? 0)) * 100;
  return (
    <span className={`${styles.meter} ${level}`} aria-hidden>
      <span className={styles.fill} style={{ width: `${filled}%` }} />
    </span>
  );
}
