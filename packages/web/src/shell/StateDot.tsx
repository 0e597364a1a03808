import { type BotCondition, selectBotCondition, selectStale } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import styles from './StateDot.module.css';

/** The bot's state as a dot: coloured while it is confirmed, hollow and grey while it is not. The text beside it names it. */
export function StateDot() {
  const condition = useClientState(selectBotCondition);
  const stale = useClientState(selectStale);
  return <span className={`${styles.dot} ${stale ? styles.hollow : looks[condition]}`} aria-hidden />;
}

const looks: Record<BotCondition, string | undefined> = {
  running: styles.running,
  stopped: styles.stopped,
  starting: styles.changing,
  stopping: styles.changing,
  error: styles.failed,
  halted: styles.failed,
  unknown: styles.hollow,
};
