import type { Life } from '@triquad/core/contract';
import { number, percent } from '../../messages/format.ts';
import { shortMoment } from '../../messages/moments.ts';
import { milliseconds } from '../../messages/numbers.ts';
import styles from './life.module.css';
import { type Step, traceOf } from './life-figures.ts';
import { type Messages, useMessages } from './use-messages.ts';

/** Timeline of the life on one axis of milliseconds. */
export function LifeTrace({ life }: { life: Life }) {
  const messages = useMessages();
  const { life: text } = messages;
  const steps = traceOf(life);
  const [first] = steps;
  if (first === undefined) return null;
  const end = Math.max(1, ...steps.map(({ to }) => to));
  const at = (ms: number): string => `${(ms / end) * 100}%`;
  return (
    <section>
      <h3>
        {text.trace} <span className="muted">{shortMoment(life.found?.at ?? life.trade?.entry_time ?? '', 0)}</span>
      </h3>
      <ol className={styles.trace}>
        {steps.map((step) => (
          <li key={`${step.kind} ${step.leg} ${step.from} ${step.to}`}>
            <strong>{nameOf(messages, step)}</strong>
            <span className="muted">{saysOf(messages, life, step)}</span>
            <span className={styles.lane} aria-hidden>
              <span
                className={styles[step.kind]}
                style={{ left: at(step.from), width: `max(4px, ${at(step.to - step.from)})` }}
              />
              {step.acknowledged !== null && (
                <span
                  className={styles.acknowledged}
                  title={text.acknowledged}
                  style={{ left: at(step.acknowledged) }}
                />
              )}
            </span>
            <span className={styles.when}>{text.after(milliseconds(step.to))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const nameOf = ({ life: text }: Messages, { kind, leg }: Step): string => {
  if (kind === 'leg') return text.leg(number(leg));
  if (kind === 'unwinding') return text.unwinding(number(leg));
  return text[kind];
};

const saysOf = (messages: Messages, { opportunity, found, trade }: Life, step: Step): string => {
  const { life: text, status: statuses } = messages;
  switch (step.kind) {
    case 'found': {
      const moved = opportunity?.moved;
      if (moved === undefined) return percent(found?.profit_pct, { digits: 3, sign: true });
      const side = moved.side === 'buy' ? text.buySide : text.sellSide;
      return text.offMarket(side, moved.market, percent(moved.off_pct));
    }
    case 'decided':
      return text.execute(percent(found?.profit_pct, { digits: 3, sign: true }), percent(found?.threshold_pct));
    case 'ended':
      return text.booked;
    default: {
      const leg = trade?.legs.find((one) => one.leg === step.leg && one.unwind === (step.kind === 'unwinding'));
      if (leg === undefined) return '';
      const status = leg.status in statuses ? statuses[leg.status as keyof typeof statuses] : leg.status;
      return text.sent(text.side[leg.side] ?? leg.side, leg.market, status);
    }
  }
};
