import { figureOf, selectStale } from '@triquad/core';
import type { CSSProperties } from 'react';
import { useClientState } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { classes } from '../../elements/classes.ts';
import { useNarrow } from '../../elements/use-media.ts';
import { money, number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { Heads } from '../../tables/Heads.tsx';
import styles from './dashboard.module.css';
import { type HeatCell, heatTable } from './heat-cells.ts';
import { useCurveSpan, useCurveState } from './use-curves.ts';
import type { WindowFigures } from './use-figures.ts';

const height = 300;

/** Profit by market: base currencies across, quote currencies down. Blue is a gain, orange a loss, the stronger the larger. */
export function HeatPanel(shown: WindowFigures) {
  const { figures } = useMessages();
  const span = useCurveSpan(shown);
  const { pairs, ofWindow } = shown.curves;
  const stale = useClientState(selectStale);
  const { bases, rows, hidden } = heatTable(
    pairs ?? [],
    useNarrow() ? { columns: 4, rows: 9 } : { columns: 9, rows: 9 },
  );
  const state = useCurveState('heatmap', shown, rows.length === 0 ? { text: figures.noHeatmap } : null);
  return (
    <Panel
      title={figures.heatmap}
      of={pairs?.[0]}
      state={state}
      height={height}
      stale={stale}
      actions={
        <>
          <span className="muted small">
            {span} · {hidden > 0 ? figures.heatHidden(hidden) : figures.heatHint}
          </span>
          <ResourceAge resource={ofWindow ? 'summary' : 'heatmap'} />
        </>
      }
    >
      <table className={styles.heat} aria-label={figures.heatmap}>
        <Heads of={['', ...bases]} />
        <tbody>
          {rows.map(({ quote, cells }) => (
            <tr key={quote}>
              <th scope="row">{quote}</th>
              {cells.map((cell, at) => (
                <Cell key={bases[at]} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Cell({ cell }: { cell: HeatCell | null }) {
  const { series } = useMessages().figures;
  if (cell === null) return <td />;
  const { pair, profit, win_rate, share } = cell;
  return (
    <td
      className={classes(styles.cell, profit < 0 && styles.lossCell)}
      style={{ '--share': `${share * 50}%` } as CSSProperties}
      title={`${pair}: ${money(figureOf(cell, profit), { sign: true })} · ${series.winRate} ${percent(win_rate, { digits: 1 })}`}
    >
      <strong>{number(profit, { digits: Math.abs(profit) < 100 ? 2 : 0, sign: true })}</strong>
      <span>{percent(win_rate, { digits: 0 })}</span>
    </td>
  );
}
