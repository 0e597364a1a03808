import { NonIdealState } from '@blueprintjs/core';
import { none, selectBotCondition } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { pathOf } from '../../components/cycle.ts';
import { Panel } from '../../components/Panel.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import { ExportButtons } from '../../components/table/ExportButtons.tsx';
import { useSortedRows } from '../../components/table/use-sorted-rows.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { opportunityColumns } from './columns.tsx';

const height = 560;
const keyOf = (item: Opportunity) => item.id;

type Props = { items: readonly Opportunity[]; total: number; stale: boolean; open: (id: string) => void };

export function OpportunityTable({ items, total, stale, open }: Props) {
  const messages = useMessages();
  const { scanner } = messages;
  const table = useSortedRows(items, opportunityColumns(messages));
  const running = useClientState(selectBotCondition) === 'running';
  const seen = useSeen();
  const hint = running ? `${scanner.emptyRunning} ${seen}` : scanner.emptyStopped;
  const state = usePanelState('opportunities', total > 0, total > 0 ? null : { text: scanner.empty, hint });
  return (
    <Panel
      title={scanner.table}
      state={state}
      height={height}
      flush
      stale={stale}
      actions={<ExportButtons name="opportunities" {...table} />}
    >
      <DataTable
        label={scanner.table}
        {...table}
        rowKey={keyOf}
        height={height}
        onOpen={(item) => open(item.id)}
        openLabel={(item) => scanner.open(`${item.type} ${item.exchange} ${pathOf(item.symbols)}`)}
        flash
        empty={<NonIdealState title={scanner.emptyFiltered} />}
      />
    </Panel>
  );
}

/** Why nothing is found, in numbers; empty with a bot that does not report it. */
const useSeen = (): string => {
  const { scanner } = useMessages();
  useWatch('scan');
  return useClientState(({ scan: { report } }) => {
    if (report === null) return '';
    const { lately } = report;
    const best = lately.best_cycle === null ? none : percent(lately.best_cycle.profit_pct, { digits: 3, sign: true });
    return scanner.emptySeen(
      number(lately.markets_trusted),
      number(lately.directed_tri + lately.directed_quad),
      number(Math.round(report.updates_per_second)),
      best,
      percent(report.threshold_pct),
    );
  });
};
