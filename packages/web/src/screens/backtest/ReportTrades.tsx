import { number } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';
import { useMemo } from 'react';
import { useClient } from '../../client-context.tsx';
import { CsvButton } from '../../components/CsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { tradeColumns } from '../../components/trade-columns.tsx';
import { useSortedRows } from '../../components/use-sorted-rows.ts';
import { useMessages } from '../../messages/messages.tsx';

const height = 360;
const keyOf = (trade: Trade) => trade.id;

/** Every trade of the run. */
export function ReportTrades({ trades }: { trades: readonly Trade[] }) {
  const messages = useMessages();
  const { backtest: text } = messages;
  const client = useClient();
  const columns = useMemo(() => tradeColumns(messages, client.getSnapshot().now), [messages, client]);
  const table = useSortedRows(trades, columns, 'trades');
  return (
    <Panel
      title={text.trades}
      state={trades.length > 0 ? { kind: 'ready' } : { kind: 'empty', text: text.noTrades, hint: text.noTradesHint }}
      height={trades.length > 0 ? height : 140}
      flush
      actions={
        <>
          <span className="muted small">{text.tradesCount(number(trades.length))}</span>
          <CsvButton name="backtest-trades" {...table} />
        </>
      }
    >
      <DataTable label={text.trades} {...table} rowKey={keyOf} height={height} />
    </Panel>
  );
}
