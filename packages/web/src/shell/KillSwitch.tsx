import { Button } from '@blueprintjs/core';
import { Disable, Unlock } from '@blueprintjs/icons';
import { selectCan, selectHalt, selectReplaying } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useBotCommands } from '../components/bot-commands.ts';
import { useMedia } from '../components/use-media.ts';
import { useMessages } from '../messages/messages.tsx';

const selectCanKill = selectCan('bot.kill');

/** One click and one question from anywhere; once pressed, it is the way to lift the halt. */
export function KillSwitch() {
  const { kill } = useMessages();
  const commands = useBotCommands();
  const offered = useClientState(selectCanKill);
  const halted = useClientState(selectHalt);
  const wide = useMedia('(min-width: 1100px)');
  const replaying = useClientState(selectReplaying);
  if (!offered) return null;
  const reset = halted !== null;
  return (
    <Button
      size="small"
      disabled={replaying}
      intent={reset ? 'warning' : 'danger'}
      variant={reset ? 'solid' : 'outlined'}
      icon={reset ? <Unlock /> : <Disable />}
      aria-label={reset ? kill.reset : kill.button}
      title={reset ? kill.halted(halted.reason) : kill.button}
      onClick={commands.kill}
    >
      {wide && (reset ? kill.reset : kill.button)}
    </Button>
  );
}
