import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { none } from '@triquad/core';
import type { Order } from '@triquad/core/contract';
import { StatusMark } from '../../components/StatusMark.tsx';
import { amount } from '../../messages/format.ts';
import type { Messages } from '../../messages/later.ts';
import { timeOfDay } from '../../messages/moments.ts';
import { shortId } from '../../messages/numbers.ts';
import type { DataColumn } from '../../tables/column.ts';

const quantityText = ({ execution }: Messages, order: Order): string => {
  const filled = order.filled_quantity === null ? '' : ` (${execution.filledOf(amount(order.filled_quantity))})`;
  return `${amount(order.quantity)}${filled}`;
};
const priceText = ({ execution }: Messages, order: Order): string => {
  const price = order.price === null ? execution.market : amount(order.price);
  return order.filled_price === null ? price : `${price} (${execution.avgPrice(amount(order.filled_price))})`;
};

/** The orders table in the spec's order; `cancel` cancels one. */
export const orderColumns = (messages: Messages, cancel: (order: Order) => void): readonly DataColumn<Order>[] => {
  const { orderColumns: names, cancelOrder } = messages.execution;
  return [
    { id: 'id', name: names.id, width: 96, text: (order) => order.id, cell: (order) => shortId(order.id) },
    { id: 'exchange', name: names.exchange, width: 104, card: 'head', text: (order) => order.exchange || none },
    {
      id: 'symbol',
      name: names.symbol,
      width: 110,
      grow: true,
      card: 'head',
      text: (order) => order.symbol || none,
    },
    {
      id: 'side',
      name: names.side,
      width: 64,
      card: 'head',
      text: (order) => order.side || none,
      className: (order) => (order.side === 'buy' ? 'gain' : order.side === 'sell' ? 'loss' : ''),
    },
    { id: 'type', name: names.type, width: 72, text: (order) => order.type || none },
    {
      id: 'quantity',
      name: names.quantity,
      width: 160,
      align: 'right',
      text: (order) => quantityText(messages, order),
      order: (order) => order.quantity,
    },
    {
      id: 'price',
      name: names.price,
      width: 180,
      align: 'right',
      text: (order) => priceText(messages, order),
      order: (order) => order.price,
      source: ({ provenance }) => provenance,
    },
    {
      id: 'status',
      name: names.status,
      width: 104,
      card: 'figure',
      text: (order) => order.status,
      cell: (order) => <StatusMark status={order.status} />,
    },
    {
      id: 'created_at',
      name: names.created,
      width: 84,
      align: 'right',
      text: (order) => (order.created_at === null ? none : timeOfDay(order.created_at)),
      order: (order) => order.created_at,
    },
    {
      id: 'cancel',
      name: names.cancel,
      width: 64,
      action: true,
      text: () => '',
      cell: (order) =>
        order.status === 'pending' && (
          <Button
            size="small"
            variant="minimal"
            icon={<Cross size={12} />}
            aria-label={cancelOrder(shortId(order.id))}
            onClick={() => cancel(order)}
          />
        ),
    },
  ];
};
