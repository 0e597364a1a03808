import { forkJoin, map, type Observable, of } from 'rxjs';
import type { CallName } from '../contract/index.ts';
import type { CallRequest, Result } from '../gateway/api.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { PerformanceAsked, PerformanceWindow } from '../journal/performance.ts';
import type { Row } from './lanes.ts';
import { type EffectPorts, outcome, retried } from './perform.ts';

type Command = Extract<StampedCommand, { type: 'LoadPerformance' }>;

/** A later window replaces one that waits. */
export const loadPerformance: Row<Command> = {
  lane: () => 'performance',
  perform: ({ type: _, ...asked }, ports) => {
    const earlier$ = asked.before ? figures(asked.before, asked, ports) : of({ ok: true, value: null } as const);
    return outcome(
      forkJoin([figures(asked.window, asked, ports), earlier$]).pipe(
        map(([now, earlier]) => {
          if (!now.ok) return now;
          return earlier.ok ? { ok: true as const, value: { window: now.value, before: earlier.value } } : earlier;
        }),
      ),
      (windows) => ({ type: 'PerformanceLoaded', asked, ...windows }),
      (problem) => ({ type: 'PerformanceFailed', problem }),
    );
  },
};

/** What changed the equity is known of all exchanges together only. */
const figures = (
  window: Command['window'],
  { exchange, market, parts }: PerformanceAsked,
  { api, clock, state }: EffectPorts,
): Observable<Result<PerformanceWindow>> => {
  const { capabilities } = state().health;
  const query = { ...window, ...(exchange !== null && { exchange }), ...(market !== null && { market }) };
  const call = <R extends CallName>(route: R, request: CallRequest<R>) =>
    retried(clock, (signal) => api.call(route, request, { signal }));
  const none = of({ ok: true, value: null } as const);
  const knows = (capability: string): boolean => parts === 'all' && capabilities.includes(capability);
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
