import { none, selectStale } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { tone } from '../../components/format.ts';
import { Metric } from '../../components/Metric.tsx';
import { money, number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';

export function MetricCards() {
  const { dashboard } = useMessages();
  useWatch('summary');
  const summary = useClientState((state) => state.loaded.summary);
  const loading = useClientState((state) => state.resources.summary.status === 'loading') && summary === null;
  const stale = useClientState(selectStale);
  const trends = summary?.trends ?? {};
  const card = { loading, stale };
  return (
    <section className="grid grid-4" aria-label={dashboard.metrics}>
      <Metric
        {...card}
        name={dashboard.opportunitiesPerMinute}
        value={number(summary?.opportunities_per_minute ?? null, { digits: 1 })}
        note={<Trend value={trends.opportunities} />}
      />
      <Metric
        {...card}
        name={dashboard.totalPnl}
        term="pnl"
        value={money(summary?.total_pnl ?? null, { sign: true })}
        tone={tone(summary?.total_pnl ?? null)}
        note={<Trend value={trends.profit} good="up" />}
      />
      <Metric
        {...card}
        name={dashboard.avgLatency}
        term="latency"
        value={number(summary?.avg_latency_ms ?? null)}
        note={<Trend value={trends.execution_time} good="down" />}
      />
      <Metric
        {...card}
        name={dashboard.winRate}
        term="winRate"
        value={percent(summary?.win_rate ?? null, { digits: 1 })}
        note={<Trend value={trends.win_rate} good="up" />}
      />
    </section>
  );
}

/** Change against the previous period in percent; `good` says which way is green. */
function Trend({ value, good }: { value: number | null | undefined; good?: 'up' | 'down' }) {
  const { dashboard } = useMessages();
  if (value === null || value === undefined) return <span>{dashboard.noTrend}</span>;
  const better = good !== undefined && value !== 0 && (good === 'up') === value > 0;
  const colour = good === undefined || value === 0 ? '' : better ? 'gain' : 'loss';
  const arrow = value === 0 ? '' : value > 0 ? '▲ ' : '▼ ';
  const text = percent(value, { digits: 1, sign: true }) || none;
  return (
    <span title={dashboard.trend(text)}>
      <span className={colour}>
        {arrow}
        {text}
      </span>{' '}
      <span className="from-tablet">{dashboard.trendNote}</span>
    </span>
  );
}
