import { Tag } from '@blueprintjs/core';
import { money, none, percent } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import type { Messages } from '../messages/en.ts';
import { useMessages } from '../messages/messages.tsx';
import { pathOf, shortPathOf, typeTone } from './cycle.ts';
import type { DataColumn } from './DataTable.tsx';
import { seconds, shortId, tone } from './format.ts';
import { shortMoment } from './moments.ts';
import { StatusMark } from './StatusMark.tsx';

/** The trades table in the spec's order; `now` (epoch ms) tells today's times from older ones. */
export const tradeColumns = (messages: Messages, now: number): readonly DataColumn<Trade>[] => {
  const { tradeColumns: names } = messages.execution;
  return [
    { id: 'id', name: names.id, width: 96, text: (trade) => trade.id, cell: (trade) => shortId(trade.id) },
    {
      id: 'type',
      name: names.type,
      width: 70,
      narrow: { width: 58 },
      text: (trade) => trade.opportunity_type || none,
      className: (trade) => typeTone(trade.opportunity_type),
    },
    { id: 'exchange', name: names.exchange, width: 90, text: (trade) => trade.exchange || none },
    {
      id: 'path',
      name: names.path,
      width: 220,
      grow: 1,
      text: (trade) => pathOf(trade.symbols) || none,
      cell: (trade) => <Path trade={trade} />,
      narrow: { width: 150, cell: (trade) => <Path trade={trade} short /> },
    },
    {
      id: 'profit',
      name: names.profit,
      width: 96,
      align: 'right',
      text: (trade) => money(trade.profit, { sign: true }),
      className: (trade) => tone(trade.profit),
      order: (trade) => trade.profit,
    },
    {
      id: 'profit_pct',
      name: names.profitPct,
      width: 90,
      align: 'right',
      narrow: { width: 80 },
      text: (trade) => percent(trade.profit_pct, { digits: 3, sign: true }),
      className: (trade) => tone(trade.profit_pct),
      order: (trade) => trade.profit_pct,
    },
    {
      id: 'fees',
      name: names.fees,
      width: 84,
      align: 'right',
      text: (trade) => money(trade.fees),
      order: (trade) => trade.fees,
    },
    {
      id: 'duration',
      name: names.duration,
      width: 84,
      align: 'right',
      text: (trade) => seconds(trade.duration_seconds),
      order: (trade) => trade.duration_seconds,
    },
    {
      id: 'entry_time',
      name: names.entry,
      width: 130,
      align: 'right',
      text: (trade) => (trade.entry_time === null ? none : shortMoment(trade.entry_time, now)),
      order: (trade) => trade.entry_time,
    },
  ];
};

/** The path; beside it what keeps a row from being an ordinary completed trade on paper. */
function Path({ trade, short = false }: { trade: Trade; short?: boolean }) {
  const { header } = useMessages();
  return (
    <>
      {trade.mode === 'live' && <Tag intent="warning">{header.live}</Tag>}{' '}
      {(short ? shortPathOf : pathOf)(trade.symbols) || none}{' '}
      {trade.status !== '' && trade.status !== 'completed' && <StatusMark status={trade.status} short={short} />}
    </>
  );
}
