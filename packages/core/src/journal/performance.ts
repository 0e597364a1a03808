import * as z from 'zod/mini';
import { Money } from '../contract/money.ts';
import { Breakdown, PerformanceSummary } from '../contract/performance.ts';

/** From a moment (ISO 8601, included) to another (not included). */
const Window = z.object({ from: z.string(), to: z.string() });

/** `before`: the window to compare with. */
export const PerformanceAsked = z.object({
  window: Window,
  before: z.nullable(Window),
  exchange: z.nullable(z.string()),
});
export type PerformanceAsked = z.infer<typeof PerformanceAsked>;

/** What a bot tells of a window: `money` and `breakdown` are null where it does not know these calls. */
export const PerformanceWindow = z.object({
  summary: PerformanceSummary,
  money: z.nullable(Money),
  breakdown: z.nullable(Breakdown),
});
export type PerformanceWindow = z.infer<typeof PerformanceWindow>;
