import { Button } from '@blueprintjs/core';
import { selectBotCommand, selectKill } from '@triquad/core';
import { useClient, useClientState } from '../client-context.tsx';
import { timeOfDay } from '../components/moments.ts';
import { useMessages } from '../messages/messages.tsx';

/** A kill that the bot has not confirmed stays on screen until it has, or until the operator stops sending it. */
export function KillNotice() {
  const { band, texts } = useMessages();
  const client = useClient();
  const kill = useClientState(selectKill);
  const trying = useClientState(selectBotCommand) === 'kill';
  if (kill === null) return null;
  if (kill.confirmed_at !== null) {
    const { sent, unknown, held } = kill.outcome ?? { sent: null, unknown: null, held: null };
    const counts = [
      sent === null ? '' : band.killCancels(sent),
      unknown === null || unknown === 0 ? '' : band.killUnknown(unknown),
      held === null || held === 0 ? '' : band.killHeld(held),
    ];
    return (
      <span role="status">
        {[band.killConfirmed(timeOfDay(kill.confirmed_at)), ...counts].filter((text) => text !== '').join(' · ')}
      </span>
    );
  }
  const detail = kill.problem === null ? '' : texts.problem(kill.problem);
  return (
    <>
      <strong role="alert">{band.killSent(timeOfDay(kill.sent_at))}</strong>
      <span title={trying && detail !== '' ? band.killFailed(detail) : undefined}>
        {trying ? band.killTries(kill.tries) : band.killRefused(detail)}
      </span>
      <Button
        size="small"
        text={trying ? band.stopTrying : band.dismiss}
        {...(trying ? { title: band.stopTryingHint } : {})}
        onClick={() => client.send({ type: 'StopTryingKill' })}
      />
    </>
  );
}
