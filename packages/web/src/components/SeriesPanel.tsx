import type { Provenance } from '@triquad/core/contract';
import type { ReactNode } from 'react';
import { Chart } from '../charts/Chart.tsx';
import { type TimeSeries, timeChart } from '../charts/time-chart.ts';
import type { AxisKind, Unit } from '../charts/value-axis.ts';
import { fileName, useMarketMark } from '../elements/shown-market.ts';
import { useMessages } from '../messages/later.ts';
import { Panel, type PanelState } from './Panel.tsx';

type Props = {
  title: string;
  state: PanelState;
  series: readonly TimeSeries[];
  unit: Unit;
  source: Provenance | null;
  /** Around the data, from zero both ways, or from zero downwards. */
  axis: AxisKind;
  /** The points are days, labelled with their name. */
  byDay?: boolean;
  /** Pixels. */
  height: number;
  stale?: boolean;
  actions?: ReactNode;
};

/** A panel with lines, areas and bars over time. */
export function SeriesPanel({
  title,
  state,
  series,
  unit,
  source,
  axis,
  byDay = false,
  height,
  stale = false,
  actions,
}: Props) {
  const { saved } = useMessages();
  const saveAs = fileName(useMarketMark(source ?? undefined), title.toLowerCase().replaceAll(' ', '-'));
  return (
    <Panel title={title} state={state} height={height} stale={stale} actions={actions}>
      <Chart
        label={title}
        source={source}
        data={series}
        height={height}
        option={(shown, colours) =>
          timeChart({ series: shown, unit, source, axis, saveAs, saveTitle: saved.png, byDay }, colours)
        }
      />
    </Panel>
  );
}
