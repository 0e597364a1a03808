import type { BacktestConfig, ReportRecord } from '@triquad/core/contract';
import { dollars, figureOf, money, none, number, percent, type Sourced } from '@triquad/core/format';
import { type Content, type Html, html } from './html.ts';
import { routesOf, sumsOf } from './trades.ts';

type Report = Omit<ReportRecord, 'backtest'>;
type Metrics = Report['metrics'];
/** A name and what stands beside it. */
type Figure = readonly [name: string, value: Content];

const signed = (of: Sourced, value: number | null | undefined): string => money(figureOf(of, value), { sign: true });

function gain(of: Sourced, value: number | null | undefined, text = signed(of, value)): Html {
  const tone = !value ? '' : value > 0 ? 'gain' : 'loss';
  return html`<span class="${tone}">${text}</span>`;
}

/** What one asks for first. */
export function tiles(config: BacktestConfig, report: Report): Html {
  const { net_profit, total_trades, win_rate, max_drawdown_pct, profit_factor, sharpe_ratio, avg_profit_per_trade } =
    report.metrics;
  const made = (net_profit / config.initial_capital) * 100;
  return list('tiles', [
    ['Net profit', gain(report, net_profit)],
    ['Return on capital', gain(report, net_profit, percent(made, { sign: true }))],
    ['Trades', number(total_trades)],
    ['Win rate', percent(win_rate)],
    ['Greatest drawdown', percent(max_drawdown_pct)],
    ['Profit factor', number(profit_factor, { digits: 2 })],
    ['Sharpe ratio of the trades', number(sharpe_ratio, { digits: 2 })],
    ['Average per trade', gain(report, avg_profit_per_trade)],
  ]);
}

/** From what was planned to the net profit, in steps that add up to the cent; nothing where one of them is not known. */
export function addsUp(report: Report): Html | null {
  const sums = sumsOf(report.trades);
  if (sums === null) return null;
  const { gross, fees, slippage, net } = sums;
  return html`<section><h2>How it adds up</h2>${list('figures', [
    ['Planned, before fees', gain(report, gross)],
    ['Fees', signed(report, 0 - fees)],
    ['Slippage: prices, lots and dust', signed(report, 0 - slippage)],
    ['Net profit', gain(report, net)],
  ])}</section>`;
}

export function allFigures(report: Report): Html {
  const { metrics } = report;
  const usd = (value: number | null | undefined) => money(figureOf(report, value));
  const ms = (value: number | null | undefined) => unit(number(value), 'ms');
  const ratio = (value: number | null | undefined) => number(value, { digits: 2 });
  const { optimistic, modelled, pessimistic } = metrics;
  const range: readonly Figure[] =
    modelled === undefined
      ? []
      : [
          ['Filled at the quotes it was planned by', gain(report, optimistic)],
          ['As modelled', gain(report, modelled)],
          ['Each leg at the next quote, nothing taken ever back', gain(report, pessimistic)],
        ];
  return list('figures', [
    ...range,
    ['Profit of winning trades', usd(metrics.total_profit)],
    ['Loss of losing trades', usd(metrics.total_loss)],
    ['Winning trades', number(metrics.winning_trades)],
    ['Losing trades', number(metrics.losing_trades)],
    ['Expectancy per trade', signed(report, metrics.expectancy)],
    ['Average win', usd(metrics.avg_win)],
    ['Average loss', usd(metrics.avg_loss)],
    ['Best trade', signed(report, metrics.best_trade)],
    ['Worst trade', signed(report, metrics.worst_trade)],
    ['Longest losing streak', unit(number(metrics.longest_losing_streak), 'in a row')],
    ['Sharpe ratio of the trades', ratio(metrics.sharpe_ratio)],
    ['Sortino ratio of the trades', ratio(metrics.sortino_ratio)],
    ...periodic(metrics),
    ['Calmar ratio', ratio(metrics.calmar_ratio)],
    ['Volatility', percent(metrics.volatility_pct)],
    ['Fill rate', percent(metrics.fill_rate)],
    ['Average slippage', percent(metrics.avg_slippage_pct, { digits: 4 })],
    ['Opportunities a minute', ratio(metrics.opportunities_per_minute)],
    ['Execution time, average', ms(metrics.avg_execution_time_ms)],
    ['Execution time, median', ms(metrics.p50_execution_ms)],
    ['Execution time, 95 %', ms(metrics.p95_execution_ms)],
    ['Execution time, 99 %', ms(metrics.p99_execution_ms)],
  ]);
}

function periodic({ periodic: of }: Metrics): readonly Figure[] {
  if (of === undefined) return [];
  const ratio = (value: number | null): string => number(value, { digits: 2 });
  return [
    [`Sharpe ratio of ${number(of.days)} daily returns, × √365`, ratio(of.sharpe)],
    ['Sortino ratio of the same, × √365', ratio(of.sortino)],
  ];
}

export function settings(config: BacktestConfig): Html {
  const types = [config.enable_triangular && 'triangular', config.enable_quadrangular && 'quadrangular'];
  return list('figures', [
    ['From', config.start_date],
    ['To', config.end_date],
    ['Initial capital', dollars(config.initial_capital)],
    ['Most in one position', dollars(config.max_position_size)],
    ['Least profit', percent(config.min_profit_threshold, { digits: 3 })],
    ['Most slippage', percent(config.max_slippage, { digits: 3 })],
    ['Exchanges', config.exchanges.join(', ')],
    ['Opportunities', types.filter((type) => type !== false).join(', ')],
    ['Seed', config.seed ?? 'none given'],
  ]);
}

/** The groups of the metrics, each a small table. */
export function groups(report: Report): Html {
  const { by_exchange = [], by_type = [], by_hour = [] } = report.metrics;
  const group = (title: string, rows: readonly Group[]) => groupTable(title, rows, report);
  return html`<div class="tables"><div>
${group(
  'Exchange',
  by_exchange.map(({ exchange, ...rest }) => ({ name: exchange, ...rest })),
)}
${group(
  'Type',
  by_type.map(({ type, ...rest }) => ({ name: type, ...rest })),
)}
</div>
${group('Route', routesOf(report.trades))}
${group(
  'Hour (UTC)',
  by_hour.map(({ hour, ...rest }) => ({ name: `${String(hour).padStart(2, '0')}:00`, ...rest })),
)}
</div>`;
}

interface Group {
  readonly name: string;
  readonly trades: number;
  readonly profit: number;
  readonly win_rate: number | null;
}

function groupTable(title: string, rows: readonly Group[], of: Sourced): Html | null {
  if (rows.length === 0) return null;
  const body = rows.map(
    ({ name, trades, profit, win_rate }) =>
      html`<tr><td>${name}</td><td class="n">${number(trades)}</td><td class="n">${gain(of, profit)}</td><td class="n">${percent(win_rate)}</td></tr>`,
  );
  return html`<table><thead><tr><th>${title}</th><th class="n">Trades</th><th class="n">Profit</th><th class="n">Won</th></tr></thead><tbody>${body}</tbody></table>`;
}

const TRADE_HEADS = [
  'Begun (UTC)',
  'Type',
  'Exchange',
  'Path',
  'Capital',
  'Profit',
  '%',
  'Fees',
  'Slippage',
  'Took',
  'Outcome',
];
const FIRST_OF_NUMBERS = 4;

/** The first of the trades as they came, `most` of them. */
export function tradeTable(trades: ReportRecord['trades'], most: number): Html {
  const isNumber = (column: number) => column >= FIRST_OF_NUMBERS && column < TRADE_HEADS.length - 1;
  const heads = TRADE_HEADS.map((head, column) =>
    isNumber(column) ? html`<th class="n">${head}</th>` : html`<th>${head}</th>`,
  );
  const rows = trades.slice(0, most).map((trade) => {
    const cells: Content[] = [
      trade.entry_time.slice(0, 19).replace('T', ' '),
      trade.type,
      trade.exchange,
      trade.symbols.join('→'),
      money(figureOf(trade, trade.capital)),
      gain(trade, trade.profit),
      percent(trade.profit_pct, { digits: 3, sign: true }),
      money(figureOf(trade, trade.fees)),
      percent(trade.slippage_pct, { digits: 3 }),
      trade.duration_seconds === null ? none : `${number(trade.duration_seconds * 1_000)} ms`,
      trade.status,
    ];
    return html`<tr>${cells.map((cell, column) => (isNumber(column) ? html`<td class="n">${cell}</td>` : html`<td>${cell}</td>`))}</tr>`;
  });
  return html`<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function list(name: string, figures: readonly Figure[]): Html {
  return html`<dl class="${name}">${figures.map(([title, value]) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const unit = (text: string, name: string): string => (text === none ? none : `${text} ${name}`);
