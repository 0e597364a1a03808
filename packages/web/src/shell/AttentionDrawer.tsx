import { Button, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon, Tick, WarningSign } from '@blueprintjs/icons';
import { type Attention, type AttentionCode, selectAttention, selectStale } from '@triquad/core';
import { useNavigate } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { DrawerFrame } from '../components/DrawerFrame.tsx';
import { shortMoment } from '../components/moments.ts';
import { useMessages } from '../messages/messages.tsx';
import { type ScreenName, screens } from '../screens.ts';
import styles from './AttentionDrawer.module.css';
import { attentionText } from './attention-text.ts';

/** The screen on which each kind is settled; none where the band has the button. */
const settledOn: Record<AttentionCode, ScreenName | null> = {
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
export function AttentionDrawer({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { attention } = useMessages();
  const items = useClientState(selectAttention);
  const stale = useClientState(selectStale);
  return (
    <DrawerFrame isOpen={isOpen} title={attention.title} onClose={close}>
      {items.length === 0 ? (
        <NonIdealState icon={<Tick size={32} />} title={attention.none} description={attention.noneHint} />
      ) : (
        <ul className={`${styles.list} ${stale ? 'stale' : ''}`}>
          {items.map((item) => (
            <Row key={JSON.stringify([item.code, item.params])} item={item} close={close} />
          ))}
        </ul>
      )}
    </DrawerFrame>
  );
}

function Row({ item, close }: { item: Attention; close: () => void }) {
  const messages = useMessages();
  const navigate = useNavigate();
  const minute = useClientState((state) => Math.floor(state.now / 60_000) * 60_000);
  const { title, hint } = attentionText(messages, item);
  const screen = screens.find(({ name }) => name === settledOn[item.code]);
  const nav = screen?.texts(messages).nav;
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
            navigate(`/${screen.name}`);
          }}
        />
      )}
    </li>
  );
}
