import { none } from '@triquad/core';
import type { Preview } from '@triquad/core/contract';
import { amount, percent } from '../../messages/format.ts';
import { Heads } from '../../tables/Heads.tsx';
import styles from './execute.module.css';
import { useMessages } from './use-messages.ts';

/** The orders of the cycle, in the order in which they are sent. */
export function Legs({ legs }: { legs: Preview['legs'] }) {
  const { ticket: text } = useMessages();
  if (legs.length === 0) return null;
  return (
    <table className={styles.legs} aria-label={text.legs}>
      <Heads of={[text.leg.leg, text.leg.market, text.leg.side, text.leg.quantity, text.leg.price, text.leg.fee]} />
      <tbody>
        {legs.map(({ market, side, quantity, price, fee_pct }, index) => (
          <tr key={`${market} ${side}`}>
            <td className="muted">{index + 1}</td>
            <th scope="row">{market || none}</th>
            <td>{side || none}</td>
            <td>{amount(quantity)}</td>
            <td>{amount(price)}</td>
            <td>{percent(fee_pct, { digits: 4 })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
