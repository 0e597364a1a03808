import { figureOf, none } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { pathOf, typeTone } from '../../components/cycle.ts';
import type { Messages } from '../../components/life/use-messages.ts';
import { StatusMark } from '../../components/StatusMark.tsx';
import { number, percent } from '../../messages/format.ts';
import { shortMoment } from '../../messages/moments.ts';
import { shortId, tone } from '../../messages/numbers.ts';
import { type DataColumn, moneyColumn } from '../../tables/column.ts';
import { againstShown } from './rows.ts';

const second = 1_000;

/**
 * Trades with expected beside actual profit. Times on another day than that of `now` include the date; `dated`: such times are possible.
 */
export const tradeColumns = (
  { history: { columns: names }, life: { startedBy, trigger: starters }, status: statuses }: Messages,
  now: number,
  dated: boolean,
): readonly DataColumn<Trade>[] => {
  const usd = (
    id: string,
    name: string,
    of: (trade: Trade) => number | null,
    more: Partial<DataColumn<Trade>> & { sign?: true } = {},
  ): DataColumn<Trade> => moneyColumn({ id, name, width: 72, ...more, figure: (trade) => figureOf(trade, of(trade)) });
  return [
    {
      id: 'time',
      name: names.time,
      width: dated ? 120 : 76,
      card: 'head',
      text: ({ entry_time }) => (entry_time === null ? none : shortMoment(entry_time, now)),
      order: ({ entry_time }) => entry_time,
    },
    { id: 'id', name: names.id, width: 96, spare: 1, text: ({ id }) => id, cell: ({ id }) => shortId(id) },
    {
      id: 'type',
      name: names.type,
      width: 58,
      card: 'head',
      text: ({ opportunity_type }) => opportunity_type || none,
      className: ({ opportunity_type }) => typeTone(opportunity_type),
    },
    { id: 'exchange', name: names.exchange, width: 96, card: 'head', text: ({ exchange }) => exchange || none },
    {
      id: 'path',
      name: names.path,
      width: 220,
      grow: true,
      card: 'line',
      text: ({ symbols }) => pathOf(symbols) || none,
    },
    { id: 'market', name: names.market, width: 84, spare: 0, text: ({ market }) => market ?? none },
    usd('capital', names.capital, ({ capital }) => capital, { width: 88, spare: 4 }),
    usd('shown', names.shown, ({ expected_profit }) => expected_profit, { sign: true }),
    usd('profit', names.profit, ({ profit }) => profit, {
      sign: true,
      card: 'figure',
      className: ({ profit }) => tone(profit),
    }),
    {
      id: 'profit_pct',
      name: names.profitPct,
      width: 84,
      align: 'right',
      card: 'figure',
      spare: 5,
      text: ({ profit_pct }) => percent(profit_pct, { digits: 3, sign: true }),
      order: ({ profit_pct }) => profit_pct,
    },
    usd('against', names.against, againstShown, { sign: true, width: 92, spare: 6 }),
    usd('fees', names.fees, ({ fees }) => fees, { spare: 3 }),
    usd('dust', names.dust, ({ dust }) => dust ?? null, { spare: 0.5 }),
    {
      id: 'took',
      name: names.took,
      width: 52,
      align: 'right',
      spare: 2,
      text: ({ duration_seconds }) => number(duration_seconds === null ? null : duration_seconds * second),
      order: ({ duration_seconds }) => duration_seconds,
    },
    {
      id: 'by',
      name: startedBy,
      width: 104,
      spare: 0,
      text: ({ trigger }) => starters[trigger ?? ''] ?? trigger ?? none,
    },
    {
      id: 'outcome',
      name: names.outcome,
      width: 116,
      card: 'figure',
      text: ({ status }) => (status in statuses ? statuses[status as keyof typeof statuses] : status),
      cell: ({ status }) => <StatusMark status={status} />,
    },
  ];
};
