import { figureOf } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { money, number } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import styles from './life.module.css';
import { type Part, waterfallOf } from './life-figures.ts';
import { type Messages, useMessages } from './use-messages.ts';

/** Waterfall from the expected to the actual profit; all bars share one axis with its zero. */
export function LifeWaterfall({ shown, trade }: { shown: number | null; trade: Trade | null }) {
  const messages = useMessages();
  const { life: text } = messages;
  const parts = waterfallOf(shown, trade);
  if (parts.length === 0) return null;
  const ends = parts.flatMap(({ from, to }) => [from, to]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const range = most - least || 1;
  const at = (amount: number): string => `${((amount - least) / range) * 100}%`;
  return (
    <section>
      <h3>{text.waterfall}</h3>
      <dl className={styles.waterfall}>
        {parts.map((part) => (
          <div key={`${part.kind} ${part.leg}`}>
            <dt>{nameOf(messages, part)}</dt>
            <dd aria-hidden className={styles.lane}>
              <span
                className={isTotal(part) ? styles.total : part.amount < 0 ? styles.down : styles.up}
                style={{
                  left: at(Math.min(part.from, part.to)),
                  width: `max(2px, ${(Math.abs(part.to - part.from) / range) * 100}%)`,
                }}
              />
              <span className={styles.zero} style={{ left: at(0) }} />
            </dd>
            <dd className={`${styles.when} ${isTotal(part) ? '' : tone(part.amount)}`}>
              {money(figureOf(trade, part.amount), { sign: true })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isTotal = ({ kind }: Part): boolean => kind === 'shown' || kind === 'result';

const nameOf = ({ life: text }: Messages, { kind, leg }: Part): string =>
  kind === 'leg' ? text.legPrice(number(leg)) : text[kind];
