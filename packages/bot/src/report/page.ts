import { createHash } from 'node:crypto';
import { type BacktestConfig, isCounted, type ReportRecord } from '@triquad/core/contract';
import { dollars, figureOf, money, number, percent, provenanceText } from '@triquad/core/format';
import { barChart, type ChartOption, classesOf, moment, rangeChart } from './charts.ts';
import { commandOf } from './command.ts';
import { drawn } from './drawing.ts';
import { comparison, explanation, lookAhead } from './explained.ts';
import { addsUp, allFigures, groups, settings, tiles, tradeTable } from './figures.ts';
import { type Html, html } from './html.ts';
import { drawdownRange, equityRange } from './range.ts';
import { sensitivity } from './sensitivity.ts';
import { STYLE } from './style.ts';
import { extremes } from './trades.ts';

const MOST_TRADES = 500;

/** Nothing runs and nothing is fetched, whatever the page holds: its own style sheet is all there is. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

type Report = Omit<ReportRecord, 'backtest'>;
type Tested = Pick<ReportRecord['backtest'], 'id' | 'config'>;

/** A finished backtest as one HTML file that needs nothing else. */
export function reportPage({ id, config }: Tested, report: Report): string {
  const { trades } = report;
  const { name, description = '' } = config;
  const shown = Math.min(trades.length, MOST_TRADES);
  const told =
    shown < trades.length
      ? `The first ${number(shown)} of ${number(trades.length)}; the JSON report has them all.`
      : '';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} · backtest</title>
<style>${asIs(STYLE)}</style>
</head>
<body>
<header>
${dataLines(report)}
<h1>${name}</h1>
${description === '' ? null : html`<p>${description}</p>`}
<p class="quiet">${moment(report.data.from)} to ${moment(report.data.to)} UTC · ${number(report.data.markets)} markets · ${number(report.data.events)} events</p>
</header>
<main>
${tiles(config, report)}
${report.explained === undefined ? null : explanation(report.explained)}
${charts(config, report)}
${report.compared === undefined ? null : comparison(report.compared, report)}
${addsUp(report)}
<section><h2>Figures</h2>${allFigures(report)}</section>
${trades.length === 0 ? null : html`<section><h2>Where and when</h2>${groups(report)}</section>`}
${extremes(trades)}
${report.look_ahead === undefined ? null : lookAhead(report.look_ahead)}
${report.what_if === undefined ? null : sensitivity(report.what_if)}
<section><h2>Trades</h2>${told === '' ? null : html`<p class="quiet">${told}</p>`}${trades.length === 0 ? html`<p class="nothing">None: nothing paid.</p>` : tradeTable(trades, MOST_TRADES)}</section>
<section><h2>Settings</h2>${settings(config)}${again(config)}</section>
</main>
<footer><p>Triquad backtest ${id}. Money in USD, times in UTC.</p></footer>
</body>
</html>
`.text;
}

function charts(config: BacktestConfig, report: Report): Html {
  const equity = equityRange(report);
  const below = report.drawdown.map(({ timestamp, drawdown_pct }) => ({
    at: Date.parse(timestamp),
    value: 0 - drawdown_pct,
  }));
  const days = report.daily_pnl.map(({ timestamp, pnl }) => ({ name: moment(timestamp).slice(0, 10), value: pnl }));
  const usd = (value: number, digits: number): string => money(figureOf(report, value), { digits });
  const profits = report.trades.filter(isCounted).map(({ profit }) => profit);
  const end = equity.of.at(-1)?.value ?? config.initial_capital;
  const deepest = below.reduce((low, { value }) => Math.min(low, value), 0);
  const won = days.filter(({ value }) => value > 0).length;
  const range =
    equity.high.length === 0
      ? ''
      : ' The band reaches from each leg at the next quote to all at the quotes that were planned.';
  return html`${figure(
    'Equity',
    `From ${dollars(config.initial_capital)} to ${money(figureOf(report, end))}. What is held counts at the prices of its moment.${range}`,
    equity.of.length > 0 && rangeChart(equity, { colour: 'var(--line-fill)', write: usd, scale: true }),
  )}${figure(
    'Drawdown',
    `At most ${percent(0 - deepest, { digits: deepest > -0.1 ? 4 : 2 })} below the highest equity before.`,
    below.length > 0 &&
      rangeChart(drawdownRange(equity, below), { colour: 'var(--loss-fill)', write: share, scale: false }),
  )}${figure(
    'Profit and loss by day',
    `${won} of ${days.length} ${days.length === 1 ? 'day' : 'days'} with a profit.`,
    days.length > 0 && barChart(days, usd),
  )}${figure(
    'Profit and loss of a trade',
    `${number(profits.length)} trades by what they brought, each bar from its figure up to the next.`,
    profits.length > 0 && barChart(classesOf(profits, usd), (value) => number(value), 'var(--line-fill)'),
  )}`;
}

function figure(title: string, summary: string, option: ChartOption | false): Html {
  const picture = option
    ? drawn(`${title}: ${summary}`, option, ['wide', 'narrow'])
    : html`<p class="nothing">Nothing to draw.</p>`;
  return html`<figure><figcaption><h2>${title}</h2><p>${summary}</p></figcaption>${picture}</figure>`;
}

/** How to run it again. */
function again(config: BacktestConfig): Html {
  const command = commandOf(config);
  if (command !== null) return html`<h2>Run it again</h2><p>On the same recordings:</p><pre>${command}</pre>`;
  return html`<h2>Run it again</h2><p>On the same recordings, as the body of POST /backtest/run:</p><pre>${JSON.stringify(config, null, 2)}</pre>`;
}

/** What it was played on, before anything else, and what to bear in mind. */
function dataLines({ data }: Report): Html {
  return html`<div class="data"><p>Played on: ${data.source}</p><p>Source: ${provenanceText(data.provenance)}</p>${data.notes.length === 0 ? null : html`<ul>${data.notes.map((note) => html`<li>${note}</li>`)}</ul>`}</div>`;
}

const share = (value: number, digits: number): string => percent(value, { digits });
const asIs = (style: string): Html => html([style] as unknown as TemplateStringsArray);
