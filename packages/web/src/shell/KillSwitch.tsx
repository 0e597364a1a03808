import { Button } from '@blueprintjs/core';
import { Disable, Unlock } from '@blueprintjs/icons';
import { selectCan, selectHalt, selectKill, selectReplaying } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useBotCommands } from '../components/bot-commands.ts';
import { useMessages } from '../messages/messages.tsx';

const selectCanKill = selectCan('bot.kill');

/** One click and one question from anywhere; while the bot is halted it is the way to lift the halt. */
export function KillSwitch() {
  const { kill } = useMessages();
  const commands = useBotCommands();
  const offered = useClientState(selectCanKill);
  const halted = useClientState(selectHalt);
  const replaying = useClientState(selectReplaying);
  const pending = useClientState((state) => {
    const sent = selectKill(state);
    return sent !== null && sent.confirmed_at === null;
  });
  if (!offered) return null;
  const reset = halted !== null && !pending;
  const label = reset ? kill.reset : kill.button;
  return (
    <Button
      className="from-tablet"
      size="small"
      disabled={replaying}
      intent={reset ? 'warning' : 'danger'}
      variant={reset || pending ? 'solid' : 'outlined'}
      icon={reset ? <Unlock /> : <Disable />}
      aria-label={label}
      title={reset ? kill.halted(halted.reason) : label}
      text={<span className="from-wide">{pending ? kill.pending : label}</span>}
      onClick={commands.kill}
    />
  );
}
