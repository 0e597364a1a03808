import { type ClientState, moneyDays, selectStale } from '@triquad/core';
import type { Money, MoneyParts } from '@triquad/core/contract';
import { Chart } from '../../charts/Chart.tsx';
import { dayChart } from '../../charts/day-chart.ts';
import { drawdownSeries, equitySeries, pnlSeries } from '../../charts/performance-series.ts';
import { SeriesPanel } from '../../charts/SeriesPanel.tsx';
import { isDrawable, stackedChart, timeChart } from '../../charts/time-chart.ts';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel, type PanelState } from '../../components/Panel.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { fileName, useMarketMark } from '../../components/shown-market.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { day } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';

const height = 272;
const selectEquity = (state: ClientState) => state.loaded.equity;
const selectDrawdown = (state: ClientState) => state.loaded.drawdown;
const selectMoney = (state: ClientState) => state.loaded.money;

/** Equity, and below it how far it was under its peak; where one of them cannot be drawn, the other and why. */
export function EquityPanel() {
  const { figures, saved, dashboard } = useMessages();
  useWatch('equity');
  useWatch('drawdown');
  const points = useClientState(selectEquity);
  const falls = useClientState(selectDrawdown);
  const stale = useClientState(selectStale);
  const title = figures.equityAndDrawdown;
  const saveAs = fileName(useMarketMark(), title.toLowerCase().replaceAll(' ', '-'));
  const equity = equitySeries(points ?? [], figures.series);
  const drawdown = drawdownSeries(falls ?? [], figures.series);
  const [drawsEquity, drawsDrawdown] = [isDrawable(equity), isDrawable(drawdown)];
  const ofEquity = usePanelState('equity', points !== null, drawsEquity ? null : { text: figures.noEquity });
  const ofDrawdown = usePanelState('drawdown', falls !== null, drawsDrawdown ? null : { text: figures.noDrawdown });
  const upper = { series: equity, unit: 'usd', axis: 'level' } as const;
  const lower = { series: drawdown, unit: 'percent', axis: 'depth' } as const;
  const names = { saveAs, saveTitle: saved.png };
  const why = whyOf(ofDrawdown);
  const state: PanelState =
    ofEquity.kind === 'empty' && why !== ''
      ? { ...ofEquity, hint: why }
      : ofEquity.kind === 'ready' && ofDrawdown.kind === 'loading'
        ? ofDrawdown
        : ofEquity;
  return (
    <Panel
      title={title}
      state={state}
      height={height}
      stale={stale}
      actions={
        <>
          <span className="muted small">{dashboard.window}</span>
          <ResourceAge resource="equity" />
        </>
      }
    >
      {why === '' ? (
        <Chart
          label={title}
          data={null}
          height={height}
          option={(_, colours) => stackedChart({ upper, lower, ...names }, colours)}
        />
      ) : (
        <>
          <Chart
            label={title}
            data={null}
            height={height - noteHeight}
            option={(_, colours) => timeChart({ ...upper, ...names }, colours)}
          />
          <p className="muted small">{why}</p>
        </>
      )}
    </Panel>
  );
}

/** Pixels: a line below a chart. */
const noteHeight = 24;
const whyOf = (state: PanelState): string =>
  state.kind === 'empty' ? state.text : state.kind === 'failed' ? state.detail : '';

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
  const stale = useClientState(selectStale);
  const series = pnlSeries(points ?? [], figures.series);
  const state = usePanelState('equity', points !== null, isDrawable(series) ? null : { text: figures.noPnl });
  return (
    <SeriesPanel
      title={figures.pnl}
      series={series}
      unit="usd"
      axis="change"
      height={height}
      state={state}
      stale={stale}
      actions={<ResourceAge resource="equity" />}
    />
  );
}
