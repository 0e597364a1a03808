import { type BotCondition, selectBotCondition, selectConfirmedAt, selectStale, selectUptime } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { clock, timeOfDay } from '../messages/moments.ts';
import styles from './Header.module.css';
import { StateDot } from './StateDot.tsx';

/** Is it running? With the time since the start; while the bot is silent the clock stands still and says as of when. */
export function BotIndicator() {
  const { header } = useMessages();
  const condition = useClientState(selectBotCondition);
  const stale = useClientState(selectStale);
  const confirmedAt = useClientState(selectConfirmedAt);
  const uptime = useClientState((state) => {
    const seconds = selectUptime(state);
    return seconds === null ? null : clock(seconds);
  });
  const text = stale ? header.botUnconfirmed : header[labels[condition]];
  const running = uptime === null ? null : header.uptime(uptime);
  const asOf = stale && confirmedAt !== null ? header.at(timeOfDay(confirmedAt)) : '';
  return (
    <span className={styles.state} role="status" aria-label={text} title={running ?? text}>
      <StateDot />
      <strong className="from-tablet">{text}</strong>
      {uptime !== null && (
        <span className="from-wide muted" aria-hidden>
          {uptime} {asOf}
        </span>
      )}
    </span>
  );
}

const labels = {
  running: 'botActive',
  stopped: 'botStopped',
  starting: 'botStarting',
  stopping: 'botStopping',
  error: 'botError',
  halted: 'botHalted',
  unknown: 'botUnknown',
} as const satisfies Record<BotCondition, string>;
