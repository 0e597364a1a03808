import { TickCircle, WarningSign } from '@blueprintjs/icons';
import type { MarketCheck } from '@triquad/core/contract';
import styles from './market.module.css';
import { useMessages } from './use-messages.ts';

/** Results of exchange checks: each difference in a line, and the number of equal values. */
export function Findings({ checks }: { checks: readonly MarketCheck[] }) {
  const { live } = useMessages().market;
  if (checks.length === 0) return null;
  return (
    <ul className={styles.findings} aria-live="polite">
      {checks.map(({ exchange, ended, findings }) => {
        const differing = findings.filter(({ expected }) => expected !== null);
        const fine = findings.length - differing.length;
        return (
          <li key={exchange}>
            {differing.length > 0 ? (
              <WarningSign size={12} className="caution" />
            ) : (
              <TickCircle size={12} className={ended === null ? 'muted' : 'gain'} />
            )}
            <strong>{exchange}</strong> {live.asExpected(fine)}
            {ended === null && <span className="muted"> · {live.checking}</span>}
            {differing.map(({ subject, found, expected }) => (
              <div key={subject} className="caution">
                {subject}: {live.differs(found, expected ?? '')}
              </div>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
