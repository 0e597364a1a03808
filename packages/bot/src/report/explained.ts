import type { LookAheadRecord, ReportRecord } from '@triquad/core/contract';
import { figureOf, money, number, percent, type Sourced } from '@triquad/core/format';
import { moment } from './charts.ts';
import { type Html, html } from './html.ts';

type Explained = NonNullable<ReportRecord['explained']>;
type Compared = NonNullable<ReportRecord['compared']>;

const inPercent = (value: number): string => percent(value, { digits: 4, sign: true });

/** Why there were as many trades as there were. */
export function explanation({ conclusion, nearest, decisions }: Explained): Html {
  return html`<section><h2>What there was to find</h2><p>${conclusion}</p>
${nearest.length === 0 ? null : html`<div class="scroll">${nearestTable(nearest)}</div>`}${decisions.length === 0 ? null : decisionTable(decisions)}</section>`;
}

function nearestTable(nearest: Explained['nearest']): Html {
  const rows = nearest.map(
    ({ symbols, exchange, at, gross_pct, profit_pct, break_even_pct }) =>
      html`<tr><td>${symbols.join('→')}</td><td>${exchange}</td><td>${moment(at)}</td><td class="n">${inPercent(gross_pct)}</td><td class="n">${inPercent(profit_pct)}</td><td class="n">${percent(break_even_pct, { digits: 4 })}</td></tr>`,
  );
  return html`<table><thead><tr><th>Best cycles</th><th>Exchange</th><th>Best moment (UTC)</th><th class="n">Before fees</th><th class="n">After fees</th><th class="n">Break-even fee a leg</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function decisionTable(decisions: Explained['decisions']): Html {
  const rows = decisions.map(
    ({ reason, count }) => html`<tr><td>${reason}</td><td class="n">${number(count)}</td></tr>`,
  );
  return html`<table><thead><tr><th>Decisions</th><th class="n">Count</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** The run beside what the market did meanwhile. */
export function comparison({ return_pct, market_change_pct, markets, hold }: Compared, report: Sourced): Html {
  const row = (name: string, change: number | null, profit: number | null): Html =>
    html`<tr><td>${name}</td><td class="n">${change === null ? percent(null) : inPercent(change)}</td><td class="n">${money(figureOf(report, profit), { sign: true })}</td></tr>`;
  return html`<section><h2>Beside the market</h2><table><thead><tr><th>What</th><th class="n">Change</th><th class="n">Of the capital</th></tr></thead><tbody>
${row('This run, at the prices of its end', return_pct, null)}${hold.map(({ asset, change_pct, profit }) => row(`Holding ${asset}`, change_pct, profit))}${row(`The market: the mean of ${number(markets)} markets against a dollar`, market_change_pct, null)}
</tbody></table></section>`;
}

/** Whether a second run on the first half of the rows made the same trades. */
export function lookAhead({ until, trades, difference }: LookAheadRecord): Html {
  const those = trades === 1 ? 'trade' : `${number(trades)} trades`;
  const told =
    until === null
      ? 'There was no trade to compare: nothing is proven.'
      : difference === null
        ? `A second run that was given only the rows up to ${moment(until)} UTC made the same ${those} up to then: no decision used a later row.`
        : `Do not rely on these figures: a second run that was given only the rows up to ${moment(until)} UTC differs: ${difference}. Rules of markets that are guessed from a recording are guessed from later rows too.`;
  return html`<section><h2>Look-ahead self-check</h2><p>${told}</p></section>`;
}
