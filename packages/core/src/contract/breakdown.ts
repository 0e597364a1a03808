import * as z from 'zod/mini';
import { looseNumber, looseText, orElse, orNull } from './loose.ts';
import { count, text, time, usd } from './primitives.ts';
import { Provenance, ProvenanceRecord } from './provenance.ts';

const group = {
  trades: count,
  wins: count,
  profit: usd,
  /** Null where one had no price. */
  fees: z.nullable(usd),
  /** What first legs cost. */
  capital: usd,
  /** What the trades were shown to bring. */
  expected: usd,
};
export const TradeGroupRecord = z.object(group);
export type TradeGroupRecord = z.infer<typeof TradeGroupRecord>;
/** The counted trades that began in a window, in USD; each list adds up to `all`. Days, weekdays (0 is Monday) and hours in UTC. */
export const BreakdownRecord = z.object({
  provenance: z.nullable(ProvenanceRecord),
  from: time,
  to: time,
  all: z.object({ ...group, unwound: count }),
  by_day: z.array(z.object({ day: z.iso.date(), ...group })),
  by_exchange: z.array(z.object({ exchange: text, ...group })),
  by_type: z.array(z.object({ type: text, ...group })),
  by_route: z.array(z.object({ exchange: text, type: text, symbols: z.array(text), ...group })),
  by_weekday_hour: z.array(
    z.object({ weekday: z.int().check(z.gte(0), z.lte(6)), hour: z.int().check(z.gte(0), z.lte(23)), ...group }),
  ),
});
export type BreakdownRecord = z.infer<typeof BreakdownRecord>;

const looseGroup = {
  trades: orNull(looseNumber),
  wins: orNull(looseNumber),
  profit: orNull(looseNumber),
  fees: orNull(looseNumber),
  capital: orNull(looseNumber),
  expected: orNull(looseNumber),
};
const groups = <T extends z.core.$ZodLooseShape>(named: T) =>
  orElse(z.array(z.looseObject({ ...named, ...looseGroup })), []);
export const Breakdown = z.looseObject({
  provenance: Provenance,
  all: z.catch(orNull(z.looseObject({ ...looseGroup, unwound: orNull(looseNumber) })), null),
  by_day: groups({ day: looseText }),
  by_exchange: groups({ exchange: looseText }),
  by_type: groups({ type: looseText }),
  by_route: groups({ exchange: looseText, type: looseText, symbols: orElse(z.array(looseText), []) }),
  by_weekday_hour: groups({ weekday: orNull(looseNumber), hour: orNull(looseNumber) }),
});
export type Breakdown = z.infer<typeof Breakdown>;
