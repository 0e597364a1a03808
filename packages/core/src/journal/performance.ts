import * as z from 'zod/mini';
import { Breakdown } from '../contract/breakdown.ts';
import { Money } from '../contract/money.ts';
import { PerformanceSummary } from '../contract/performance.ts';

/** From a moment (ISO 8601, included) to another (not included). */
const Window = z.object({ from: z.string(), to: z.string() });

/** `before`: the window to compare with. `market`: null for those watched at the end. `parts`: `summary` has neither money nor breakdown. */
export const PerformanceAsked = z.object({
  window: Window,
  before: z.nullable(Window),
  exchange: z.nullable(z.string()),
  market: z._default(z.nullable(z.string()), null),
  parts: z._default(z.enum(['all', 'summary']), 'all'),
});
export type PerformanceAsked = z.infer<typeof PerformanceAsked>;

/** What a bot tells of a window: `money` and `breakdown` are null where it does not know these calls, or was not asked. */
export const PerformanceWindow = z.object({
  summary: PerformanceSummary,
  money: z.nullable(Money),
  breakdown: z.nullable(Breakdown),
});
export type PerformanceWindow = z.infer<typeof PerformanceWindow>;
