import type { Risk } from '../contract/risk.ts';
import type { Sourced } from '../format/figure.ts';
import type { FoldedState } from '../projections/state.ts';
import { lastMidnight, untilMidnight } from '../rules/day.ts';
import { derived } from './derived.ts';

/**
 * One limit and how much of it is used, in its unit (USD, a count, seconds or percent). `scope` is `all`, `route` or an asset.
 * `share` is 0 when nothing is used, 1 when it is full, more when it is exceeded, null while what is used has no price.
 */
export type LimitUse = Risk['limits'][number] & Sourced & { readonly share: number | null };

/** From this share on a limit needs attention. */
export const nearLimit = 0.8;

const shareOf = (used: number | null, limit: number): number | null => {
  if (used === null) return null;
  if (limit > 0) return Math.max(0, used) / limit;
  return used > 0 ? 1 : 0;
};

const selectRisk = (state: FoldedState) => state.loaded.risk;

/**
 * The bot's limits, fullest first; those whose use is unknown come last, equal ones keep the bot's order. Empty for a bot
 * that does not announce `risk`, and until it has answered.
 */
export const selectLimits = derived([selectRisk], (risk): readonly LimitUse[] =>
  (risk?.limits ?? [])
    .map((limit) => ({ ...limit, provenance: risk?.provenance ?? null, share: shareOf(limit.used, limit.limit) }))
    .sort((a, b) => (b.share ?? -1) - (a.share ?? -1)),
);

/** Limits that are full during or after an execution and free themselves. */
const momentary: readonly LimitUse['name'][] = ['capital_per_route', 'simultaneous_executions', 'cooldown'];

/** Limits that an execution does not free by itself, fullest first. */
export const selectLastingLimits = derived([selectLimits], (limits) =>
  limits.filter(({ name }) => !momentary.includes(name)),
);

/** The lasting limit that is fullest; null while none is known. */
export const selectNearestLimit = (state: FoldedState): LimitUse | null => {
  const [first] = selectLastingLimits(state);
  return first === undefined || first.share === null ? null : first;
};

/** Too early in the day for a pace. */
const leastOfDay = 10 * 60_000;

/**
 * When a limit of the day is full at the pace of the day so far, in epoch milliseconds; infinite when not before it starts again at
 * midnight in UTC, null for other limits and while there is no pace. `now`: epoch milliseconds by the bot's clock.
 */
export const fullAt = (
  { name, used, limit }: Pick<LimitUse, 'name' | 'used' | 'limit'>,
  now: number,
): number | null => {
  const passed = now - lastMidnight(now);
  if (name !== 'daily_volume' || used === null || used <= 0 || passed < leastOfDay) return null;
  const left = ((limit - used) / used) * passed;
  return left < untilMidnight(now) ? now + Math.max(0, left) : Number.POSITIVE_INFINITY;
};
