import { Button, Tag } from '@blueprintjs/core';
import { Cross, Refresh, Tick, Time } from '@blueprintjs/icons';
import { selectAttempt, selectConnection, selectLatency } from '@triquad/core';
import { useClient, useClientState } from '../client-context.tsx';
import { useNarrow } from '../components/use-media.ts';
import { useMessages } from '../messages/messages.tsx';

const attempts = 5;

/** The line to the bot; when it is down for good, the way to try again. */
export function ConnectionBadge() {
  const { header } = useMessages();
  const client = useClient();
  const state = useClientState(selectConnection);
  const attempt = useClientState(selectAttempt);
  const latency = useClientState(selectLatency);
  switch (state) {
    case 'connected':
      return (
        <Badge
          text={header.connected}
          hint={latency === null ? header.connected : `${header.connected} · ${Math.round(latency)} ms`}
          intent="success"
          icon={<Tick />}
        />
      );
    case 'idle':
    case 'connecting':
    case 'waiting':
      return (
        <Badge
          text={header.connecting}
          hint={attempt === 0 ? header.connecting : header.reconnecting(attempt, attempts)}
          intent="warning"
          icon={<Time />}
        />
      );
    default:
      return (
        <>
          <Badge text={header.disconnected} hint={header.disconnected} intent="danger" icon={<Cross />} />
          <Button
            size="small"
            icon={<Refresh />}
            aria-label={header.reconnect}
            title={header.reconnect}
            onClick={() => client.send({ type: 'Reconnect' })}
          />
        </>
      );
  }
}

type BadgeProps = { text: string; hint: string; intent: 'success' | 'warning' | 'danger'; icon: React.JSX.Element };

function Badge({ text, hint, intent, icon }: BadgeProps) {
  const narrow = useNarrow();
  return (
    <Tag minimal className="connection" intent={intent} icon={icon} title={hint} role="status" aria-label={text}>
      {narrow ? null : text}
    </Tag>
  );
}
