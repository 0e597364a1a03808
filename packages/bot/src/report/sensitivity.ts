import type { WhatIfRecord } from '@triquad/core/contract';
import { figureOf, money, none, number, percent } from '@triquad/core/format';
import { survivalChart } from './charts.ts';
import { drawn } from './drawing.ts';
import { type Html, html } from './html.ts';

/** What the same quotes would have brought at other fees and latencies, how long opportunities lived, and what the data leave out. */
export function sensitivity(record: WhatIfRecord): Html {
  const { conclusion, fees, times_ms, data, assumptions } = record;
  const free = fees.find(({ fee_pct }) => fee_pct === 0);
  const lived = `Of ${number(free?.episodes)} opportunities without a fee, the share that is still there after some time.`;
  const lives =
    free === undefined || free.episodes === 0
      ? null
      : html`<figure><figcaption><h2>Lifetimes</h2><p>${lived}</p></figcaption>${drawn(`Lifetimes: ${lived}`, survivalChart(times_ms.map(timeText), free.survival), ['wide', 'narrow'])}
<div class="tables">${lifetimes(record, 'gain', 'Gross size')}${lifetimes(record, 'market', 'Market')}${lifetimes(record, 'hour', 'Hour (UTC)')}</div></figure>`;
  const gaps =
    data.gaps === 0
      ? 'no gap of more than a minute'
      : `${number(data.gaps)} gaps of more than a minute, the longest of ${number(data.longest_gap_ms / 1_000)} s`;
  return html`<section><h2>At other fees and latencies</h2><p>${conclusion}</p>
<p class="quiet">Profit in USD of each opportunity of these quotes, filled once at the best prices; the run itself has its own limits and sizes. Yours is the bold one.</p>
<div class="scroll">${grid(record)}</div></section>
${lives}
<section><h2>Data and assumptions</h2>
<p>${number(data.rows)} rows of ${number(data.markets)} markets in ${number(data.sessions)} ${data.sessions === 1 ? 'session' : 'sessions'}, ${gaps}; ${number(data.left_out)} rows could not be read.</p>
<ul>${assumptions.map((one) => html`<li>${one}</li>`)}</ul></section>`;
}

function grid(record: WhatIfRecord): Html {
  const { terms, fees } = record;
  const heads = terms.latencies_ms.map((latency) => html`<th class="n">${number(latency)} ms</th>`);
  const rows = fees.map(({ fee_pct, episodes, cells }) => {
    const figures = cells.map(({ latency_ms, modelled, reached }) => {
      const isOwn = fee_pct === terms.fee_pct && latency_ms === terms.latency_ms;
      const figure = reached === 0 ? '–' : money(figureOf(record, modelled), { sign: true });
      const tone = reached === 0 || modelled === 0 ? '' : modelled > 0 ? 'gain' : 'loss';
      return html`<td class="n ${tone}">${isOwn ? html`<strong>${figure}</strong>` : figure}</td>`;
    });
    return html`<tr><td>${percent(fee_pct, { digits: 3 })}</td><td class="n">${number(episodes)}</td>${figures}</tr>`;
  });
  return html`<table><thead><tr><th>Fee a leg</th><th class="n">Times</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
}

function lifetimes({ lifetimes: all }: WhatIfRecord, by: WhatIfRecord['lifetimes'][number]['by'], title: string): Html {
  const rows = all
    .filter((one) => one.by === by)
    .map(
      ({ name, episodes, median_ms }) =>
        html`<tr><td>${by === 'hour' ? `${name}:00` : name}</td><td class="n">${number(episodes)}</td><td class="n">${median_ms === null ? none : timeText(median_ms)}</td></tr>`,
    );
  return html`<table><thead><tr><th>${title}</th><th class="n">Times</th><th class="n">Half life</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const timeText = (ms: number): string =>
  ms < 1_000 ? `${number(ms)} ms` : `${number(ms / 1_000, { digits: ms % 1_000 === 0 ? 0 : 1 })} s`;
