import { figureOf, none } from '@triquad/core';
import type { Life } from '@triquad/core/contract';
import { money, number, percent } from '../../messages/format.ts';
import { timeOfDay } from '../../messages/moments.ts';
import { milliseconds } from '../../messages/numbers.ts';
import { pathOf } from '../cycle.ts';
import { Fact, Facts } from '../Facts.tsx';
import styles from './life.module.css';
import { type Messages, useMessages } from './use-messages.ts';

/** Why it was executed or left alone, with the figures. */
export function LifeReasons({ life }: { life: Life }) {
  const messages = useMessages();
  const { life: text } = messages;
  const { found, decisions, trigger } = life;
  const ages = found?.book_ages_ms ?? [];
  const others = found?.alternatives ?? null;
  return (
    <section>
      <h3>{text.why}</h3>
      <ul className={styles.decisions} aria-label={text.decisionsTitle}>
        {decisions.map(({ id, at, reason, detail }) => (
          <li key={id}>
            <span className="muted">{timeOfDay(at)}</span> <strong>{messages.reasons[reason] ?? reason}</strong>
            <div className="muted">{detail}</div>
          </li>
        ))}
      </ul>
      <Facts>
        <Fact name={text.threshold} value={percent(found?.threshold_pct)} />
        <Fact name={text.breakEven} value={percent(found?.break_even_fee_pct, { digits: 4 })} />
        <Fact name={text.ages} value={ages.length === 0 ? none : ages.map((age) => milliseconds(age)).join(', ')} />
        <Fact name={text.nextBest} value={nextOf(messages, life)} />
        <Fact name={text.alternatives} value={others === null ? none : number(others + 1)} />
        {trigger !== null && <Fact name={text.startedBy} value={text.trigger[trigger] ?? trigger} />}
      </Facts>
    </section>
  );
}

const nextOf = ({ life: text }: Messages, life: Life): string => {
  const { found } = life;
  const next = found?.next_best ?? null;
  if (next === null) return found?.alternatives === 0 ? text.noNext : none;
  const figures = `${percent(next.profit_pct, { digits: 3, sign: true })}, ${money(figureOf(life, next.profit_usd), { sign: true })}`;
  return `${pathOf(next.symbols)} ${figures}`;
};
