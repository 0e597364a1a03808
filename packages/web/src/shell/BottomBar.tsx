import { none, selectBotCondition, selectConfirmedAge, selectStale } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { ageText } from '../components/age-text.ts';
import { useMessages } from '../messages/messages.tsx';
import styles from './BottomBar.module.css';
import { KillSwitch } from './KillSwitch.tsx';
import { StartStopButton } from './StartStopButton.tsx';
import { StateDot } from './StateDot.tsx';

/** Narrow screens: state, Stop and the kill switch within reach of a thumb on every screen. */
export function BottomBar() {
  const { bot, header, band } = useMessages();
  const condition = useClientState(selectBotCondition);
  const stale = useClientState(selectStale);
  const age = useClientState(selectConfirmedAge);
  return (
    <section className={styles.bar} aria-label={band.bar}>
      <span className={styles.state}>
        <span className={styles.condition}>
          <StateDot />
          <strong>{stale ? header.botUnconfirmed : condition === 'unknown' ? none : bot[condition]}</strong>
        </span>
        <span className="muted small">
          {age === null ? (stale ? none : band.confirmedNow) : band.lastConfirmed(ageText(age))}
        </span>
      </span>
      <StartStopButton size="large" />
      <KillSwitch size="large" isShort />
    </section>
  );
}
