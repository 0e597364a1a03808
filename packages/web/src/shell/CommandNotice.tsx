import { selectPending } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { timeOfDay } from '../components/moments.ts';
import { useMessages } from '../messages/messages.tsx';
import styles from './StateBand.module.css';

/** The command under way until the bot confirms it, or why it failed. A kill has a notice of its own. */
export function CommandNotice() {
  const { band, texts } = useMessages();
  const pending = useClientState(selectPending);
  if (pending === null || pending.action === 'kill') return null;
  const action = band.actions[pending.action];
  const failed = pending.phase === 'failed';
  const detail = pending.problem === null ? '' : texts.problem(pending.problem);
  return (
    <span className={failed ? styles.failed : 'muted'} role="status">
      {failed ? band.failed(action, detail) : band.pending(action, timeOfDay(pending.since))}
    </span>
  );
}
