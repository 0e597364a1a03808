import { figureOf, fullAt, type LimitUse } from '@triquad/core';
import type { Messages } from '../messages/en.ts';
import { dollars, money, number, percent } from '../messages/format.ts';
import { minuteOfDay } from '../messages/moments.ts';

type Limit = Pick<LimitUse, 'name' | 'scope' | 'used' | 'limit' | 'unit' | 'provenance'>;

const written = (unit: Exclude<Limit['unit'], 'usd'>, value: number | null): string => {
  if (unit === 'percent') return percent(value);
  return unit === 'seconds' ? `${number(value)} s` : number(value);
};

/** The limit's name with the asset it is about. */
export const limitName = ({ risk }: Messages, { name, scope }: Limit): string =>
  scope === 'all' || scope === 'route' ? risk.limitNames[name] : `${scope} · ${risk.limitNames[name]}`;

/** `$20,558 of $25,000`. */
export const limitUse = ({ risk }: Messages, item: Limit): string => {
  const { used, limit, unit } = item;
  return unit === 'usd'
    ? risk.used(money(figureOf(item, used), { digits: 0 }), dollars(limit, { digits: 0 }))
    : risk.used(written(unit, used), written(unit, limit));
};

/**
 * Text such as `full 22:25` at today's pace, or that the limit lasts the day; empty for a limit without a pace. `now`: epoch milliseconds
 * by the bot's clock.
 */
export const limitFullAt = ({ risk }: Messages, limit: LimitUse, now: number): string => {
  const at = fullAt(limit, now);
  if (at === null) return '';
  return at === Number.POSITIVE_INFINITY ? risk.notToday : risk.fullAt(minuteOfDay(at));
};
