import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, WarningSign } from '@blueprintjs/icons';
import { type Attention, type AttentionCode, selectAttention } from '@triquad/core';
import { useNavigate } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { shortMoment } from '../messages/moments.ts';
import type { Screen } from '../screen.ts';
import styles from '../shell/AttentionDrawer.module.css';
import { attentionText } from './attention-text.ts';

/** The screen on which each kind is settled; none where the band has the button. */
const settledOn: Record<AttentionCode, Screen['name'] | null> = {
  kill_unconfirmed: null,
  halted: 'execution',
  connection_lost: null,
  connection_stale: null,
  bot_error: 'logs',
  reducing: 'execution',
  breaker: 'execution',
  residual: 'execution',
  difference: 'execution',
  account: 'execution',
  limit: 'execution',
  alerts_failing: 'settings',
};

/** Everything that needs a human, worst first, each with the screen that settles it. */
export function AttentionList({ close = () => {} }: { close?: () => void }) {
  const items = useClientState(selectAttention);
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <Row key={JSON.stringify([item.code, item.params])} item={item} close={close} />
      ))}
    </ul>
  );
}

function Row({ item, close }: { item: Attention; close: () => void }) {
  const messages = useMessages();
  const navigate = useNavigate();
  const minute = useClientState((state) => Math.floor(state.now / 60_000) * 60_000);
  const { title, hint } = attentionText(messages, item);
  const screen = settledOn[item.code];
  const nav = screen === null ? '' : messages.titles[screen].nav;
  return (
    <li className={styles.row}>
      {item.severity === 'danger' ? <ErrorIcon className="loss" /> : <WarningSign className="caution" />}
      <div className={styles.text}>
        <strong>{title}</strong>
        <div className="muted">
          {hint} {item.since !== null && messages.attention.since(shortMoment(item.since, minute))}
        </div>
      </div>
      {screen && (
        <Button
          size="small"
          text={nav}
          aria-label={`${nav}: ${title}`}
          onClick={() => {
            close();
            navigate(`/${screen}`);
          }}
        />
      )}
    </li>
  );
}
