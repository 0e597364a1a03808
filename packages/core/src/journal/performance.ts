import * as z from 'zod/mini';
import { Breakdown } from '../contract/breakdown.ts';
import { Money } from '../contract/money.ts';
import { DrawdownPoint, EquityPoint, Pair, PerformanceMetrics } from '../contract/performance.ts';

/** From a moment (ISO 8601, included) to another (not included). */
const Window = z.object({ from: z.string(), to: z.string() });

/** `before`: the window to compare with. `market`: null for those watched at the end. `parts`: `summary` is without money and breakdown, `overview` has curves instead of a breakdown. */
export const PerformanceAsked = z.object({
  window: Window,
  before: z.nullable(Window),
  exchange: z.nullable(z.string()),
  market: z._default(z.nullable(z.string()), null),
  parts: z._default(z.enum(['all', 'summary', 'overview']), 'all'),
});
export type PerformanceAsked = z.infer<typeof PerformanceAsked>;

const Curves = z.object({ equity: z.array(EquityPoint), drawdown: z.array(DrawdownPoint), pairs: z.array(Pair) });
/** Figures of a window: `money`, `breakdown` and `curves` are null if the bot lacks these calls, or they were not requested. */
export const PerformanceWindow = z.object({
  summary: PerformanceMetrics,
  money: z.nullable(Money),
  breakdown: z.nullable(Breakdown),
  curves: z._default(z.nullable(Curves), null),
});
export type PerformanceWindow = z.infer<typeof PerformanceWindow>;
