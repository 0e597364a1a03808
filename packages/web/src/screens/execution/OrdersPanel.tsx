import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { type ClientState, rows as limits, selectStale } from '@triquad/core';
import type { Order } from '@triquad/core/contract';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import { ExportButtons } from '../../components/table/ExportButtons.tsx';
import { useSortedRows } from '../../components/table/sorting.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMessages } from '../../messages/messages.tsx';
import { orderColumns } from './order-columns.tsx';

const height = 200;
const keyOf = (order: Order) => order.id;
const selectOrders = (state: ClientState) => state.orders.items;

export function OrdersPanel() {
  const messages = useMessages();
  const { execution } = messages;
  const client = useClient();
  useWatch('orders', limits.pendingOrders);
  const items = useClientState(selectOrders, 'rows');
  const active = items.filter(({ status }) => status === 'pending').slice(0, limits.pendingOrders);
  const stale = useClientState(selectStale);
  const columns = orderColumns(messages, ({ id }) => client.send({ type: 'CancelOrder', order_id: id }));
  const table = useSortedRows(active, columns, 'orders');
  const none = { text: execution.noOrders, hint: execution.noOrdersHint };
  const state = usePanelState('orders', active.length > 0, active.length > 0 ? null : none);
  return (
    <Panel
      title={execution.orders}
      state={state}
      height={height}
      flush
      stale={stale}
      actions={
        <>
          <ExportButtons name="orders" {...table} />
          <Button
            size="small"
            icon={<Refresh />}
            text={execution.refresh}
            aria-label={`${execution.refresh}: ${execution.orders}`}
            onClick={() => client.send({ type: 'Refresh', resource: 'orders' })}
          />
        </>
      }
    >
      <DataTable label={execution.orders} {...table} rowKey={keyOf} height={height} flash />
    </Panel>
  );
}
