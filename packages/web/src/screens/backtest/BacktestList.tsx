import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { rows, selectBacktests, selectMinute, selectStale } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ResourceAge } from '../../components/ResourceAge.tsx';
import { useCommand } from '../../components/use-command.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import { listColumns } from './list-columns.tsx';
import { useDeletion } from './use-deletion.ts';
import { useMessages } from './use-messages.ts';

/** Height in pixels: as many rows as there are, up to a limit. */
const heightOf = (count: number) => Math.min(340, Math.max(140, (count + 1) * 28 + 16));
const keyOf = (backtest: Backtest) => backtest.id;

/** Every backtest that the bot keeps, newest first, to be opened, compared and deleted. */
export function BacktestList() {
  const messages = useMessages();
  const { backtest: text } = messages;
  const client = useClient();
  useWatch('backtests', rows.backtests);
  const items = useClientState(selectBacktests);
  const minute = useClientState(selectMinute);
  const stale = useClientState(selectStale);
  const remove = useDeletion();
  const { obstacle } = useCommand({ type: 'DeleteBacktest', backtest_id: '' });
  const columns = listColumns(messages, minute, obstacle === null ? remove : null);
  const height = heightOf(items.length);
  const table = useSortedRows(items, columns);
  const none = items.length > 0 ? null : { text: text.none, hint: text.noneHint };
  const state = usePanelState('backtests', items.length > 0, none);
  const open = ({ id }: Backtest) => client.send({ type: 'OpenBacktest', backtest_id: id });
  const refresh = () => client.send({ type: 'Refresh', resource: 'backtests' });
  return (
    <Panel
      title={text.list}
      state={state}
      height={height}
      flush
      stale={stale}
      actions={
        <>
          <ResourceAge resource="backtests" />
          <ExportButtons name="backtests" {...table} />
          <Button
            size="small"
            variant="minimal"
            icon={<Refresh />}
            aria-label={`${messages.execution.refresh}: ${text.list}`}
            onClick={refresh}
          />
        </>
      }
    >
      <DataTable
        label={text.list}
        {...table}
        rowKey={keyOf}
        height={height}
        onOpen={open}
        openLabel={(backtest) => text.open(backtest.config?.name || text.unnamed)}
      />
    </Panel>
  );
}
