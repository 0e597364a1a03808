import * as z from 'zod/mini';
import { DrawdownPoint, EquityPoint, Pair, PerformanceSummary } from '../contract/performance.ts';
import type { Projection } from './projection.ts';

/** Each null until loaded; `today` covers the day that began at `from`, epoch milliseconds. */
export const PerformanceState = z.object({
  summary: z.nullable(PerformanceSummary),
  today: z.nullable(z.object({ from: z.number(), figures: PerformanceSummary })),
  equity: z.nullable(z.array(EquityPoint)),
  drawdown: z.nullable(z.array(DrawdownPoint)),
  heatmap: z.nullable(z.array(Pair)),
});
export type PerformanceState = z.infer<typeof PerformanceState>;

const initial: PerformanceState = { summary: null, today: null, equity: null, drawdown: null, heatmap: null };

/** Performance figures and series, computed by the bot. */
export const performance: Projection<PerformanceState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource in initial ? { ...state, [message.resource]: message.value } : state;
      case 'ResourceDropped':
        return message.resource in initial ? { ...state, [message.resource]: null } : state;
      default:
        return state;
    }
  },
};
