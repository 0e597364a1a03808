import type { ReactNode } from 'react';
import { Panel, type PanelState } from '../components/Panel.tsx';
import { useMessages } from '../messages/messages.tsx';
import { Chart } from './Chart.tsx';
import { type TimeSeries, timeChart } from './time-chart.ts';

type Props = {
  title: string;
  state: PanelState;
  series: readonly TimeSeries[];
  format: (value: number) => string;
  /** Where the axis of values ends. */
  range?: { min?: number; max?: number };
  /** The points are days, each under its name. */
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
  format,
  range = {},
  byDay = false,
  height,
  stale = false,
  actions,
}: Props) {
  const { panel } = useMessages();
  const saveAs = title.toLowerCase().replaceAll(' ', '-');
  return (
    <Panel title={title} state={state} height={height} stale={stale} actions={actions}>
      <Chart
        label={title}
        data={series}
        height={height}
        option={(shown, colours) =>
          timeChart({ series: shown, format, saveAs, saveTitle: panel.png, range, byDay }, colours)
        }
      />
    </Panel>
  );
}
