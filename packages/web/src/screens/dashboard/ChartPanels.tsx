import type { ClientState } from '@triquad/core';
import { selectStale } from '@triquad/core';
import { Chart } from '../../charts/Chart.tsx';
import { heatmapCells, heatmapChart } from '../../charts/heatmap-chart.ts';
import { drawdownSeries, equitySeries, pnlSeries } from '../../charts/performance-series.ts';
import { SeriesPanel } from '../../charts/SeriesPanel.tsx';
import { isDrawable, type TimeSeries } from '../../charts/time-chart.ts';
import type { AxisKind, Unit } from '../../charts/value-axis.ts';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { useNarrow } from '../../components/use-media.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { money, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';

const height = 300;
/** As high as what the bot sees, which stands beside it. */
const equityHeight = 380;
const heatmapRows = 8;
const selectEquity = (state: ClientState) => state.loaded.equity;
const selectDrawdown = (state: ClientState) => state.loaded.drawdown;
const selectHeatmap = (state: ClientState) => state.loaded.heatmap;

export function EquityPanel() {
  const { dashboard } = useMessages();
  useWatch('equity');
  const points = useClientState(selectEquity);
  const series = equitySeries(points ?? [], dashboard.series);
  return (
    <TimePanel
      title={dashboard.equity}
      resource="equity"
      series={series}
      known={points !== null}
      none={dashboard.noEquity}
      unit="usd"
      axis="level"
      height={equityHeight}
    />
  );
}

export function PnlPanel() {
  const { dashboard } = useMessages();
  useWatch('equity');
  const points = useClientState(selectEquity);
  const series = pnlSeries(points ?? [], dashboard.series);
  return (
    <TimePanel
      title={dashboard.pnl}
      resource="equity"
      series={series}
      known={points !== null}
      none={dashboard.noPnl}
      unit="usd"
      axis="change"
    />
  );
}

export function DrawdownPanel() {
  const { dashboard } = useMessages();
  useWatch('drawdown');
  const points = useClientState(selectDrawdown);
  const series = drawdownSeries(points ?? [], dashboard.series);
  return (
    <TimePanel
      title={dashboard.drawdown}
      resource="drawdown"
      series={series}
      known={points !== null}
      none={dashboard.noDrawdown}
      unit="percent"
      axis="depth"
    />
  );
}

type TimePanelProps = {
  title: string;
  resource: 'equity' | 'drawdown';
  series: readonly TimeSeries[];
  known: boolean;
  none: string;
  unit: Unit;
  axis: AxisKind;
  height?: number;
};

function TimePanel({ resource, known, none, ...rest }: TimePanelProps) {
  const stale = useClientState(selectStale);
  const state = usePanelState(resource, known, isDrawable(rest.series) ? null : { text: none });
  return (
    <SeriesPanel height={height} {...rest} state={state} stale={stale} actions={<ResourceAge resource={resource} />} />
  );
}

export function HeatmapPanel() {
  const { dashboard } = useMessages();
  useWatch('heatmap');
  const pairs = useClientState(selectHeatmap);
  const stale = useClientState(selectStale);
  const columns = useNarrow() ? 3 : 8;
  const cells = heatmapCells(pairs ?? [], { columns, rows: heatmapRows }, ({ pair, total_profit, win_rate }) => ({
    label: `${pair}\n${money(total_profit, { sign: true })}`,
    detail: `${pair}\n${dashboard.series.profit}: ${money(total_profit, { sign: true })}\n${dashboard.series.winRate}: ${percent(win_rate, { digits: 1 })}`,
  }));
  const hidden = (pairs ?? []).filter(({ total_profit }) => total_profit !== null).length - cells.length;
  const state = usePanelState('heatmap', pairs !== null, cells.length === 0 ? { text: dashboard.noHeatmap } : null);
  return (
    <Panel
      title={dashboard.heatmap}
      state={state}
      height={height}
      stale={stale}
      actions={
        <>
          {hidden > 0 && (
            <span className="muted small">{dashboard.heatmapPart(cells.length, cells.length + hidden)}</span>
          )}
          <ResourceAge resource="heatmap" />
        </>
      }
    >
      <Chart label={dashboard.heatmap} data={cells} height={height} option={heatmapChart} />
    </Panel>
  );
}
