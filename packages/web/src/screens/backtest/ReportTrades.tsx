import { Button } from '@blueprintjs/core';
import type { Trade } from '@triquad/core/contract';
import { lazy, useMemo, useState } from 'react';
import { useClient } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { tradeColumns } from '../../components/trade-columns.tsx';
import { useNarrow } from '../../elements/use-media.ts';
import { number } from '../../messages/format.ts';
import { contentOf, type DataColumn, shownColumns } from '../../tables/column.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import type { SheetColumn } from '../../tables/Sheet.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import { useMessages } from './use-messages.ts';

const height = 360;
const keyOf = (trade: Trade) => trade.id;
const Sheet = lazy(() => import('../../tables/Sheet.tsx').then((module) => ({ default: module.Sheet })));

/** Every trade of the run, as a table or as a spreadsheet. */
export function ReportTrades({ trades }: { trades: readonly Trade[] }) {
  const messages = useMessages();
  const { backtest: text, table: words } = messages;
  const client = useClient();
  const columns = useMemo(() => tradeColumns(messages, client.getSnapshot().now), [messages, client]);
  const table = useSortedRows(trades, columns, 'trades');
  const [wanted, setWanted] = useState(true);
  const narrow = useNarrow();
  const sheet = wanted && !narrow;
  const cells = useMemo(() => sheetColumns(shownColumns(table.columns), table.rows), [table.columns, table.rows]);
  return (
    <Panel
      title={text.trades}
      state={trades.length > 0 ? { kind: 'ready' } : { kind: 'empty', text: text.noTrades, hint: text.noTradesHint }}
      height={trades.length > 0 ? height : 140}
      flush
      actions={
        <>
          <span className="muted small">{text.tradesCount(number(trades.length))}</span>
          {!narrow && trades.length > 0 && (
            <Button
              size="small"
              variant="minimal"
              text={sheet ? words.plain : words.spreadsheet}
              onClick={() => setWanted(!wanted)}
            />
          )}
          <ExportButtons name="backtest-trades" {...table} />
        </>
      }
    >
      {sheet ? (
        <Sheet label={text.trades} columns={cells} count={table.rows.length} height={height} onSort={table.onSort} />
      ) : (
        <DataTable label={text.trades} {...table} rowKey={keyOf} height={height} />
      )}
    </Panel>
  );
}

const sheetColumns = <Row,>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): readonly SheetColumn[] =>
  columns.map(({ id, name, width, grow, align, ...column }) => ({
    id,
    name,
    width,
    ...(grow ? { grow } : {}),
    ...(align ? { align } : {}),
    text: (index) =>
      rows
        .slice(index, index + 1)
        .map(column.text)
        .join(''),
    content: (index) => (
      <>
        {rows.slice(index, index + 1).map((row) => (
          <span key={id} className={column.className?.(row)}>
            {contentOf({ id, name, width, ...column }, row)}
          </span>
        ))}
      </>
    ),
  }));
