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

/** The parts of equity are known for all exchanges together only. */
const figures = (
  window: Command['window'],
  { exchange, market, parts }: PerformanceAsked,
  { api, clock, state }: EffectPorts,
): Observable<Result<PerformanceWindow>> => {
  const { capabilities } = state().health;
  const query = { ...window, ...(exchange !== null && { exchange }), ...(market !== null && { market }) };
  // Without a signal, so that they become one call to the bot.
  const call = <R extends CallName>(route: R, request: CallRequest<R>) =>
    retried(clock, () => api.call(route, request));
  const none = of({ ok: true, value: null } as const);
  const knows = (capability: string, ...of: string[]) => of.includes(parts) && capabilities.includes(capability);
  const draws = knows('performance.curves', 'overview');
  return forkJoin([
    call('performance.metrics', { query }),
    knows('money.v2', 'all', 'overview') && exchange === null ? call('performance.money', { query: window }) : none,
    knows('performance.breakdown', 'all') ? call('performance.breakdown', { query }) : none,
    draws ? call('performance.equity', { query: window }) : none,
    draws ? call('performance.drawdown', { query: window }) : none,
    draws ? call('performance.heatmap', { query: window }) : none,
  ]).pipe(
    map(([summary, money, breakdown, equity, drawdown, pairs]) => {
      if (!summary.ok) return summary;
      if (!money.ok) return money;
      if (!breakdown.ok) return breakdown;
      if (!equity.ok) return equity;
      if (!drawdown.ok) return drawdown;
      if (!pairs.ok) return pairs;
      const [points, falls, made] = [equity.value?.rows, drawdown.value?.rows, pairs.value?.rows];
      const curves = points && falls && made ? { equity: points, drawdown: falls, pairs: made } : null;
      return { ok: true, value: { summary: summary.value, money: money.value, breakdown: breakdown.value, curves } };
    }),
  );
};
