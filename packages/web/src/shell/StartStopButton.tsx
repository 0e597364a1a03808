import { Button } from '@blueprintjs/core';
import { Play, Stop } from '@blueprintjs/icons';
import { selectBotCondition, selectReplaying } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useBotCommands } from '../components/bot-commands.ts';
import { useMessages } from '../messages/messages.tsx';
import styles from './Header.module.css';

/** Stop while it runs, else start; both ask. Narrow screens have it in the bottom bar. */
export function StartStopButton() {
  const { header } = useMessages();
  const commands = useBotCommands();
  const condition = useClientState(selectBotCondition);
  const replaying = useClientState(selectReplaying);
  const stops = condition === 'running' || condition === 'stopping';
  return (
    <Button
      className={`${styles.command} from-tablet`}
      size="small"
      variant="outlined"
      icon={stops ? <Stop /> : <Play />}
      text={stops ? header.stop : header.start}
      disabled={replaying || (condition !== 'running' && condition !== 'stopped')}
      aria-label={stops ? header.stopBot : header.startBot}
      onClick={stops ? commands.stop : commands.start}
    />
  );
}
