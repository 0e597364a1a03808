import { type Command, selectBotNow, selectCan } from '@triquad/core';
import type { Decided } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { fit, type Line, span } from '../cells.ts';
import { bar, figure, pathText, percentGain, timeText, written } from '../figures.ts';
import type { DecisionWindow } from '../screen-state.ts';
import type { Cells } from '../table.ts';
import type { Given, Pane, Row, View } from '../view.ts';
import { reasonText, shortReason } from './texts.ts';

export const decisions: View = {
  name: 'decisions',
  key: '7',
  tab: 'dec',
  title: 'Decisions by reason',
  question: 'Why did it not trade, by how much, and at which fee would it have paid?',
  watches: ['scan'],
  asks: (given) => search(given, undefined),
  columns: [
    { name: 'reason', title: 'Reason', width: 20, grows: true },
    { name: 'count', title: 'N', width: 7, align: 'right' },
    { name: 'share', title: 'Share', width: 7, align: 'right' },
    { name: 'bar', title: '', width: 14, gives: 1 },
    { name: 'nearest', title: 'Nearest, or most', width: 26, from: 76 },
  ],
  rows: rowsOf,
  summary: ({ state, screen: { window } }) => {
    const { total, problem } = state.history.decisions;
    if (!isSearched(state)) return state.loaded.scan === null ? '' : 'since the start of the bot';
    if (problem !== null) return english.problem(problem);
    return `${total} in ${windowNames[window]}`;
  },
  empty: ({ state, screen: { window } }) => {
    if (isSearched(state)) return `Nothing was decided in ${windowNames[window]}; w widens the window`;
    const isSilent = !answers(state) && state.loaded.scan === null;
    return isSilent ? 'This bot does not say why it left opportunities alone' : 'Nothing was decided yet';
  },
  keys: [{ key: 'w', does: 'window' }],
};

const windowNames: Record<DecisionWindow, string> = {
  '5m': '5 min',
  '60m': '60 min',
  day: '24 h',
  week: '7 days',
};
const windowMs: Record<DecisionWindow, number> = {
  '5m': 300_000,
  '60m': 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const answers = selectCan('history');
/** The overview shows the counts of the scan until they were asked for. */
const isSearched = (state: Given['state']): boolean => answers(state) && state.history.decisions.total !== null;

/** Asks for what was decided in the window, of one reason or of all. */
function search(
  { state, screen: { window } }: Pick<Given, 'state' | 'screen'>,
  code: string | undefined,
): Command | null {
  if (!answers(state)) return null;
  const from = new Date(selectBotNow(state) - windowMs[window]).toISOString();
  return { type: 'LoadDecisions', query: { from, ...(code !== undefined && { code }) } };
}

function rowsOf(given: Given): readonly Row[] {
  const { state, now } = given;
  const found = state.history.decisions;
  const counts = isSearched(state)
    ? found.by_code.map(({ code, count }) => ({ code, count }))
    : (state.loaded.scan?.decisions.by_reason ?? []).map(({ reason, count }) => ({ code: reason, count }));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return [...counts]
    .sort((a, b) => b.count - a.count)
    .map(({ code, count }) => {
      const own = found.rows.filter(({ reason }) => reason === code);
      const nearest = own.reduce<Decided | null>(
        (best, one) => (best === null || one.profit_pct > best.profit_pct ? one : best),
        null,
      );
      return {
        id: code,
        cells: (): Cells => ({
          reason: { text: (width) => named(code, width), as: code === 'executed' ? 'good' : undefined, by: code },
          count: { text: String(count), by: count },
          share: { text: `${written(figure((count / all) * 100, { digits: 1 }))} %` },
          bar: { text: (width) => bar(count / all, width), as: 'quiet' },
          nearest: { text: nearest === null ? '' : `${nearestText(nearest)}`, as: 'quiet' },
        }),
        panes: () => panesOf(sentence(code), own, now),
        opens: search(given, code) ?? undefined,
      };
    });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (code: string): string => capital(reasonText(code));

/** The reason in full where it fits. */
const named = (code: string, width: number): string =>
  sentence(code).length <= width ? sentence(code) : capital(shortReason(code));

const nearestText = ({ profit_pct, threshold_pct }: Decided): string =>
  `${written(percentGain(profit_pct))}${threshold_pct === undefined ? '' : ` of ${written(figure(threshold_pct, { digits: 3 }))}`} %`;

const pathWidth = 25;

function panesOf(title: string, own: readonly Decided[], now: number): readonly Pane[] {
  const nearestFirst = [...own].sort((a, b) => b.profit_pct - a.profit_pct);
  return [
    {
      title,
      summary: 'nearest first',
      lines: (width) =>
        own.length === 0
          ? [[span(' Enter loads its decisions', 'quiet')]]
          : nearestFirst.map(
              (one): Line => [
                span(` ${timeText(one.at, now)} `, 'quiet'),
                span(
                  `${fit(one.type, 4)} ${fit(one.exchange, 8)} ${fit(pathText(one.symbols, pathWidth), pathWidth)} `,
                ),
                span(fit(`${written(percentGain(one.profit_pct))} %`, 9, 'right')),
                span(`  ${one.detail}`.slice(0, Math.max(0, width)), 'quiet'),
              ],
            ),
    },
  ];
}
