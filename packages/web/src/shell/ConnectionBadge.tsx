import { Button, Tag } from '@blueprintjs/core';
import { Cross, Refresh, Tick, Time } from '@blueprintjs/icons';
import {
  reconnect,
  selectAttempt,
  selectConfirmedAge,
  selectConnection,
  selectFreshness,
  selectLatency,
} from '@triquad/core';
import type { JSX } from 'react';
import { useClient, useClientState } from '../client-context.tsx';
import { ageText } from '../components/age-text.ts';
import { useNarrow } from '../elements/use-media.ts';
import { useMessages } from '../messages/messages.tsx';
import styles from './Header.module.css';

/** The connection to the bot: connected only while the bot answers; when it is down for good, the way to try again. */
export function ConnectionBadge() {
  const { header } = useMessages();
  const client = useClient();
  const state = useClientState(selectConnection);
  const freshness = useClientState(selectFreshness);
  const attempt = useClientState(selectAttempt);
  if (state === 'connected') return freshness === 'live' ? <Connected /> : <Silent />;
  if (state === 'disconnected') {
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
  const hint = attempt === 0 ? header.connecting : header.reconnecting(attempt, reconnect.attempts);
  return <Badge text={header.connecting} hint={hint} intent="warning" icon={<Time />} />;
}

function Connected() {
  const { header } = useMessages();
  const latency = useClientState(selectLatency);
  const ms = latency === null ? '' : ` · ${Math.round(latency)} ms`;
  return (
    <Badge text={header.connected} after={ms} hint={`${header.connected}${ms}`} intent="success" icon={<Tick />} />
  );
}

function Silent() {
  const { header } = useMessages();
  const age = useClientState(selectConfirmedAge);
  const after = age === null ? '' : ` ${header.silentFor(ageText(age))}`;
  return <Badge text={header.silent} after={after} hint={header.silentHint} intent="warning" icon={<Time />} />;
}

type BadgeProps = {
  text: string;
  /** A figure that changes often: shown, but not announced. */
  after?: string;
  hint: string;
  intent: 'success' | 'warning' | 'danger';
  icon: JSX.Element;
};

function Badge({ text, after = '', hint, intent, icon }: BadgeProps) {
  const narrow = useNarrow();
  return (
    <Tag minimal className={styles.badge ?? ''} intent={intent} icon={icon} title={hint}>
      {/* The icon needs a role, because only elements with a role may have a name. */}
      <span role="status" className={narrow ? 'visually-hidden' : ''}>
        {text}
      </span>
      {!narrow && <span className="from-wide">{after}</span>}
    </Tag>
  );
}
