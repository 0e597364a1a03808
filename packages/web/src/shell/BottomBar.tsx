import { Button } from '@blueprintjs/core';
import { Disable, Play, Stop, Unlock } from '@blueprintjs/icons';
import {
  none,
  selectBotCondition,
  selectCan,
  selectConfirmedAge,
  selectHalt,
  selectReplaying,
  selectStale,
} from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useBotCommands } from '../components/bot-commands.ts';
import { useMessages } from '../messages/messages.tsx';
import { ageText } from './age-text.ts';
import styles from './BottomBar.module.css';
import { StateDot } from './StateDot.tsx';

const selectCanKill = selectCan('bot.kill');

/** Narrow screens: state, Stop and the kill switch within reach of a thumb on every screen. */
export function BottomBar() {
  const { execution, header, kill, band } = useMessages();
  const commands = useBotCommands();
  const condition = useClientState(selectBotCondition);
  const stale = useClientState(selectStale);
  const age = useClientState(selectConfirmedAge);
  const canKill = useClientState(selectCanKill);
  const halted = useClientState(selectHalt) !== null;
  const replaying = useClientState(selectReplaying);
  const stops = condition === 'running' || condition === 'stopping';
  return (
    <section className={styles.bar} aria-label={band.label}>
      <span className={styles.state}>
        <span className={styles.condition}>
          <StateDot />
          <strong>{stale ? header.botUnconfirmed : condition === 'unknown' ? none : execution[condition]}</strong>
        </span>
        <span className="muted small">
          {age === null ? (stale ? none : band.confirmedNow) : band.lastConfirmed(ageText(age))}
        </span>
      </span>
      <Button
        size="large"
        icon={stops ? <Stop /> : <Play />}
        text={stops ? header.stop : header.start}
        aria-label={stops ? header.stopBot : header.startBot}
        disabled={replaying || (condition !== 'running' && condition !== 'stopped')}
        onClick={stops ? commands.stop : commands.start}
      />
      {canKill && (
        <Button
          size="large"
          variant="outlined"
          intent={halted ? 'warning' : 'danger'}
          icon={halted ? <Unlock /> : <Disable />}
          text={halted ? kill.resetShort : kill.short}
          aria-label={halted ? kill.reset : kill.button}
          disabled={replaying}
          onClick={commands.kill}
        />
      )}
    </section>
  );
}
