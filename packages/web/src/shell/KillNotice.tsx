import { Button } from '@blueprintjs/core';
import { selectKill } from '@triquad/core';
import { useClient, useClientState } from '../client-context.tsx';
import { timeOfDay } from '../components/moments.ts';
import { useMessages } from '../messages/messages.tsx';

/** A kill that the bot has not confirmed stays on screen until it has, or until the operator stops sending it. */
export function KillNotice() {
  const { band } = useMessages();
  const client = useClient();
  const kill = useClientState(selectKill);
  if (kill === null || kill.confirmed_at !== null) return null;
  return (
    <>
      <strong role="alert">{band.killSent(timeOfDay(kill.sent_at))}</strong>
      <span title={kill.problem === null ? undefined : band.killFailed(kill.problem.message)}>
        {band.killTries(kill.tries)}
      </span>
      <Button
        size="small"
        text={band.stopTrying}
        title={band.stopTryingHint}
        onClick={() => client.send({ type: 'StopTryingKill' })}
      />
    </>
  );
}
