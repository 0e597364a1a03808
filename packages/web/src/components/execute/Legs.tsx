import { none } from '@triquad/core';
import type { Preview } from '@triquad/core/contract';
import { amount, percent } from '../../messages/format.ts';
import styles from './execute.module.css';
import { useMessages } from './use-messages.ts';

/** The orders of the cycle, in the order in which they are sent. */
export function Legs({ legs }: { legs: Preview['legs'] }) {
  const { ticket: text } = useMessages();
  if (legs.length === 0) return null;
  return (
    <table className={styles.legs} aria-label={text.legs}>
      <thead>
        <tr>
          <th scope="col">{text.leg.leg}</th>
          <th scope="col">{text.leg.market}</th>
          <th scope="col">{text.leg.side}</th>
          <th scope="col">{text.leg.quantity}</th>
          <th scope="col">{text.leg.price}</th>
          <th scope="col">{text.leg.fee}</th>
        </tr>
      </thead>
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
