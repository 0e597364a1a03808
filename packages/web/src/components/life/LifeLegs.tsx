import { figureOf, none } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { amount, money, number } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { Heads } from '../../tables/Heads.tsx';
import styles from './life.module.css';
import { priceEffect } from './life-figures.ts';
import { useMessages } from './use-messages.ts';

/** Each leg as it was planned, and as it was filled. */
export function LifeLegs({ trade }: { trade: Trade }) {
  const { life: text } = useMessages();
  const { legColumns: names } = text;
  return (
    <div>
      <h3>{text.legs}</h3>
      {/* Wider than a phone: it scrolls by itself. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.scroll} aria-label={text.legs} tabIndex={0}>
        <table className={styles.legs}>
          <Heads
            of={[
              names.leg,
              names.market,
              names.side,
              { number: names.planned },
              { number: names.actual },
              { number: names.priceAt },
              { number: names.price },
              { number: names.effect },
              { number: names.fee },
              { number: names.ms },
            ]}
          />
          <tbody>
            {trade.legs.map((leg) => {
              const effect = priceEffect(leg, trade.capital);
              return (
                <tr key={leg.order_id ?? `${leg.leg} ${leg.market}`}>
                  <td>{number(leg.leg)}</td>
                  <td>{leg.market}</td>
                  <td>{text.side[leg.side] ?? leg.side}</td>
                  <td className="number muted">{amount(leg.expected_quantity)}</td>
                  <td className="number">{amount(leg.quantity)}</td>
                  <td className="number muted">{amount(leg.expected_price)}</td>
                  <td className="number">{amount(leg.price)}</td>
                  <td className={`number ${tone(effect)}`}>{money(figureOf(trade, effect), { sign: true })}</td>
                  <td className="number">{leg.fee === null ? none : `${amount(leg.fee)} ${leg.fee_asset ?? ''}`}</td>
                  <td className="number">{number(leg.ms)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </div>
  );
}
