import { Button, Callout } from '@blueprintjs/core';
import { useClient, useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/later.ts';
import { timeOfDay } from '../messages/moments.ts';
import styles from './ReplayBanner.module.css';

/** States that the screen shows the past, and returns to the present. */
export function ReplayBanner() {
  const { recorder } = useMessages();
  const { journal } = useClient();
  const source = useClientState((state) => state.replay?.source ?? null);
  const moment = useClientState((state) => (state.replay === null ? '' : timeOfDay(state.now)));
  if (source === null) return null;
  return (
    <Callout intent="warning" compact className={styles.replay ?? ''} role="status">
      <div className="row">
        <span>{source === 'session' ? recorder.past(moment) : recorder.recording(moment)}</span>
        <Button className="push" size="small" intent="warning" text={recorder.back} onClick={() => journal.resume()} />
      </div>
    </Callout>
  );
}
