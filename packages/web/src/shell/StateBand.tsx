import { Button } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { selectAttention, selectFreshness, selectKill } from '@triquad/core';
import { lazy, Suspense } from 'react';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { LiveState } from './LiveState.tsx';
import styles from './StateBand.module.css';

// They load with the dialogs of the shell, long before a command is given or a bot falls silent.
const CommandNotice = lazy(() => import('./CommandNotice.tsx').then((file) => ({ default: file.CommandNotice })));
const KillNotice = lazy(() => import('./KillNotice.tsx').then((file) => ({ default: file.KillNotice })));
const UnconfirmedState = lazy(() =>
  import('./UnconfirmedState.tsx').then((file) => ({ default: file.UnconfirmedState })),
);

/** Is it running and safe? Under the header on every screen: state, commands under way, and what needs a human. */
export function StateBand({ openAttention }: { openAttention: () => void }) {
  const { band } = useMessages();
  const freshness = useClientState(selectFreshness);
  const killing = useClientState((state) => {
    const kill = selectKill(state);
    return kill !== null && kill.confirmed_at === null;
  });
  const look = killing || freshness === 'lost' ? styles.alarm : freshness === 'live' ? '' : styles.unconfirmed;
  return (
    <section className={`${styles.band} ${look}`} aria-label={band.label}>
      {freshness === 'live' ? (
        <LiveState />
      ) : (
        <Suspense fallback={null}>
          <UnconfirmedState />
        </Suspense>
      )}
      <span className={styles.end}>
        <Suspense fallback={null}>
          <CommandNotice />
          <KillNotice />
        </Suspense>
        <NeedsYou open={openAttention} />
      </span>
    </section>
  );
}

function NeedsYou({ open }: { open: () => void }) {
  const { band } = useMessages();
  const count = useClientState((state) => selectAttention(state).length);
  if (count === 0) return null;
  return (
    <Button
      className={styles.needs ?? ''}
      size="small"
      icon={<WarningSign className="caution" size={12} />}
      text={band.needs(count)}
      onClick={open}
    />
  );
}
