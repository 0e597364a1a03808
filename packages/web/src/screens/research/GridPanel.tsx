import { figureOf } from '@triquad/core';
import type { WhatIf } from '@triquad/core/contract';
import type { CSSProperties, KeyboardEvent } from 'react';
import { Panel } from '../../components/Panel.tsx';
import { classes } from '../../elements/classes.ts';
import { useQuery } from '../../elements/use-query.ts';
import { money, number } from '../../messages/format.ts';
import { bestOf, feeText, type Point, pays } from './point.ts';
import styles from './research.module.css';
import { ready, type Shown } from './shown.ts';
import { useMessages } from './use-messages.ts';

const height = 270;

/** Profit at each fee and latency: blue is a gain, orange a loss; each cell has its figure and chooses its point. */
export function GridPanel({ record, point }: Shown) {
  const { research: text } = useMessages();
  const { terms, fees } = record;
  const best = bestOf(record);
  const most = Math.max(0, ...fees.flatMap(({ cells }) => cells.map(({ modelled }) => Math.abs(modelled))));
  return (
    <Panel
      title={text.grid}
      state={ready}
      height={height}
      actions={<span className="muted small">{text.gridHint}</span>}
    >
      <div className={styles.scroll}>
        <table className={styles.grid} aria-label={text.grid}>
          <thead>
            <tr>
              <td />
              {terms.latencies_ms.map((latency) => (
                <th key={latency} scope="col" className={latency === terms.latency_ms ? 'caution' : ''}>
                  {number(latency)}
                  {latency === terms.latency_ms && <span className={styles.you}>{text.yourMark}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fees.map(({ fee_pct, cells }, fee) => (
              <tr key={fee_pct}>
                <th scope="row" className={fee_pct === terms.fee_pct ? 'caution' : ''}>
                  {fee_pct === terms.fee_pct && <span className={styles.you}>{text.yourMark}</span>} {feeText(fee_pct)}
                </th>
                {cells.map(({ latency_ms }, latency) => (
                  <Cell
                    key={latency_ms}
                    record={record}
                    point={{ fee, latency }}
                    chosen={fee === point.fee && latency === point.latency}
                    best={best}
                    most={most}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes('muted small', styles.note)}>
        {best === null ? '' : `${text.starred} `}
        {text.paidLine}
      </p>
    </Panel>
  );
}

type CellProps = Shown & { chosen: boolean; best: Point | null; most: number };

const steps: Readonly<Record<string, readonly [fees: number, latencies: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function Cell({ record, point: { fee, latency }, chosen, best, most }: CellProps) {
  const { research: text } = useMessages();
  const { set, replace } = useQuery();
  const row = record.fees[fee];
  const cell = row?.cells[latency];
  if (row === undefined || cell === undefined) return <td />;
  // One stop of the Tab key for all cells: arrows lead from the chosen one to its neighbours.
  const step = (event: KeyboardEvent<HTMLButtonElement>) => {
    const [down, right] = steps[event.key] ?? [0, 0];
    const [nextRow, nextCell] = [record.fees[fee + down], row.cells[latency + right]];
    if ((down === 0 && right === 0) || nextRow === undefined || nextCell === undefined) return;
    event.preventDefault();
    replace({ fee: String(nextRow.fee_pct), latency: String(nextCell.latency_ms) });
    const cells = event.currentTarget.closest('tbody')?.querySelectorAll('button');
    cells?.[(fee + down) * row.cells.length + latency + right]?.focus();
  };
  const { modelled } = cell;
  const nothing = row.episodes === 0 || cell.reached === 0;
  // By the root, so that one large cell does not pale the others.
  const share = most === 0 ? 0 : Math.sqrt(Math.abs(modelled) / most) * 100;
  const profit = nothing ? text.noTrade : money(figureOf(record, modelled), { sign: true });
  const { terms } = record;
  const isOwn = row.fee_pct === terms.fee_pct && cell.latency_ms === terms.latency_ms;
  const isBest = best?.fee === fee && best.latency === latency;
  const cellText = text.cell(feeText(row.fee_pct), `${number(cell.latency_ms)} ms`, profit);
  const where = [cellText, isOwn && text.yourPoint, isBest && text.bestPoint].filter(Boolean).join(', ');
  return (
    <td className={classes(...frontier(record, fee, latency))}>
      <button
        type="button"
        aria-pressed={chosen}
        tabIndex={chosen ? 0 : -1}
        onKeyDown={step}
        aria-label={where}
        title={where}
        className={classes(styles.cell, modelled < 0 && styles.loss, isOwn && styles.own, chosen && styles.chosen)}
        style={{ '--share': `${share}%` } as CSSProperties}
        onClick={() => set({ fee: String(row.fee_pct), latency: String(cell.latency_ms) })}
      >
        {isBest && <span className={styles.star}>★</span>}
        {nothing ? '–' : number(modelled, { digits: 2, sign: true })}
      </button>
    </td>
  );
}

/** The line between what pays and what does not, below and to the right of a cell that does. */
const frontier = (record: WhatIf, fee: number, latency: number): (string | false | undefined)[] => {
  if (!pays(record, { fee, latency })) return [];
  return [
    !pays(record, { fee: fee + 1, latency }) && styles.lineBelow,
    !pays(record, { fee, latency: latency + 1 }) && styles.lineRight,
  ];
};
