import { type LimitUse, nearLimit, none, selectLimits } from '@triquad/core';
import type { Risk } from '@triquad/core/contract';
import { boundsOf, type ChangeableLimit } from '../bounds.ts';
import { prose, span } from '../cells.ts';
import { bar, momentText, timeText } from '../figures.ts';
import type { Cells } from '../table.ts';
import type { Meaning } from '../theme.ts';
import { fields, type Given, type Row, type View } from '../view.ts';
import { limitFigure, limitName, reasonText, shareText, usedText } from './texts.ts';

export const risk: View = {
  name: 'risk',
  key: '6',
  tab: 'risk',
  title: 'Risk',
  question: 'Which limit stops the bot next, and what happens then?',
  watches: ['risk', 'config'],
  capability: 'risk',
  columns: [
    { name: 'limit', title: 'Limit', width: 18, grows: true },
    { name: 'meter', title: 'Used', width: 10, gives: 1 },
    { name: 'share', title: '', width: 6, align: 'right' },
    { name: 'used', title: 'Now', width: 11, align: 'right' },
    { name: 'of', title: 'Limit', width: 11, align: 'right', gives: 2 },
    { name: 'effect', title: 'When full', width: 20, from: 100 },
  ],
  rows: ({ state, now }) => rowsOf(state, now),
  summary: ({ state }) => {
    const report = state.loaded.risk;
    if (report === null) return '';
    const used = selectLimits(state).filter(({ share }) => (share ?? 0) > 0).length;
    return `trading state ${report.state} · ${used} of ${report.limits.length} limits in use`;
  },
  empty: () => 'The bot has no limit and no breaker',
  keys: [],
};

const rowsOf = (state: Given['state'], now: number): readonly Row[] => [
  ...(state.loaded.risk?.breakers ?? [])
    .filter(({ status }) => status === 'tripped')
    .map((one) => breakerRow(one, now)),
  ...selectLimits(state).map(limitRow),
  ...(state.loaded.risk?.breakers ?? []).filter(({ status }) => status === 'ok').map((one) => breakerRow(one, now)),
  ...(state.loaded.risk?.accounts ?? []).map(accountRow),
  ...boundsOf(state.loaded.config).map(boundRow),
];

const meterMeaning = (share: number | null): Meaning | undefined =>
  share === null || share < nearLimit ? undefined : share >= 1 ? 'bad' : 'warn';

/** Ten cells with a mark at 80 %. */
function meter(share: number | null, width: number): string {
  const at = Math.round(width * nearLimit);
  const cells = [...bar(share, width, '░')];
  if (share === null || share < nearLimit) cells[at] = '╎';
  return cells.join('');
}

const consequence: Partial<Record<ChangeableLimit['name'], string>> = {
  capital_per_route: 'the route is sized down',
  total_capital: 'nothing new begins',
  simultaneous_executions: 'others wait',
  position: 'no more is bought',
  daily_volume: 'routes are refused',
  cooldown: 'nothing new begins before 0 s',
  daily_drawdown: 'the bot halts',
  stop_loss: 'the bot halts',
  max_unwind_loss_pct: 'left as residual',
  max_profit_pct: 'books are read again',
};

function limitRow(limit: LimitUse): Row {
  const { name, scope, share, unit } = limit;
  const as = meterMeaning(share);
  const title = limitName(limit);
  return {
    id: `${name}/${scope}`,
    cells: (): Cells => ({
      limit: { text: title, by: title },
      meter: { text: (width) => meter(share, width), as },
      share: { text: shareText(share), as, by: share },
      used: { text: usedText(limit) },
      of: { text: limitFigure(limit.limit, unit) },
      effect: { text: consequence[name] ?? '', as: 'quiet' },
    }),
    panes: () => [
      {
        title,
        summary: `${shareText(share)} used`,
        lines: () => [
          [span(` ${usedText(limit)} of ${limitFigure(limit.limit, unit)}`, as)],
          [span(` when full: ${consequence[name] ?? none}`, 'quiet')],
        ],
      },
    ],
    target: { kind: 'limit', limit },
  };
}

/** A bound has no usage: it has a figure, and the effect of passing it. */
function boundRow(limit: ChangeableLimit): Row {
  const { name, unit } = limit;
  const title = limitName(limit);
  const figure = limitFigure(limit.limit, unit);
  return {
    id: name,
    cells: (): Cells => ({
      limit: { text: title, by: title },
      meter: { text: '' },
      share: { text: '' },
      used: { text: '' },
      of: { text: figure },
      effect: { text: consequence[name] ?? '', as: 'quiet' },
    }),
    panes: () => [
      { title, summary: figure, lines: () => [[span(` beyond ${figure}: ${consequence[name] ?? none}`, 'quiet')]] },
    ],
    target: { kind: 'limit', limit },
  };
}

function breakerRow(one: Risk['breakers'][number], now: number): Row {
  const isOk = one.status === 'ok';
  const title = limitName({ name: one.name as LimitUse['name'], scope: 'all' });
  return {
    id: `breaker/${one.name}`,
    cells: (): Cells => ({
      limit: { text: title, by: title },
      meter: isOk ? { text: '✓ ready', as: 'quiet' } : { text: '✗ tripped', as: 'bad' },
      share: { text: '' },
      used: { text: isOk ? '' : timeText(one.tripped_at, now) },
      of: { text: '' },
      effect: { text: one.resumes === 'itself' ? 'resumes by itself' : 'needs an operator', as: 'quiet' },
    }),
    panes: () => [
      {
        title,
        summary: one.status,
        lines: (width) => [
          ...(one.reason === null ? [] : prose(one.reason, width, 'bad')),
          ...fields([
            ['tripped', momentText(one.tripped_at)],
            ['resumes', one.resumes === 'itself' ? 'by itself' : `:risk reset ${one.name}`],
          ]),
        ],
      },
    ],
  };
}

function accountRow({ exchange, state, reason, differences }: NonNullable<Risk['accounts']>[number]): Row {
  const as: Meaning | undefined =
    state === 'ready' ? 'quiet' : ['starting', 'unverified'].includes(state) ? 'warn' : 'bad';
  return {
    id: `account/${exchange}`,
    cells: (): Cells => ({
      limit: { text: `Account ${exchange}` },
      meter: { text: `${state === 'ready' ? '✓' : '✗'} ${state}`, as },
      share: { text: '' },
      used: { text: differences === 0 ? '' : `${differences} differ`, as: 'warn' },
      of: { text: '' },
      effect: { text: reasonText(reason ?? ''), as: 'quiet' },
    }),
    panes: () => [
      {
        title: `Account ${exchange}`,
        summary: state,
        lines: (width) => prose(reason ?? 'holds what the ledger says', width),
      },
    ],
  };
}
