import * as z from 'zod/mini';
import { PerformanceAsked, PerformanceWindow } from '../journal/performance.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** `shown`: what was loaded last, and what was asked for it. `problem`: why the last load failed. */
export const PerformanceState = z.object({
  shown: z.nullable(
    z.object({ asked: PerformanceAsked, window: PerformanceWindow, before: z.nullable(PerformanceWindow) }),
  ),
  problem: z.nullable(Problem),
});
export type PerformanceState = z.infer<typeof PerformanceState>;

const initial: PerformanceState = { shown: null, problem: null };

/** The figures of the window that a screen has asked for. */
export const performance: Projection<PerformanceState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'PerformanceLoaded':
        return { shown: { asked: message.asked, window: message.window, before: message.before }, problem: null };
      case 'PerformanceFailed':
        return { ...state, problem: message.problem };
      case 'SignedOut':
      case 'ClientStarted':
        return initial;
      default:
        return state;
    }
  },
};
