import * as z from 'zod/mini';
import { Money } from '../contract/money.ts';
import { Breakdown, PerformanceSummary } from '../contract/performance.ts';

/** From a moment (ISO 8601, included) to another (not included). */
const Window = z.object({ from: z.string(), to: z.string() });

/** `before`: the window to compare with. `market`: whose prices the trades met; null for those watched at the end of each window. */
export const PerformanceAsked = z.object({
  window: Window,
  before: z.nullable(Window),
  exchange: z.nullable(z.string()),
  market: z._default(z.nullable(z.string()), null),
});
export type PerformanceAsked = z.infer<typeof PerformanceAsked>;

/** What a bot tells of a window: `money` and `breakdown` are null where it does not know these calls. */
export const PerformanceWindow = z.object({
  summary: PerformanceSummary,
  money: z.nullable(Money),
  breakdown: z.nullable(Breakdown),
});
export type PerformanceWindow = z.infer<typeof PerformanceWindow>;
