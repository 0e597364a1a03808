import { nearLimit, selectLimits } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import styles from './LimitTable.module.css';
import { limitName, limitUse } from './limit-text.ts';
import { Meter } from './Meter.tsx';

/** Every limit of the bot, fullest first. */
export function LimitTable() {
  const messages = useMessages();
  const limits = useClientState(selectLimits);
  return (
    <table className={styles.limits}>
      <tbody>
        {limits.map((limit) => (
          <tr key={`${limit.name} ${limit.scope}`}>
            <td>{limitName(messages, limit)}</td>
            <td className={styles.bar}>
              <Meter share={limit.share} />
            </td>
            <td className={(limit.share ?? 0) < nearLimit ? '' : styles.near}>{limitUse(messages, limit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
