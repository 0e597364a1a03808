import { Button } from '@blueprintjs/core';
import { Power, Stop } from '@blueprintjs/icons';
import { useMessages } from '../messages/messages.tsx';
import styles from './DialogFrame.module.css';
import { useKillSwitch, useStartStop } from './use-bot-commands.ts';

/** Stop and the kill switch at the end of a focus trap, visible while they have the focus. */
export function SafetyButtons() {
  const { header, kill: texts } = useMessages();
  const start = useStartStop();
  const kill = useKillSwitch();
  const stops = start.stops && start.obstacle === null;
  const kills = kill !== null && kill.phase !== 'reset' && kill.obstacle === null;
  if (!stops && !kills) return null;
  return (
    <fieldset className={styles.safety} aria-label={header.safety}>
      {stops && <Button size="small" icon={<Stop />} text={header.stopBot} onClick={() => void start.run()} />}
      {kills && (
        <Button size="small" intent="danger" icon={<Power />} text={texts.button} onClick={() => void kill.run()} />
      )}
    </fieldset>
  );
}
