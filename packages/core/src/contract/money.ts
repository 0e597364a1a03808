import * as z from 'zod/mini';
import { committed } from './answer.ts';
import { mark } from './mark.ts';
import { range, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** Moments in ISO 8601, `from` included and `to` not; by default the last 168 hours. */
export const MoneyQuery = z.object({ ...range });

const part = z.nullable(usd);
/**
 * Parts of the change of equity, in USD: realised + unrealised + dust + holdings + flows = change = equity_end - equity_start. `fees` (>=
 * 0) are contained in `realised`; `unrealised` is the value of residual positions and running executions, whose cost is in `realised`;
 * `dust` the value of remainders below the minimum of their market; `holdings` the revaluation of all else, with orders by hand; `flows`
 * deposits, withdrawals and other changes without a trade. Parts that the journal does not state are null and named in `unknown`.
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
export const MoneyDayRecord = mark(z.extend(MoneyPartsRecord, { day: z.iso.date() }), { required: ['day'] });
export type MoneyDayRecord = z.infer<typeof MoneyDayRecord>;
/** `total` is null before the second mark of the window; `unpriced` is held without a price now, and outside of the equity. */
export const MoneyRecord = mark(
  z.object({
    provenance: z.nullable(ProvenanceRecord),
    from: time,
    to: time,
    total: z.nullable(MoneyPartsRecord),
    days: z.array(MoneyDayRecord),
    unpriced: z.array(
      mark(z.object({ exchange: text, asset: text, amount: z.number() }), { required: ['exchange', 'asset'] }),
    ),
  }),
  { apart: ['total'] },
);
export type MoneyRecord = z.infer<typeof MoneyRecord>;

/** The client's forms. */
export const MoneyParts = tolerant(MoneyPartsRecord);
export type MoneyParts = Tolerant<typeof MoneyPartsRecord>;
export const MoneyDay = tolerant(MoneyDayRecord);
export type MoneyDay = Tolerant<typeof MoneyDayRecord>;
export const Money = tolerant(MoneyRecord);
export type Money = Tolerant<typeof MoneyRecord>;

export const moneyRoutes = {
  'performance.money': route({
    method: 'GET',
    path: '/performance/money',
    role: 'viewer',
    extension: 'money.v2',
    query: MoneyQuery,
    ...committed(MoneyRecord),
    summary: 'What changed the equity, by day and in all',
  }),
} as const;
