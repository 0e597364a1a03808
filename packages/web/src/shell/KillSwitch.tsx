import { Button } from '@blueprintjs/core';
import { Disable, Unlock } from '@blueprintjs/icons';
import { selectCan, selectHalt, selectReplaying } from '@triquad/core';
import { useState } from 'react';
import { useClient, useClientState } from '../client-context.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useMedia } from '../components/use-media.ts';
import { useMessages } from '../messages/messages.tsx';

const canKill = selectCan('bot.kill');

/** One click and one question from anywhere; once pressed, it is the way to lift the halt. */
export function KillSwitch() {
  const { kill } = useMessages();
  const client = useClient();
  const offered = useClientState(canKill);
  const halted = useClientState(selectHalt);
  const wide = useMedia('(min-width: 1100px)');
  const replaying = useClientState(selectReplaying);
  const [asking, ask] = useState(false);
  if (!offered) return null;
  const reset = halted !== null;
  const confirm = () => {
    ask(false);
    client.send(reset ? { type: 'ResetKill' } : { type: 'KillBot', reason: kill.reason });
  };
  return (
    <>
      <Button
        size="small"
        disabled={replaying}
        intent={reset ? 'warning' : 'danger'}
        variant={reset ? 'solid' : 'outlined'}
        icon={reset ? <Unlock /> : <Disable />}
        aria-label={reset ? kill.reset : kill.button}
        title={reset ? kill.halted(halted.reason) : kill.button}
        onClick={() => ask(true)}
      >
        {wide && (reset ? kill.reset : kill.button)}
      </Button>
      <ConfirmDialog
        isOpen={asking}
        title={reset ? kill.resetTitle : kill.title}
        body={reset ? kill.resetBody : kill.body}
        confirm={reset ? kill.reset : kill.confirm}
        intent={reset ? 'warning' : 'danger'}
        onCancel={() => ask(false)}
        onConfirm={confirm}
      />
    </>
  );
}
