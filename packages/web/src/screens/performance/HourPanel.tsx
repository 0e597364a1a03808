import { figureOf } from '@triquad/core';
import type { Breakdown } from '@triquad/core/contract';
import type { CSSProperties } from 'react';
import { Panel } from '../../components/Panel.tsx';
import { classes } from '../../elements/classes.ts';
import { money, number } from '../../messages/format.ts';
import { type Slot, weekOf } from './figures.ts';
import type { PanelProps } from './panel-props.ts';
import styles from './performance.module.css';
import { useMessages } from './use-messages.ts';

const height = 200;
const hourOf = (slot: number): string => String(slot * 2).padStart(2, '0');

/** When it was made: blue is a gain, orange a loss, the stronger the larger; each cell has its figure. */
export function HourPanel({ breakdown, ...panel }: PanelProps & { breakdown: Breakdown | null }) {
  const { hours } = useMessages().performance;
  const week = breakdown === null ? [] : weekOf(breakdown);
  const most = Math.max(0, ...week.flat().map(({ profit, enough }) => (enough ? Math.abs(profit) : 0)));
  return (
    <Panel
      {...panel}
      title={hours.title}
      height={height}
      actions={
        <span className="muted small">
          {hours.hint} · <span className={styles.lossKey} /> {hours.loss} · <span className={styles.gainKey} />{' '}
          {hours.gain}
        </span>
      }
    >
      <table className={styles.week} aria-label={hours.title}>
        <tbody>
          {week.map((slots, weekday) => (
            <tr key={hours.weekdays[weekday]}>
              <th scope="row">{hours.weekdays[weekday]}</th>
              {slots.map((slot, at) => (
                <Cell key={hourOf(at)} slot={slot} most={most} of={breakdown} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {week[0]?.map((_, at) => (
              <th key={hourOf(at)} scope="col">
                {hourOf(at)}
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>{hours.few}</p>
    </Panel>
  );
}

type CellProps = { slot: Slot; most: number; of: Breakdown | null };
function Cell({ slot: { trades, profit, enough }, most, of }: CellProps) {
  const { hours } = useMessages().performance;
  if (!enough) return <td className="muted">{trades === 0 ? '' : '·'}</td>;
  // By the root, so that one large cell does not pale the others.
  const share = most === 0 ? 0 : Math.sqrt(Math.abs(profit) / most) * 100;
  return (
    <td
      className={classes(styles.cell, profit < 0 && styles.lossCell)}
      style={{ '--share': `${share}%` } as CSSProperties}
      title={`${money(figureOf(of, profit), { sign: true })} · ${hours.slot(number(trades))}`}
    >
      {number(profit, { digits: Math.abs(profit) < 100 ? 1 : 0 })}
    </td>
  );
}
