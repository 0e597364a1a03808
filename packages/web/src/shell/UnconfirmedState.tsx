import { Button } from '@blueprintjs/core';
import { Time, WarningSign } from '@blueprintjs/icons';
import {
  none,
  selectBotCondition,
  selectConfirmedAge,
  selectConfirmedAt,
  selectConnection,
  selectFreshness,
  selectRetryIn,
} from '@triquad/core';
import { useClient, useClientState } from '../client-context.tsx';
import { ageText } from '../components/age-text.ts';
import { timeOfDay } from '../messages/moments.ts';
import { useMessages } from '../messages/use-frame.ts';
import styles from './StateBand.module.css';

/** The band while the bot is silent: the last known state, its age, and the next try. */
export function UnconfirmedState() {
  const { band, bot, outage } = useMessages();
  const freshness = useClientState(selectFreshness);
  const at = useClientState(selectConfirmedAt);
  const age = useClientState(selectConfirmedAge);
  const condition = useClientState(selectBotCondition);
  const state = condition === 'unknown' ? none : bot[condition];
  const lost = freshness === 'lost';
  return (
    <>
      <span className={styles.part}>
        {lost ? <WarningSign size={14} /> : <Time size={14} />}
        {/* Ages stay outside of the live region: it would announce each second. */}
        <strong role="status">
          {at === null
            ? outage.connecting
            : lost
              ? outage.noAnswer(timeOfDay(at))
              : band.unconfirmed(state, timeOfDay(at))}
        </strong>
        {lost && <span className={styles.wide}>{outage.asOfThen}</span>}
        {age !== null && at !== null && <span>{band.lastConfirmed(ageText(age))}</span>}
      </span>
      {freshness !== 'stale' && <Retry />}
    </>
  );
}

function Retry() {
  const { outage } = useMessages();
  const client = useClient();
  const connection = useClientState(selectConnection);
  const seconds = useClientState(selectRetryIn);
  if (connection === 'connected' || connection === 'idle') return null;
  return (
    <span className={styles.part}>
      {connection === 'connecting' && <span>{outage.trying}</span>}
      {seconds !== null && <span>{outage.nextTry(seconds)}</span>}
      {connection !== 'connecting' && (
        <Button size="small" text={outage.tryNow} onClick={() => client.send({ type: 'Reconnect' })} />
      )}
    </span>
  );
}
