import { Callout } from '@blueprintjs/core';
import type { Market } from '@triquad/core/contract';
import styles from './market.module.css';

/** Why the last choice could not be opened. */
export function ChangeNotice({ market: { change } }: { market: Market }) {
  if (change?.state !== 'failed') return null;
  return (
    <Callout compact intent="danger" role="alert" className={styles.notice ?? ''}>
      {change.reason}
    </Callout>
  );
}
