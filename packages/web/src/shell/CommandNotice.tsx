import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { selectPending } from '@triquad/core';
import { useState } from 'react';
import { useClientState } from '../client-context.tsx';
import { timeOfDay } from '../messages/moments.ts';
import { useMessages } from '../messages/use-frame.ts';
import styles from './StateBand.module.css';

/** The command under way until the bot confirms it, or why it failed, until that is dismissed. A kill has a notice of its own. */
export function CommandNotice() {
  const { sent, texts } = useMessages();
  const pending = useClientState(selectPending);
  const [dismissed, dismiss] = useState<number | null>(null);
  if (pending === null || pending.action === 'kill' || pending.since === dismissed) return null;
  const action = sent.actions[pending.action];
  const failed = pending.phase === 'failed';
  const detail = pending.problem === null ? '' : texts.problem(pending.problem);
  return (
    <>
      <span className={failed ? styles.failed : 'muted'} role="status">
        {failed ? sent.failed(action, detail) : sent.pending(action, timeOfDay(pending.since))}
      </span>
      {failed && (
        <Button
          size="small"
          variant="minimal"
          icon={<Cross size={12} />}
          aria-label={sent.dismissFailed(action)}
          title={sent.dismiss}
          onClick={() => dismiss(pending.since)}
        />
      )}
    </>
  );
}
