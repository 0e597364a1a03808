import {
  type ClientState,
  dollars,
  type Figure,
  figureOf,
  money,
  none,
  number,
  percent,
  selectBotStatus,
  selectFillRate,
  selectResidualUsd,
  selectToday,
  selectTodaysProfit,
} from '@triquad/core';
import type { Money } from '@triquad/core/contract';
import { beside, block, fit, type Line, rule, type Span, span } from './cells.ts';
import { type Earned, earnedIn } from './earned.ts';
import { gain, gainMeaning, gainUsd, plain, usd, written } from './figures.ts';
import { overviewLayout, type Size } from './layout.ts';
import { listed } from './lists.ts';
import { marketTag } from './markets.ts';
import { type Look, listPane } from './panes.ts';
import type { ScreenState } from './screen-state.ts';
import { sparkline } from './sparkline.ts';
import type { Given } from './view.ts';
import type { ViewName } from './view-name.ts';
import { views } from './views/views.ts';

const compact: Partial<Record<ViewName, readonly string[]>> = {
  risk: ['limit', 'meter', 'share'],
  executions: ['time', 'type', 'exchange', 'profit', 'mark'],
  decisions: ['reason', 'count', 'share', 'bar'],
  feeds: ['exchange', 'state', 'last', 'rate'],
};

/** Columns from which a pane has the columns of its view. */
const wholeRow = 60;

/** Safe, making what, needs me: the lists of the other views, and what is made. */
export function overview(given: Given, screen: ScreenState, size: Size, look: Look): readonly Line[] {
  const { top, middle, bottom, log, above, left, isWide } = overviewLayout(size);
  const { columns } = size;
  const pane = (name: ViewName, width: number, height: number) => {
    const only = width < wholeRow ? compact[name] : undefined;
    return listPane(
      views[name],
      given,
      listed(views[name], given, screen.lists[name]),
      screen.lists[name],
      width,
      height,
      {
        ...look,
        isFocused: screen.pane === name,
        hasTitles: only === undefined && height > 4,
        ...(only !== undefined && { only }),
      },
    );
  };
  const earned = (width: number, height: number) => made(given, width, height, look);
  const right = columns - left - 1;
  if (left === 0) {
    return [...earned(columns, top), ...pane('opportunities', columns, middle), ...pane('executions', columns, bottom)];
  }
  const third = Math.floor(columns / 3);
  const last = columns - 2 * third - 2;
  return [
    ...(isWide
      ? joined(joined(pane('risk', third, top), earned(third, top)), pane('feeds', last, top))
      : joined(pane('risk', above, top), earned(columns - above - 1, top))),
    ...pane('opportunities', columns, middle),
    ...joined(pane('executions', left, bottom), pane('decisions', right, bottom)),
    ...(log > 0 ? pane('logs', columns, log) : []),
  ];
}

const joined = (left: readonly Line[], right: readonly Line[]): readonly Line[] => [
  ...beside(left.slice(0, 1), right.slice(0, 1), '┬'),
  ...beside(left.slice(1), right.slice(1)),
];

/** Whose prices are met, and what of them is known. */
function pricesText(state: ClientState): string {
  const detail = state.health.value?.market_detail ?? null;
  const name = (marketTag(state, Number.POSITIVE_INFINITY) ?? 'live prices').toLowerCase();
  return detail === null ? name : `${name}, ${detail}`;
}

const nameWidth = 11;

const rows = [
  ['Before fees', 'gross'],
  ['Fees', 'fees'],
  ['Dust', 'dust'],
  ['Unrealised', 'unrealised'],
  ['Holdings', 'holdings'],
  ['Net', 'net'],
] as const;
const isCost = (part: keyof Earned): boolean => part === 'fees' || part === 'dust';
const widestFigure = 12;

/** Profit of today, yesterday and seven days, part by part down to the sum, which comes first if space is short. */
function earnedLines(earned: Money, now: number, width: number, height: number): readonly Line[] {
  const { today, yesterday, week } = earnedIn(earned, now);
  const all = [today, yesterday, week];
  const room = Math.min(widestFigure, Math.floor((width - nameWidth - 1) / all.length) - 1);
  const line = (name: string, cell: (one: Earned) => Span): Line =>
    named(
      name,
      all.map(cell).flatMap((one) => [span(' '), one]),
    );
  const of = (value: number | null) => figureOf(earned, value);
  const parts = rows.filter(([, part]) => part !== 'holdings' || all.some(({ holdings }) => (holdings ?? 0) !== 0));
  const titles = named(
    'USD',
    ['Today', 'Yesterday', '7 days'].map((title) => span(` ${fit(title, room, 'right')}`, 'quiet')),
  );
  const ofParts = parts.map(([name, part]) =>
    line(name, (one) =>
      span(fit(gain(of(one[part]))(room), room, 'right'), isCost(part) ? undefined : gainMeaning(one[part])),
    ),
  );
  const equity = line('Equity', ({ equity: value }) => span(fit(plain(of(value))(room), room, 'right')));
  const isWhole = ofParts.length + 1 < height;
  return [titles, ...(isWhole ? ofParts : [...ofParts.slice(-1), ...ofParts.slice(0, -1)]), equity];
}

/** Profit by day if the bot states it, and in all. */
function made({ state, now }: Given, width: number, height: number, look: Look): readonly Line[] {
  const { summary, equity, scan, money: earned } = state.loaded;
  const status = selectBotStatus(state);
  const today = selectToday(state);
  const profit = selectTodaysProfit(state);
  const residual = selectResidualUsd(state);
  const trend = (equity ?? []).flatMap((point) => point.equity ?? []);
  const total = summary?.total_pnl ?? null;
  const shown = (value: Figure) => (value.usd === null ? none : written(gainUsd(value)));
  const days = earned === null ? [] : earnedLines(earned, now, width, height - 1);
  const ofToday: Line[] = [
    named('Today', [
      span(shown(profit), gainMeaning(profit.usd)),
      span(tradesOf(today?.total_trades ?? null), 'quiet'),
    ]),
    ...(residual.usd > 0 ? [named('Residual', [span(money(residual), 'warn'), span(' still held', 'quiet')])] : []),
  ];
  const inAll: Line[] = [
    named('In all', [
      span(`${shown(figureOf(summary, total))} `, gainMeaning(total)),
      span(sparkline(trend, Math.max(0, width - nameWidth - 16), '▁▂▃▄▅▆▇█'), 'quiet'),
    ]),
    ...(days.length > 0
      ? []
      : [named('Equity', [span(trend.length === 0 ? none : written(usd(figureOf(equity?.at(-1), trend.at(-1)))))])]),
    named('Trades', [span(`${number(summary?.total_trades)}, ${number(status?.executions_today)} today`)]),
    named('Won', [
      span(`${percent(summary?.win_rate, { digits: 1 })}, filled ${percent(selectFillRate(state), { digits: 1 })}`),
    ]),
    named('Drawdown', [span(percent(summary?.max_drawdown, { digits: 1 }))]),
    named('Threshold', [span(percent(status?.min_profit_threshold))]),
    named('Capital', [span(`${dollars(status?.max_capital_per_route)} a route`)]),
    named('Prices', [span(pricesText(state))]),
    named('Markets', [span(`${number(scan?.markets_trusted)} of ${number(scan?.markets)}`)]),
    named('Cycles', [span(`${number(scan?.directed_tri)} + ${number(scan?.directed_quad)}`)]),
    named('Updates', [span(`${number(scan?.updates_per_second)}/s`)]),
  ];
  const lines = days.length > 0 ? [...days, ...inAll] : [...ofToday, ...inAll];
  const muted = look.isStale ? lines.map((line) => line.map(({ text }) => span(text, 'quiet'))) : lines;
  const ofPaper = status?.provenance?.money === 'invented' ? 'invented money' : 'paper money';
  const summaryText = status?.mode === 'live' ? 'LIVE MONEY' : status?.mode === 'paper' ? ofPaper : '';
  return [
    rule({ title: 'Profit and loss', summary: summaryText }, width, look.stroke),
    ...block(muted, width, height - 1),
  ];
}

const named = (name: string, spans: Line): Line => [span(` ${name.padEnd(nameWidth)}`, 'quiet'), ...spans];
const tradesOf = (trades: number | null): string =>
  trades === null ? '' : ` in ${trades} ${trades === 1 ? 'trade' : 'trades'}`;
