import { Button } from '@blueprintjs/core';
import { Disable, Stop } from '@blueprintjs/icons';
import { selectBotCondition, selectCan, selectReplaying } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { useBotCommands } from './bot-commands.ts';
import styles from './DialogFrame.module.css';

const selectCanKill = selectCan('bot.kill');

/** Stop and the kill switch at the end of a focus trap, visible while they have the focus. */
export function SafetyButtons() {
  const { header, kill } = useMessages();
  const commands = useBotCommands();
  const canKill = useClientState(selectCanKill);
  const running = useClientState(selectBotCondition) === 'running';
  const replaying = useClientState(selectReplaying);
  if (replaying || !(running || canKill)) return null;
  return (
    <fieldset className={styles.safety} aria-label={header.safety}>
      {running && <Button size="small" icon={<Stop />} text={header.stopBot} onClick={commands.stop} />}
      {canKill && <Button size="small" intent="danger" icon={<Disable />} text={kill.button} onClick={commands.kill} />}
    </fieldset>
  );
}
