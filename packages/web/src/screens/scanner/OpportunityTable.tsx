import { NonIdealState } from '@blueprintjs/core';
import type { Opportunity } from '@triquad/core/contract';
import { useCallback, useMemo } from 'react';
import { useClientState } from '../../client-context.tsx';
import { CsvButton } from '../../components/CsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useSortedRows } from '../../components/use-sorted-rows.ts';
import { useMessages } from '../../messages/messages.tsx';
import { selectCondition } from '../../shell/selectors.ts';
import { opportunityColumns, pathOf } from './columns.tsx';

const height = 560;
const keyOf = (item: Opportunity) => item.id;

type Props = { items: readonly Opportunity[]; total: number; stale: boolean; open: (id: string) => void };

export function OpportunityTable({ items, total, stale, open }: Props) {
  const messages = useMessages();
  const { scanner } = messages;
  const columns = useMemo(() => opportunityColumns(messages), [messages]);
  const { sorted, sort, onSort } = useSortedRows(items, columns);
  const running = useClientState(selectCondition) === 'running';
  const openRow = useCallback((item: Opportunity) => open(item.id), [open]);
  const hint = running ? scanner.emptyRunning : scanner.emptyStopped;
  const state = usePanelState('opportunities', total > 0, total > 0 ? null : { text: scanner.empty, hint });
  return (
    <Panel
      title={scanner.table}
      state={state}
      height={height}
      flush
      stale={stale}
      actions={<CsvButton name="opportunities" columns={columns} rows={sorted} />}
    >
      <DataTable
        label={scanner.table}
        columns={columns}
        rows={sorted}
        rowKey={keyOf}
        height={height}
        sort={sort}
        onSort={onSort}
        onOpen={openRow}
        openLabel={(item) => scanner.open(`${item.type} ${item.exchange} ${pathOf(item.symbols)}`)}
        flash
        empty={<NonIdealState title={scanner.emptyFiltered} />}
      />
    </Panel>
  );
}
