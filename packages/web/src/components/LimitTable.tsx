import { nearLimit, selectBotMinute, selectLimits } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import styles from './LimitTable.module.css';
import { limitFullAt, limitName, limitUse } from './limit-text.ts';
import { Meter } from './Meter.tsx';

/** Every limit of the bot, fullest first. */
export function LimitTable() {
  const messages = useMessages();
  const limits = useClientState(selectLimits);
  const minute = useClientState(selectBotMinute);
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
            <td className="muted" title={messages.risk.fullAtHint}>
              {limitFullAt(messages, limit, minute)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
