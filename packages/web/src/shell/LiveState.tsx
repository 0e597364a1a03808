import {
  nearLimit,
  none,
  selectBotCondition,
  selectConfirmedAge,
  selectNearestLimit,
  selectStateSince,
  selectTodaysProfit,
} from '@triquad/core';
import { useClientState, useWatch } from '../client-context.tsx';
import { tone } from '../components/format.ts';
import { limitName, limitUse } from '../components/limit-text.ts';
import { Meter } from '../components/Meter.tsx';
import { timeOfDay } from '../components/moments.ts';
import { money, percent } from '../messages/format.ts';
import { useMessages } from '../messages/messages.tsx';
import { ageText } from './age-text.ts';
import styles from './StateBand.module.css';
import { StateDot } from './StateDot.tsx';

/** The band while the bot answers: state, since when, confirmed when, the fullest limit, today's profit. */
export function LiveState() {
  const { band, execution } = useMessages();
  const condition = useClientState(selectBotCondition);
  const since = useClientState(selectStateSince);
  const age = useClientState(selectConfirmedAge);
  return (
    <>
      <span className={`${styles.part} ${styles.state}`}>
        <StateDot />
        <strong>{condition === 'unknown' ? none : execution[condition]}</strong>
        {since !== null && <span className={styles.wide}>{band.since(timeOfDay(since))}</span>}
        <span className="muted">{age === null ? band.confirmedNow : band.confirmed(ageText(age))}</span>
      </span>
      <NearestLimit />
      <Today />
    </>
  );
}

function NearestLimit() {
  const messages = useMessages();
  useWatch('risk');
  useWatch('differences');
  const limit = useClientState(selectNearestLimit);
  if (limit === null || limit.share === null) return null;
  return (
    <span className={`${styles.part} ${styles.nearest}`} title={limitUse(messages, limit)}>
      <span className={`muted ${styles.wide}`}>{messages.band.nearest}</span>
      <span>{limitName(messages, limit)}</span>
      <span className={styles.meter}>
        <Meter share={limit.share} />
      </span>
      <span className={limit.share < nearLimit ? '' : styles.near}>{percent(limit.share * 100, { digits: 0 })}</span>
    </span>
  );
}

function Today() {
  const { band } = useMessages();
  const profit = useClientState(selectTodaysProfit);
  return (
    <span className={styles.part}>
      <span className="muted">{band.today}</span>
      <span className={tone(profit)}>{money(profit, { sign: true })}</span>
    </span>
  );
}
