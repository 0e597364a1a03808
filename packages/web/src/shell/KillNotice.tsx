import { Button } from '@blueprintjs/core';
import { selectBotCommand, selectKill } from '@triquad/core';
import { useClient, useClientState } from '../client-context.tsx';
import { timeOfDay } from '../messages/moments.ts';
import { useMessages } from '../messages/use-frame.ts';

/** A kill that the bot has not confirmed stays on screen until it has, or until the operator stops sending it. */
export function KillNotice() {
  const { sent: words, texts } = useMessages();
  const client = useClient();
  const kill = useClientState(selectKill);
  const trying = useClientState(selectBotCommand) === 'kill';
  if (kill === null) return null;
  if (kill.confirmed_at !== null) {
    const { sent, unknown, held } = kill.outcome ?? { sent: null, unknown: null, held: null };
    const counts = [
      sent === null ? '' : words.killCancels(sent),
      unknown === null || unknown === 0 ? '' : words.killUnknown(unknown),
      held === null || held === 0 ? '' : words.killHeld(held),
    ];
    return (
      <span role="status">
        {[words.killConfirmed(timeOfDay(kill.confirmed_at)), ...counts].filter((text) => text !== '').join(' · ')}
      </span>
    );
  }
  const detail = kill.problem === null ? '' : texts.problem(kill.problem);
  return (
    <>
      <strong role="alert">{words.killSent(timeOfDay(kill.sent_at))}</strong>
      <span title={trying && detail !== '' ? words.killFailed(detail) : undefined}>
        {trying ? words.killTries(kill.tries) : words.killRefused(detail)}
      </span>
      <Button
        size="small"
        text={trying ? words.stopTrying : words.dismiss}
        {...(trying ? { title: words.stopTryingHint } : {})}
        onClick={() => client.send({ type: 'StopTryingKill' })}
      />
    </>
  );
}
