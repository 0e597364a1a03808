import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { type ClientState, rows as limits, selectStale } from '@triquad/core';
import type { Order } from '@triquad/core/contract';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { classes } from '../../elements/classes.ts';
import { useMessages } from '../../messages/later.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import styles from './execution.module.css';
import { orderColumns } from './order-columns.tsx';

const height = 200;
/** Height in pixels without orders: the trades below matter more then. */
const noneHeight = 40;
const ready = { kind: 'ready' } as const;
const keyOf = (order: Order) => order.id;
const selectOrders = (state: ClientState) => state.orders.items;

export function OrdersPanel() {
  const messages = useMessages();
  const { execution } = messages;
  const client = useClient();
  useWatch('orders', limits.pendingOrders);
  const items = useClientState(selectOrders);
  const active = items.filter(({ status }) => status === 'pending').slice(0, limits.pendingOrders);
  const stale = useClientState(selectStale);
  const columns = orderColumns(messages, ({ id }) => client.send({ type: 'CancelOrder', order_id: id }));
  const table = useSortedRows(active, columns, 'orders');
  const none = active.length === 0;
  const state = usePanelState('orders', !none, none ? { text: execution.noOrders } : null);
  const isEmpty = state.kind === 'empty';
  return (
    <Panel
      title={execution.orders}
      state={isEmpty ? ready : state}
      height={isEmpty ? noneHeight : height}
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
      {isEmpty ? (
        <p className={classes('muted', styles.none)}>
          {execution.noOrders}. {execution.noOrdersHint}
        </p>
      ) : (
        <DataTable label={execution.orders} {...table} rowKey={keyOf} height={height} flash />
      )}
    </Panel>
  );
}
