import { none } from '@triquad/core';
import type { Order, Trade } from '@triquad/core/contract';
import { prose, span } from '../cells.ts';
import { ageText, momentText, quantity, quantityOf, shortId, since, timeText, written } from '../figures.ts';
import { sourceFields } from '../sources.ts';
import type { Cells } from '../table.ts';
import type { Meaning } from '../theme.ts';
import { fields, type Given, type Pane, type Row, type View } from '../view.ts';
import { allOf } from './executions.ts';

export const orders: View = {
  name: 'orders',
  key: '4',
  tab: 'ord',
  title: 'Orders',
  question: 'What is at the exchange now, and how was it filled?',
  watches: ['orders', 'trades'],
  columns: [
    { name: 'time', title: 'Time', width: 8, gives: 2 },
    { name: 'id', title: 'Id', width: 6 },
    { name: 'exchange', title: 'Exch', width: 7, gives: 3 },
    { name: 'market', title: 'Market', width: 9 },
    { name: 'side', title: 'Side', width: 4 },
    { name: 'type', title: 'Type', width: 6, from: 140 },
    { name: 'filled', title: 'Filled', width: 9, align: 'right' },
    { name: 'quantity', title: 'of', width: 9, align: 'right', from: 76 },
    { name: 'average', title: 'Average', width: 10, align: 'right' },
    { name: 'limit', title: 'Limit price', width: 11, align: 'right', from: 140 },
    { name: 'fee', title: 'Fee', width: 12, align: 'right', from: 140 },
    { name: 'ms', title: 'ms', width: 6, align: 'right', from: 140 },
    { name: 'status', title: 'Status', width: 9, grows: true },
    { name: 'cycle', title: 'Cycle', width: 6, gives: 1, from: 90 },
    { name: 'client', title: 'Client id', width: 36, from: 180 },
  ],
  narrows: 'exchange',
  rows: ({ state, now }) => rowsOf(state, now),
  summary: ({ state }, rows) => {
    const working = state.orders.items.filter(isWorking).length;
    return `${working} working · ${rows.length - working} settled`;
  },
  empty: () => 'No order is at an exchange, and none was sent lately',
  keys: [],
};

const isWorking = ({ status }: Pick<Order, 'status'>): boolean => status === 'pending';

/** The orders that the bot reports, then the legs of the latest executions. */
function rowsOf(state: Given['state'], now: number): readonly Row[] {
  const known = new Set(state.orders.items.map(({ id }) => id));
  const working = [...state.orders.items].sort((a, b) => Number(isWorking(b)) - Number(isWorking(a)));
  const legs = allOf(state).flatMap((trade) =>
    trade.legs
      .toReversed()
      .flatMap((leg) => (leg.order_id === null || known.has(leg.order_id) ? [] : [legRow(trade, leg, now)])),
  );
  return [...working.map((order) => orderRow(order, state, now)), ...legs];
}

const statuses: Record<string, { text: string; as: Meaning | undefined }> = {
  pending: { text: '▾ working', as: 'strong' },
  filled: { text: '✓ filled', as: 'fine' },
  completed: { text: '✓ filled', as: 'fine' },
  cancelled: { text: 'cancelled', as: 'quiet' },
  failed: { text: '✗ failed', as: 'bad' },
  rejected: { text: '✗ refused', as: 'bad' },
  partial: { text: '! partial', as: 'warn' },
  empty: { text: '– empty', as: 'quiet' },
  unknown: { text: '? unknown', as: 'warn' },
};
const statusOf = (status: string): { text: string; as: Meaning | undefined } =>
  statuses[status] ?? { text: status, as: undefined };

function orderRow(order: Order, state: Given['state'], now: number): Row {
  const isCancelling = state.orders.cancelling.includes(order.id);
  const status = isCancelling ? { text: 'ending…', as: 'warn' as const } : statusOf(order.status);
  return {
    id: order.id,
    cells: (): Cells => ({
      time: { text: timeText(order.created_at, now), as: 'quiet', by: Date.parse(order.created_at ?? '') },
      id: { text: shortId(order.id) },
      exchange: { text: order.exchange, by: order.exchange },
      market: { text: order.symbol ?? none, by: order.symbol ?? '' },
      side: { text: order.side },
      type: { text: order.type },
      filled: { text: quantity(order.filled_quantity) },
      quantity: { text: quantity(order.quantity), as: 'quiet' },
      average: { text: quantity(order.filled_price) },
      limit: { text: quantity(order.price) },
      fee: { text: quantityOf(order.fee, order.fee_asset) },
      ms: { text: none },
      status: { ...status, by: status.text },
      cycle: { text: shortId(order.execution_id ?? ''), as: 'quiet' },
      client: { text: order.client_order_id ?? none, as: 'quiet' },
    }),
    source: order.provenance,
    panes: () => orderPanes(order, now),
    target: isWorking(order) ? { kind: 'order', order } : undefined,
    related: [order.id, order.execution_id ?? ''],
  };
}

function orderPanes(order: Order, now: number): readonly Pane[] {
  const rest = (order.quantity ?? 0) - (order.filled_quantity ?? 0);
  return [
    {
      title: `${shortId(order.id)} ${order.symbol} ${order.side} ${order.type}`,
      summary: `${order.leg === null ? 'by hand' : `leg ${order.leg}`} · ${ageText(since(order.created_at, now))} old`,
      lines: (width) => [
        [
          span(` ${written(quantity(order.filled_quantity))} of ${written(quantity(order.quantity))}`),
          span(` at ${written(quantity(order.filled_price ?? order.price))}`),
          span(rest > 0 && isWorking(order) ? ` · rests ${written(quantity(rest))}` : '', 'warn'),
          span(order.fee === null ? '' : ` · fee ${written(quantity(order.fee))} ${order.fee_asset ?? ''}`),
        ],
        ...(order.error_message === null ? [] : prose(order.error_message, width, 'bad')),
      ],
    },
    {
      title: 'Order',
      lines: () =>
        fields([
          ['id', order.id],
          ['client id', order.client_order_id ?? none],
          ['execution', order.execution_id ?? none],
          ['sent', momentText(order.created_at)],
          ['changed', momentText(order.updated_at)],
          ['in force', order.time_in_force ?? none],
          ...sourceFields(order.provenance),
        ]),
    },
  ];
}

type Leg = Trade['legs'][number];

function legRow(trade: Trade, leg: Leg, now: number): Row {
  const status = statusOf(leg.status);
  const id = leg.order_id ?? '';
  return {
    id,
    cells: (): Cells => ({
      time: { text: timeText(trade.entry_time, now), as: 'quiet', by: Date.parse(trade.entry_time ?? '') },
      id: { text: shortId(id) },
      exchange: { text: trade.exchange, by: trade.exchange },
      market: { text: leg.market, by: leg.market },
      side: { text: leg.side },
      type: { text: leg.unwind ? 'unwind' : 'leg', as: 'quiet' },
      filled: { text: quantity(leg.quantity) },
      quantity: { text: quantity(leg.expected_quantity), as: 'quiet' },
      average: { text: quantity(leg.price) },
      limit: { text: quantity(leg.expected_price) },
      fee: { text: quantityOf(leg.fee, leg.fee_asset) },
      ms: { text: leg.ms === null ? none : String(Math.round(leg.ms)), by: leg.ms },
      status: { ...status, by: status.text },
      cycle: { text: shortId(trade.id), as: 'quiet' },
      client: { text: none },
    }),
    panes: () => [
      {
        title: `${shortId(id)} ${leg.market} ${leg.side}`,
        summary: `leg ${leg.leg ?? '?'} of ${trade.legs.length}`,
        lines: () =>
          fields([
            ['order', id],
            ['execution', trade.id],
            ['planned', `${written(quantity(leg.expected_quantity))} at ${written(quantity(leg.expected_price))}`],
            ['filled', `${written(quantity(leg.quantity))} at ${written(quantity(leg.price))}`],
            ...sourceFields(trade.provenance),
            ['took', leg.ms === null ? none : `${Math.round(leg.ms)} ms`],
          ]),
      },
    ],
    source: trade.provenance,
    target: { kind: 'record', view: 'executions', id: trade.id },
    related: [id, trade.id],
  };
}
