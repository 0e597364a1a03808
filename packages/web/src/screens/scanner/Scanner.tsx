import { Button, ButtonGroup, NonIdealState } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import {
  byDislocation,
  filterOpportunities,
  rows as limits,
  none,
  selectBotCondition,
  selectStale,
} from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { pathOf } from '../../components/cycle.ts';
import { ExecuteDialog } from '../../components/execute/ExecuteDialog.tsx';
import { LiveTag } from '../../components/LiveTag.tsx';
import { Metric } from '../../components/Metric.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { StatedTag } from '../../elements/stated-source.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { shortSpan } from '../../messages/moments.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import { opportunityColumns } from './columns.tsx';
import { FilterBar } from './FilterBar.tsx';
import { dislocationsOf, scannerSummary } from './scanner-summary.ts';
import { useFilters } from './use-filters.ts';

/** Live opportunities: newest first, filtered, sorted, executed by hand. */
export function Scanner() {
  const { scanner } = useMessages();
  const client = useClient();
  useWatch('opportunities', limits.scannerOpportunities);
  const stale = useClientState(selectStale);
  const all = useClientState((state) => state.opportunities.items);
  const filters = useFilters();
  const filtered = filterOpportunities(all, filters.filter);
  const summary = scannerSummary(filtered);
  const query = useQuery();
  const groups = useClientState(({ health }) => health.capabilities.includes('dislocations'));
  const grouped = groups && query.get('view') !== 'all';
  const rows = grouped ? byDislocation(filtered) : filtered;
  const [chosen, setChosen] = useState<string | null>(null);
  const loading = useClientState((state) => state.resources.opportunities.loaded_at === null) && all.length === 0;

  const card = { loading, stale };
  const within = (count: number) => groups && <span className="muted small from-tablet">{scanner.within(count)}</span>;
  const average = percent(summary.total === 0 ? 0 : summary.avg_profit, { digits: 3 });
  return (
    <>
      <PageHead>
        <LiveTag live={!stale} on={scanner.live} off={scanner.disconnected} />
        {groups && <ViewChoice grouped={grouped} choose={(view) => query.set({ view })} />}
        <Button
          className="push"
          icon={<Refresh />}
          text={scanner.refresh}
          onClick={() => client.send({ type: 'Refresh', resource: 'opportunities' })}
        />
      </PageHead>
      <div className="grid grid-4">
        <Metric name={scanner.total} value={all.length} chart={within(dislocationsOf(all))} {...card} />
        <Metric name={scanner.filtered} value={summary.total} chart={within(summary.dislocations)} {...card} />
        <Metric name={scanner.valid} value={summary.valid} chart={within(summary.valid_dislocations)} {...card} />
        <Metric name={scanner.avg} value={average} {...card} />
      </div>
      <FilterBar filters={filters} />
      <OpportunityTable items={rows} total={all.length} stale={stale} withOutcome={groups} open={setChosen} />
      <ExecuteDialog id={chosen} close={() => setChosen(null)} />
    </>
  );
}

/** True if the cycles of one dislocation share one row. */
function ViewChoice({ grouped, choose }: { grouped: boolean; choose: (view: string | null) => void }) {
  const { scanner } = useMessages();
  return (
    <ButtonGroup aria-label={scanner.view}>
      <Button text={scanner.grouped} active={grouped} aria-pressed={grouped} onClick={() => choose(null)} />
      <Button text={scanner.every} active={!grouped} aria-pressed={!grouped} onClick={() => choose('all')} />
    </ButtonGroup>
  );
}

const height = 560;
const keyOf = (item: Opportunity) => item.id;

type Props = {
  items: readonly Opportunity[];
  total: number;
  stale: boolean;
  withOutcome: boolean;
  open: (id: string) => void;
};

function OpportunityTable({ items, total, stale, withOutcome, open }: Props) {
  const messages = useMessages();
  const { scanner } = messages;
  const table = useSortedRows(items, opportunityColumns(messages, withOutcome));
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
      actions={
        <>
          <StatedTag />
          <ExportButtons name="opportunities" {...table} />
        </>
      }
    >
      <DataTable
        label={scanner.table}
        {...table}
        rowKey={keyOf}
        height={height}
        onOpen={(item) => open(item.id)}
        openLabel={(item) => scanner.open(`${item.type} ${item.exchange} ${pathOf(item.symbols)}`)}
        flash
        tall={withOutcome}
        empty={<NonIdealState title={scanner.emptyFiltered} />}
      />
    </Panel>
  );
}

/** Why nothing is found, in numbers; empty with a bot that does not report it. */
const useSeen = (): string => {
  const { scanner, reasons } = useMessages();
  useWatch('scan');
  return useClientState(({ loaded: { scan: report } }) => {
    if (report === null) return '';
    const { lately, decisions } = report;
    const left = decisions.by_reason
      .filter(({ reason }) => reason !== 'executed')
      .map(({ reason, count }) => `${reasons[reason] ?? reason} (${number(count)})`);
    const best = lately.best_cycle === null ? none : percent(lately.best_cycle.profit_pct, { digits: 3, sign: true });
    const seen = scanner.emptySeen(
      shortSpan(lately.seconds),
      number(lately.markets_trusted),
      number(lately.directed_tri + lately.directed_quad),
      number(Math.round(report.updates_per_second)),
      best,
      percent(report.threshold_pct),
    );
    return left.length === 0 ? seen : `${seen} ${scanner.emptyLeft(left.join(', '))}`;
  });
};
