import * as z from 'zod/mini';
import { mark } from './mark.ts';
import { count, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

const group = {
  trades: count,
  wins: count,
  profit: usd,
  /** Null where one had no price. */
  fees: z.nullable(usd),
  /** Cost of first legs. */
  capital: usd,
  /** Profit that the trades were shown with. */
  expected: usd,
};
export const TradeGroupRecord = z.object(group);
export type TradeGroupRecord = z.infer<typeof TradeGroupRecord>;
/** The counted trades that began in a window, in USD; each list adds up to `all`. Days, weekdays (0 is Monday) and hours in UTC. */
export const BreakdownRecord = mark(
  z.object({
    provenance: z.nullable(ProvenanceRecord),
    from: time,
    to: time,
    all: z.object({ ...group, unwound: count }),
    by_day: z.array(mark(z.object({ day: z.iso.date(), ...group }), { required: ['day'] })),
    by_exchange: z.array(mark(z.object({ exchange: text, ...group }), { required: ['exchange'] })),
    by_type: z.array(mark(z.object({ type: text, ...group }), { required: ['type'] })),
    by_route: z.array(
      mark(z.object({ exchange: text, type: text, symbols: z.array(text), ...group }), {
        required: ['exchange', 'type'],
      }),
    ),
    by_weekday_hour: z.array(
      z.object({ weekday: z.int().check(z.gte(0), z.lte(6)), hour: z.int().check(z.gte(0), z.lte(23)), ...group }),
    ),
  }),
  { apart: ['all'] },
);
export type BreakdownRecord = z.infer<typeof BreakdownRecord>;

export const Breakdown = tolerant(BreakdownRecord);
export type Breakdown = Tolerant<typeof BreakdownRecord>;
