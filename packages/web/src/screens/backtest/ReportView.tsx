import { figureOf } from '@triquad/core';
import type { Backtest, Report } from '@triquad/core/contract';
import { drawdownSeries, equitySeries, pnlSeries } from '../../charts/performance-series.ts';
import { isDrawable } from '../../charts/time-chart.ts';
import { Metric } from '../../components/Metric.tsx';
import type { PanelState } from '../../components/Panel.tsx';
import { SeriesPanel } from '../../components/SeriesPanel.tsx';
import { classes } from '../../elements/classes.ts';
import { StatedSource } from '../../elements/stated-source.tsx';
import { money, number, percent } from '../../messages/format.ts';
import { utcDay } from '../../messages/moments.ts';
import styles from './backtest.module.css';
import { ComparedRuns } from './Compare.tsx';
import { drawdownOf } from './drawdown.ts';
import { Compared, Decisions, Explained, LookAhead } from './Explained.tsx';
import { Extremes } from './Extremes.tsx';
import { profitTone } from './list-columns.tsx';
import { PlayedOn } from './PlayedOn.tsx';
import { ReportTrades } from './ReportTrades.tsx';
import { rangeSeries } from './range.ts';
import { useMessages } from './use-messages.ts';

const chartHeight = 240;

/** The report of a backtest, beginning with its data. */
export function ReportView({ report, backtest }: { report: Report; backtest: Backtest | null }) {
  const decisions = report.explained?.decisions ?? [];
  return (
    <StatedSource source={report.provenance}>
      <PlayedOn report={report} config={backtest?.config ?? report.backtest.config} />
      <Figures report={report} backtest={backtest} />
      <ComparedRuns />
      {report.look_ahead != null && <LookAhead check={report.look_ahead} />}
      <div className={classes('grid', decisions.length > 0 && 'grid-wide')}>
        <Equity report={report} />
        {decisions.length > 0 && <Decisions decisions={decisions} />}
      </div>
      <div className={classes('grid', styles.row)}>
        <Extremes trades={report.trades} />
        {report.compared != null && <Compared compared={report.compared} metrics={report.metrics} report={report} />}
      </div>
      {report.explained != null && <Explained explained={report.explained} trades={report.metrics.total_trades} />}
      <Charts report={report} />
      <ReportTrades trades={report.trades} />
    </StatedSource>
  );
}

function Figures({ report, backtest }: { report: Report; backtest: Backtest | null }) {
  const { backtest: text } = useMessages();
  const { total_trades, win_rate, net_profit, max_drawdown_pct, optimistic, pessimistic } = report.metrics;
  const signed = (usd: number | null) => money(figureOf(report, usd), { sign: true });
  const capital = backtest?.config?.initial_capital ?? null;
  const gain = net_profit === null || !capital ? null : (net_profit / capital) * 100;
  return (
    <div className="grid grid-4">
      <Metric name={text.totalTrades} value={number(total_trades)} note="" />
      <Metric name={text.winRate} term="winRate" value={percent(win_rate, { digits: 1 })} note="" />
      <Metric
        name={text.netProfit}
        value={signed(net_profit)}
        tone={profitTone(net_profit)}
        note={[
          typeof optimistic === 'number' && typeof pessimistic === 'number'
            ? text.range(signed(pessimistic), signed(optimistic))
            : '',
          gain === null ? '' : text.ofCapital(percent(gain, { sign: true })),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      />
      <Metric name={text.maxDrawdown} term="drawdown" value={percent(max_drawdown_pct)} note="" />
    </div>
  );
}

function Equity({ report }: { report: Report }) {
  const { backtest: text, figures } = useMessages();
  const range = rangeSeries(report, text);
  const series = [...range, ...equitySeries(report.equity_curve, figures.series)];
  return (
    <SeriesPanel
      title={figures.equity}
      series={series}
      state={stateOf(isDrawable(series), figures.noEquity)}
      unit="usd"
      source={report.provenance}
      axis="level"
      height={chartHeight}
      actions={range.length > 0 && <span className="muted small from-tablet">{text.paleRange}</span>}
    />
  );
}

function Charts({ report }: { report: Report }) {
  const { backtest: text, figures } = useMessages();
  const { series: names } = figures;
  const drawdown = drawdownOf(report);
  const byDay = new Set(report.daily_pnl.map(({ timestamp }) => utcDay(timestamp))).size === report.daily_pnl.length;
  const series = {
    drawdown: drawdownSeries(drawdown, names),
    daily: pnlSeries(
      report.daily_pnl.map((day) => ({
        ...day,
        timestamp: byDay ? utcDay(day.timestamp) : day.timestamp,
        equity: null,
        initial_capital: null,
      })),
      names,
    ),
  };
  return (
    <div className="grid grid-2">
      <SeriesPanel
        title={figures.drawdown}
        series={series.drawdown}
        state={stateOf(isDrawable(series.drawdown), figures.noDrawdown)}
        unit="percent"
        source={report.provenance}
        axis="depth"
        height={chartHeight}
      />
      <SeriesPanel
        title={text.dailyPnl}
        series={series.daily}
        state={stateOf(isDrawable(series.daily, byDay), text.noDailyPnl)}
        unit="usd"
        source={report.provenance}
        axis="change"
        byDay={byDay}
        height={chartHeight}
        actions={<span className="muted small from-tablet">{text.perDay}</span>}
      />
    </div>
  );
}

const stateOf = (isDrawable: boolean, none: string): PanelState =>
  isDrawable ? { kind: 'ready' } : { kind: 'empty', text: none };
