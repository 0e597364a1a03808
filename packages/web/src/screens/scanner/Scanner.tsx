import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { filterOpportunities, rows as limits, scannerSummary, selectStale } from '@triquad/core';
import { useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { ExecuteDialog } from '../../components/execute/ExecuteDialog.tsx';
import { LiveTag } from '../../components/LiveTag.tsx';
import { Metric } from '../../components/Metric.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { FilterBar } from './FilterBar.tsx';
import { OpportunityTable } from './OpportunityTable.tsx';
import { useFilters } from './use-filters.ts';

/** Live opportunities: newest first, filtered, sorted, executed by hand. */
export function Scanner() {
  const { scanner } = useMessages();
  const client = useClient();
  useWatch('opportunities', limits.scannerOpportunities);
  const stale = useClientState(selectStale);
  const all = useClientState((state) => state.opportunities.items, 'rows');
  const filters = useFilters();
  const filtered = filterOpportunities(all, filters.filter);
  const summary = scannerSummary(filtered);
  const [chosen, setChosen] = useState<string | null>(null);
  const loading = useClientState((state) => state.resources.opportunities.loaded_at === null) && all.length === 0;

  const average = percent(summary.total === 0 ? 0 : summary.avg_profit, { digits: 3 });
  return (
    <>
      <PageHead>
        <LiveTag live={!stale} on={scanner.live} off={scanner.disconnected} />
        <Button
          className="push"
          icon={<Refresh />}
          text={scanner.refresh}
          onClick={() => client.send({ type: 'Refresh', resource: 'opportunities' })}
        />
      </PageHead>
      <FilterBar filters={filters} />
      <div className="grid grid-4">
        <Metric name={scanner.total} value={all.length} loading={loading} stale={stale} />
        <Metric name={scanner.filtered} value={summary.total} loading={loading} stale={stale} />
        <Metric name={scanner.valid} value={summary.valid} loading={loading} stale={stale} />
        <Metric name={scanner.avg} value={average} loading={loading} stale={stale} />
      </div>
      <OpportunityTable items={filtered} total={all.length} stale={stale} open={setChosen} />
      <ExecuteDialog id={chosen} close={() => setChosen(null)} />
    </>
  );
}
