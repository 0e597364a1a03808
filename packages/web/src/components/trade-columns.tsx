import { Tag } from '@blueprintjs/core';
import { figureOf, none } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { percent } from '../messages/format.ts';
import type { Messages } from '../messages/later.ts';
import { useMessages } from '../messages/later.ts';
import { shortMoment } from '../messages/moments.ts';
import { seconds, shortId, tone } from '../messages/numbers.ts';
import { type DataColumn, moneyColumn } from '../tables/column.ts';
import { pathOf, typeTone } from './cycle.ts';
import { StatusMark } from './StatusMark.tsx';

/**
 * The trades table in the spec's order; times of other days than that of `now` (epoch ms) have their date. `withVersion`: the
 * version of the configuration that each was planned with, for a bot that names it.
 */
export const tradeColumns = (messages: Messages, now: number, withVersion = false): readonly DataColumn<Trade>[] => {
  const { tradeColumns: names } = messages.execution;
  const version: DataColumn<Trade> = {
    id: 'config_version',
    name: names.config,
    width: 84,
    spare: 0,
    align: 'right',
    text: ({ config_version }) => (config_version == null ? none : String(config_version)),
    order: ({ config_version }) => config_version ?? null,
  };
  return [
    {
      id: 'id',
      name: names.id,
      width: 100,
      spare: 2,
      text: (trade) => trade.id,
      cell: (trade) => shortId(trade.id),
    },
    {
      id: 'type',
      name: names.type,
      width: 64,
      card: 'head',
      text: (trade) => trade.opportunity_type || none,
      className: (trade) => typeTone(trade.opportunity_type),
    },
    { id: 'exchange', name: names.exchange, width: 104, card: 'head', text: (trade) => trade.exchange || none },
    {
      id: 'path',
      name: names.path,
      width: 150,
      grow: true,
      card: 'line',
      text: (trade) => pathOf(trade.symbols) || none,
      cell: (trade) => <Path trade={trade} />,
    },
    moneyColumn({
      id: 'profit',
      name: names.profit,
      width: 96,
      card: 'figure',
      sign: true,
      figure: (trade) => figureOf(trade, trade.profit),
      className: (trade) => tone(trade.profit),
    }),
    {
      id: 'profit_pct',
      name: names.profitPct,
      width: 108,
      align: 'right',
      card: 'figure',
      text: (trade) => percent(trade.profit_pct, { digits: 3, sign: true }),
      className: (trade) => tone(trade.profit_pct),
      order: (trade) => trade.profit_pct,
    },
    moneyColumn({
      id: 'fees',
      name: names.fees,
      width: 104,
      spare: 3,
      figure: (trade) => figureOf(trade, trade.fees),
    }),
    {
      id: 'duration',
      name: names.duration,
      width: 98,
      spare: 1,
      align: 'right',
      text: (trade) => seconds(trade.duration_seconds),
      order: (trade) => trade.duration_seconds,
    },
    {
      id: 'entry_time',
      name: names.entry,
      width: 128,
      spare: 4,
      card: 'head',
      align: 'right',
      text: (trade) => (trade.entry_time === null ? none : shortMoment(trade.entry_time, now)),
      order: (trade) => trade.entry_time,
    },
    ...(withVersion ? [version] : []),
  ];
};

/** The path; beside it what keeps a row from being an ordinary completed trade on paper. */
function Path({ trade }: { trade: Trade }) {
  const { header } = useMessages();
  return (
    <>
      {trade.mode === 'live' && <Tag intent="warning">{header.live}</Tag>} {pathOf(trade.symbols) || none}{' '}
      {trade.status !== '' && trade.status !== 'completed' && <StatusMark status={trade.status} />}
    </>
  );
}
