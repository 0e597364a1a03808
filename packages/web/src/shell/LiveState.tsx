import {
  type ClientState,
  nearLimit,
  none,
  selectBotCondition,
  selectBotMinute,
  selectBotStatus,
  selectConfirmedAge,
  selectNearestLimit,
  selectResidualUsd,
  selectStateSince,
  selectTodaysProfit,
  selectTradingState,
} from '@triquad/core';
import { useClientState, useWatch } from '../client-context.tsx';
import { ageText } from '../components/age-text.ts';
import { limitFullAt, limitName, limitUse } from '../components/limit-text.ts';
import { Meter } from '../components/Meter.tsx';
import { classes } from '../elements/classes.ts';
import { money, percent } from '../messages/format.ts';
import { useMessages } from '../messages/messages.tsx';
import { timeOfDay } from '../messages/moments.ts';
import { tone } from '../messages/numbers.ts';
import styles from './StateBand.module.css';
import { StateDot } from './StateDot.tsx';

/** The band while the bot answers: state, since when, confirmed when, the fullest limit, today's profit. */
export function LiveState() {
  const { band, bot } = useMessages();
  const condition = useClientState(selectBotCondition);
  const since = useClientState(selectStateSince);
  const age = useClientState(selectConfirmedAge);
  return (
    <>
      <span className={`${styles.part} ${styles.state}`}>
        <StateDot />
        <strong>{condition === 'unknown' ? none : bot[condition]}</strong>
        {since !== null && <span className={styles.wide}>{band.since(timeOfDay(since))}</span>}
        <span className="muted">{age === null ? band.confirmedNow : band.confirmed(ageText(age))}</span>
      </span>
      <Trading />
      <NearestLimit />
      <Today />
    </>
  );
}

/** Trading state in the bot's own word; empty if the bot states none. */
function Trading() {
  const { band } = useMessages();
  const word = useClientState(selectTradingWord);
  if (word === null) return null;
  return (
    <span
      className={classes(
        styles.part,
        word === 'active' && styles.wide,
        word === 'active' && styles.active,
        looks[word] === 'loss' && styles.blocked,
      )}
      title={`${band.trading[word]}: ${band.lets[word]}`}
    >
      <span className={looks[word]}>{band.trading[word]}</span>
      {word !== 'active' && <span className={`muted ${styles.lets}`}>{band.lets[word]}</span>}
    </span>
  );
}

const looks = { active: 'muted', reducing: 'caution', halted: 'loss', killed: 'loss' };

const selectTradingWord = (state: ClientState): keyof typeof looks | null => {
  const status = selectBotStatus(state);
  const trading = selectTradingState(state);
  if (!status?.trading_state || trading === 'unknown') return null;
  return trading === 'halted' && status.trading_code === 'killed' ? 'killed' : trading;
};

function NearestLimit() {
  const messages = useMessages();
  useWatch('risk');
  useWatch('differences');
  const limit = useClientState(selectNearestLimit);
  const minute = useClientState(selectBotMinute);
  if (limit === null || limit.share === null) return null;
  return (
    <span className={`${styles.part} ${styles.nearest}`} title={limitUse(messages, limit)}>
      <span className={`muted ${styles.wide}`}>{messages.band.nearest}</span>
      <span>{limitName(messages, limit)}</span>
      <span className={styles.meter}>
        <Meter share={limit.share} />
      </span>
      <span className={limit.share < nearLimit ? '' : styles.near}>{percent(limit.share * 100, { digits: 0 })}</span>
      <span className={`muted ${styles.wide}`} title={messages.risk.fullAtHint}>
        {limitFullAt(messages, limit, minute)}
      </span>
    </span>
  );
}

function Today() {
  const { band } = useMessages();
  const profit = useClientState(selectTodaysProfit);
  const residual = useClientState(selectResidualUsd);
  return (
    <span className={styles.part}>
      <span className="muted">{band.today}</span>
      <span className={tone(profit.usd)}>{money(profit, { sign: true })}</span>
      {residual.usd > 0 && <span className={classes('muted', styles.residual)}>{band.residual(money(residual))}</span>}
    </span>
  );
}
