import { forkJoin, map, type Observable, of } from 'rxjs';
import type { CallName } from '../contract/index.ts';
import type { CallRequest, Result } from '../gateway/api.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { PerformanceWindow } from '../journal/performance.ts';
import type { Row } from './lanes.ts';
import { type EffectPorts, outcome, retried } from './perform.ts';

type Command = Extract<StampedCommand, { type: 'LoadPerformance' }>;

/** A later window replaces one that waits. */
export const loadPerformance: Row<Command> = {
  lane: () => 'performance',
  perform: ({ window, before, exchange }, ports) => {
    const earlier$ = before === null ? of({ ok: true, value: null } as const) : figures(before, exchange, ports);
    return outcome(
      forkJoin([figures(window, exchange, ports), earlier$]).pipe(
        map(([now, earlier]) => {
          if (!now.ok) return now;
          return earlier.ok ? { ok: true as const, value: { window: now.value, before: earlier.value } } : earlier;
        }),
      ),
      (windows) => ({ type: 'PerformanceLoaded', asked: { window, before, exchange }, ...windows }),
      (problem) => ({ type: 'PerformanceFailed', problem }),
    );
  },
};

/** What changed the equity is known of all exchanges together only. */
const figures = (
  window: Command['window'],
  exchange: string | null,
  { api, clock, state }: EffectPorts,
): Observable<Result<PerformanceWindow>> => {
  const { capabilities } = state().health;
  const query = { ...window, ...(exchange !== null && { exchange }) };
  const call = <R extends CallName>(route: R, request: CallRequest<R>) =>
    retried(clock, (signal) => api.call(route, request, { signal }));
  const none = of({ ok: true, value: null } as const);
  const knows = (capability: string): boolean => capabilities.includes(capability);
  return forkJoin([
    call('performance.metrics', { query }),
    knows('money.v2') && exchange === null ? call('performance.money', { query: window }) : none,
    knows('performance.breakdown') ? call('performance.breakdown', { query }) : none,
  ]).pipe(
    map(([summary, money, breakdown]) => {
      if (!summary.ok) return summary;
      if (!money.ok) return money;
      if (!breakdown.ok) return breakdown;
      return { ok: true, value: { summary: summary.value, money: money.value, breakdown: breakdown.value } };
    }),
  );
};
