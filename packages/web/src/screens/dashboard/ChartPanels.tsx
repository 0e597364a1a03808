import { type ClientState, daysBefore, moneyDays, type Sourced, selectBotMinute, selectStale } from '@triquad/core';
import { combinedProvenance, type Money, type MoneyParts, type Provenance } from '@triquad/core/contract';
import { Chart } from '../../charts/Chart.tsx';
import { dayChart } from '../../charts/day-chart.ts';
import { drawdownSeries, equitySeries, pnlSeries } from '../../charts/performance-series.ts';
import { isDrawable, stackedChart, timeChart } from '../../charts/time-chart.ts';
import { useClientState } from '../../client-context.tsx';
import { Panel, type PanelState } from '../../components/Panel.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { SeriesPanel } from '../../components/SeriesPanel.tsx';
import { fileName, useMarketMark } from '../../elements/shown-market.ts';
import { day } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { useCurveSpan, useCurveState } from './use-curves.ts';
import type { WindowFigures } from './use-figures.ts';

const height = 272;
const selectMoney = (state: ClientState) => state.loaded.money;

/** Equity, and below it how far it was under its peak; where one of them cannot be drawn, the other and why. */
export function EquityPanel(shown: WindowFigures) {
  const { figures, saved } = useMessages();
  const span = useCurveSpan(shown);
  const { equity: points, drawdown: falls, ofWindow } = shown.curves;
  const stale = useClientState(selectStale);
  const title = figures.equityAndDrawdown;
  const source = sourceOf(points);
  const saveAs = fileName(useMarketMark(source ?? undefined), title.toLowerCase().replaceAll(' ', '-'));
  const equity = equitySeries(points ?? [], figures.series);
  const drawdown = drawdownSeries(falls ?? [], figures.series);
  const [drawsEquity, drawsDrawdown] = [isDrawable(equity), isDrawable(drawdown)];
  const ofEquity = useCurveState('equity', shown, drawsEquity ? null : { text: figures.noEquity });
  const ofDrawdown = useCurveState('drawdown', shown, drawsDrawdown ? null : { text: figures.noDrawdown });
  const upper = { series: equity, unit: 'usd', source, axis: 'level' } as const;
  const lower = { series: drawdown, unit: 'percent', source, axis: 'depth' } as const;
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
      of={points?.[0]}
      state={state}
      height={height}
      stale={stale}
      actions={
        <>
          <span className="muted small">{span}</span>
          <ResourceAge resource={ofWindow ? 'summary' : 'equity'} />
        </>
      }
    >
      {why === '' ? (
        <Chart
          label={title}
          source={source}
          data={null}
          height={height}
          option={(_, colours) => stackedChart({ upper, lower, ...names }, colours)}
        />
      ) : (
        <>
          <Chart
            label={title}
            source={source}
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

const sourceOf = (points: readonly Sourced[] | null): Provenance | null =>
  combinedProvenance((points ?? []).map(({ provenance }) => provenance));

/** Pixels: a line below a chart. */
const noteHeight = 24;
const whyOf = (state: PanelState): string =>
  state.kind === 'empty' ? state.text : state.kind === 'failed' ? state.detail : '';

/** Days as bars once there are two of them; until then each point of the equity. */
export function PnlPanel(shown: WindowFigures) {
  const all = shown.money?.days ?? [];
  const days = shown.window === null ? all.slice(-week) : all;
  return days.length < 2 ? <PnlByPoint {...shown} /> : <PnlByDay days={days} shown={shown} />;
}

/** Days: each is drawn against the same weekday before. */
const week = moneyDays / 2;
const net = ({ change, flows }: MoneyParts) => (change === null ? null : change - (flows ?? 0));
const dayBefore = (day: string): string => new Date(daysBefore(Date.parse(day), week)).toISOString().slice(0, 10);

function PnlByDay({ days, shown }: { days: Money['days']; shown: WindowFigures }) {
  const { dashboard, figures, windows } = useMessages();
  const stale = useClientState(selectStale);
  const lately = useClientState(selectMoney);
  const today = new Date(useClientState(selectBotMinute)).toISOString().slice(0, 10);
  const known = new Map([...(lately?.days ?? []), ...days].map((one) => [one.day, one]));
  const bars = days.map((one) => {
    const before = known.get(dayBefore(one.day));
    return {
      name: day(new Date(one.day), { utc: true }),
      value: net(one),
      before: before === undefined ? null : net(before),
    };
  });
  const names = { value: dashboard.money.net, before: dashboard.money.weekBefore };
  const open = days.at(-1)?.day === today;
  const source = shown.money?.provenance ?? null;
  const shape = { source, bars, open, compares: bars.some(({ before }) => before !== null), names };
  const span = shown.window === null ? '' : `${windows.names[shown.window.window]} · `;
  return (
    <Panel
      title={figures.pnl}
      of={shown.money}
      state={{ kind: 'ready' }}
      height={height}
      stale={stale}
      actions={<span className="muted small">{`${span}${dashboard.money.byDay}`}</span>}
    >
      <Chart label={figures.pnl} source={source} data={shape} height={height} option={dayChart} />
    </Panel>
  );
}

function PnlByPoint(shown: WindowFigures) {
  const { figures } = useMessages();
  const span = useCurveSpan(shown);
  const stale = useClientState(selectStale);
  const series = pnlSeries(shown.curves.equity ?? [], figures.series);
  const state = useCurveState('equity', shown, isDrawable(series) ? null : { text: figures.noPnl });
  return (
    <SeriesPanel
      title={figures.pnl}
      series={series}
      unit="usd"
      source={sourceOf(shown.curves.equity)}
      axis="change"
      height={height}
      state={state}
      stale={stale}
      actions={
        <>
          <span className="muted small">{span}</span>
          <ResourceAge resource={shown.curves.ofWindow ? 'summary' : 'equity'} />
        </>
      }
    />
  );
}
