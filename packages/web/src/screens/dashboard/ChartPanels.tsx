import { type ClientState, moneyDays, selectStale } from '@triquad/core';
import type { Money, MoneyParts } from '@triquad/core/contract';
import { Chart } from '../../charts/Chart.tsx';
import { dayChart } from '../../charts/day-chart.ts';
import { drawdownSeries, equitySeries, pnlSeries } from '../../charts/performance-series.ts';
import { SeriesPanel } from '../../charts/SeriesPanel.tsx';
import { isDrawable, type TimeSeries } from '../../charts/time-chart.ts';
import type { AxisKind, Unit } from '../../charts/value-axis.ts';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { day } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';

const height = 240;
const selectEquity = (state: ClientState) => state.loaded.equity;
const selectDrawdown = (state: ClientState) => state.loaded.drawdown;
const selectMoney = (state: ClientState) => state.loaded.money;

export function EquityPanel() {
  const { figures } = useMessages();
  useWatch('equity');
  const points = useClientState(selectEquity);
  const series = equitySeries(points ?? [], figures.series);
  return (
    <TimePanel
      title={figures.equity}
      resource="equity"
      series={series}
      known={points !== null}
      none={figures.noEquity}
      unit="usd"
      axis="level"
    />
  );
}

/** Days as bars once there are two of them; until then each hour. */
export function PnlPanel() {
  const days = useClientState(selectMoney)?.days ?? [];
  return days.length < 2 ? <PnlByHour /> : <PnlByDay days={days} />;
}

function PnlByDay({ days }: { days: Money['days'] }) {
  const { dashboard, figures } = useMessages();
  const stale = useClientState(selectStale);
  const week = moneyDays / 2;
  const shown = days.slice(-week);
  const net = ({ change, flows }: MoneyParts) => (change === null ? null : change - (flows ?? 0));
  const bars = shown.map((one, at) => {
    const before = days[days.length - shown.length + at - week];
    return {
      name: day(new Date(one.day), { utc: true }),
      value: net(one),
      before: before === undefined ? null : net(before),
    };
  });
  const names = { value: dashboard.money.net, before: dashboard.money.weekBefore };
  const shape = { bars, open: true, compares: bars.some(({ before }) => before !== null), names };
  return (
    <Panel
      title={figures.pnl}
      state={{ kind: 'ready' }}
      height={height}
      stale={stale}
      actions={<span className="muted small">{dashboard.money.byDay}</span>}
    >
      <Chart label={figures.pnl} data={shape} height={height} option={dayChart} />
    </Panel>
  );
}

function PnlByHour() {
  const { figures } = useMessages();
  useWatch('equity');
  const points = useClientState(selectEquity);
  const series = pnlSeries(points ?? [], figures.series);
  return (
    <TimePanel
      title={figures.pnl}
      resource="equity"
      series={series}
      known={points !== null}
      none={figures.noPnl}
      unit="usd"
      axis="change"
    />
  );
}

export function DrawdownPanel() {
  const { figures } = useMessages();
  useWatch('drawdown');
  const points = useClientState(selectDrawdown);
  const series = drawdownSeries(points ?? [], figures.series);
  return (
    <TimePanel
      title={figures.drawdown}
      resource="drawdown"
      series={series}
      known={points !== null}
      none={figures.noDrawdown}
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
