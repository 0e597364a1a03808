import { figureOf } from '@triquad/core';
import type { Breakdown } from '@triquad/core/contract';
import { pathOf, typeTone } from '../../components/cycle.ts';
import { Panel } from '../../components/Panel.tsx';
import { number, percent } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { type DataColumn, moneyColumn } from '../../tables/column.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import { basisPoints, winRate } from './figures.ts';
import type { PanelProps } from './panel-props.ts';
import { ShareBar } from './ShareBar.tsx';
import { type Messages, useMessages } from './use-messages.ts';

const height = 420;
type Route = Breakdown['by_route'][number];
const keyOf = ({ exchange, symbols }: Route): string => `${exchange} ${symbols.join(' ')}`;

const columnsOf = (
  { performance: text }: Messages,
  most: number,
  of: Breakdown | null,
): readonly DataColumn<Route>[] => [
  {
    id: 'type',
    name: text.type,
    width: 68,
    card: 'head',
    text: ({ type }) => type,
    className: ({ type }) => typeTone(type),
  },
  { id: 'route', name: text.route, width: 190, grow: true, card: 'line', text: ({ symbols }) => pathOf(symbols) },
  { id: 'exchange', name: text.exchange, width: 100, card: 'head', text: ({ exchange }) => exchange },
  {
    id: 'trades',
    name: text.trades,
    width: 72,
    align: 'right',
    text: ({ trades }) => number(trades),
    order: ({ trades }) => trades,
  },
  {
    id: 'won',
    name: text.won,
    width: 60,
    align: 'right',
    spare: 1,
    text: (row) => percent(winRate(row), { digits: 0 }),
    order: winRate,
  },
  {
    id: 'bp',
    name: text.bp,
    width: 60,
    align: 'right',
    spare: 2,
    text: (row) => number(basisPoints(row), { digits: 1, sign: true }),
    order: basisPoints,
  },
  {
    id: 'bar',
    name: text.scale,
    width: 64,
    action: true,
    spare: 0,
    text: () => '',
    cell: ({ profit }) => <ShareBar value={profit} most={most} />,
  },
  moneyColumn({
    id: 'net',
    name: text.net,
    width: 84,
    card: 'figure',
    sign: true,
    figure: ({ profit }) => figureOf(of, profit),
    className: ({ profit }) => tone(profit),
  }),
];

/** Which routes it came from, the best first. */
const none: readonly Route[] = [];

export function RoutePanel({ breakdown, ...panel }: PanelProps & { breakdown: Breakdown | null }) {
  const groups = breakdown?.by_route ?? none;
  const messages = useMessages();
  const { performance: text } = messages;
  const best = groups.toSorted((a, b) => (b.profit ?? 0) - (a.profit ?? 0));
  const most = Math.max(0, ...groups.map(({ profit }) => Math.abs(profit ?? 0)));
  const table = useSortedRows(best, columnsOf(messages, most, breakdown), 'routes');
  const empty = panel.state.kind === 'ready' && groups.length === 0;
  return (
    <Panel
      {...panel}
      state={empty ? { kind: 'empty', text: text.noTrades, hint: text.noTradesHint } : panel.state}
      flush
      title={text.routes}
      height={height}
      actions={<ExportButtons name="routes" {...table} />}
    >
      <DataTable label={text.routes} {...table} rowKey={keyOf} height={height} />
    </Panel>
  );
}
