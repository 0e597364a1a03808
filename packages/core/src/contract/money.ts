import * as z from 'zod/mini';
import { enveloped, looseNumber, looseText, looseTime, orElse, orNull } from './loose.ts';
import { asOfCommit, range, text, time, usd } from './primitives.ts';
import { Provenance, ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';

/** Moments in ISO 8601, `from` included and `to` not; by default the last 168 hours. */
export const MoneyQuery = z.object({ ...range });

const part = z.nullable(usd);
/**
 * What changed the equity, in USD: realised + unrealised + dust + holdings + flows = change = equity_end - equity_start. `fees` (>= 0)
 * are contained in `realised`; `unrealised` is the value of residual positions and running executions, whose cost is in `realised`;
 * `dust` that of what executions left below the minimum of its market; `holdings` the revaluation of all else, with orders by hand;
 * `flows` what came and went other than by trading. What the journal does not tell is null and named in `unknown`.
 */
export const MoneyPartsRecord = z.object({
  equity_start: usd,
  equity_end: usd,
  change: usd,
  realised: usd,
  fees: part,
  unrealised: part,
  dust: part,
  holdings: part,
  flows: usd,
  unknown: z.array(z.enum(['fees', 'unrealised', 'dust', 'holdings'])),
});
export type MoneyPartsRecord = z.infer<typeof MoneyPartsRecord>;
/** `day`: in UTC, as `2026-01-31`. */
export const MoneyDayRecord = z.extend(MoneyPartsRecord, { day: z.iso.date() });
export type MoneyDayRecord = z.infer<typeof MoneyDayRecord>;
/** `total` is null before the second mark of the window; `unpriced` is held without a price now, and outside of the equity. */
export const MoneyRecord = z.object({
  provenance: z.nullable(ProvenanceRecord),
  from: time,
  to: time,
  total: z.nullable(MoneyPartsRecord),
  days: z.array(MoneyDayRecord),
  unpriced: z.array(z.object({ exchange: text, asset: text, amount: z.number() })),
});
export type MoneyRecord = z.infer<typeof MoneyRecord>;

const looseParts = {
  equity_start: orNull(looseNumber),
  equity_end: orNull(looseNumber),
  change: orNull(looseNumber),
  realised: orNull(looseNumber),
  fees: orNull(looseNumber),
  unrealised: orNull(looseNumber),
  dust: orNull(looseNumber),
  holdings: orNull(looseNumber),
  flows: orNull(looseNumber),
};
export const MoneyParts = z.looseObject(looseParts);
export type MoneyParts = z.infer<typeof MoneyParts>;
export const MoneyDay = z.looseObject({ day: looseText, ...looseParts });
export type MoneyDay = z.infer<typeof MoneyDay>;
export const Money = z.looseObject({
  provenance: Provenance,
  from: orNull(looseTime),
  to: orNull(looseTime),
  total: z.catch(orNull(MoneyParts), null),
  days: orElse(z.array(MoneyDay), []),
  unpriced: orElse(z.array(z.looseObject({ exchange: looseText, asset: looseText, amount: orNull(looseNumber) })), []),
});
export type Money = z.infer<typeof Money>;

export const moneyRoutes = {
  'performance.money': route({
    method: 'GET',
    path: '/performance/money',
    role: 'viewer',
    extension: 'money.v2',
    query: MoneyQuery,
    record: asOfCommit(MoneyRecord),
    answer: enveloped(Money),
    summary: 'What changed the equity, by day and in all',
  }),
} as const;
