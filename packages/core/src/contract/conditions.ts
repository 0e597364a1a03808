import * as z from 'zod/mini';
import { looseRows } from './answer.ts';
import { PaperDelay } from './config.ts';
import { extended, mark } from './mark.ts';
import { percent, text, time } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** Conditions of a paper account's orders. `speed`: of the market, which shortens the delays as well; null for the fastest. */
export const PaperConditionsRecord = mark(
  z.object({
    conditions: text,
    order_delay: PaperDelay,
    feed_delay: PaperDelay,
    taken_pct: percent,
    rejected_pct: percent,
    timed_out_pct: percent,
    rate_limited_pct: percent,
    speed: z.nullable(z.number()),
  }),
  { defaults: { conditions: '' } },
);
export type PaperConditionsRecord = z.infer<typeof PaperConditionsRecord>;

/**
 * Under which results are made: the highest fees of the markets, and where they are from (a fee tier by its name). `fee_token`: what may pay
 * them; its `taker_pct` is what a taker then pays at most, null while it is not assumed to pay. `paper` is null where orders are real.
 */
export const ConditionsRecord = mark(
  z.object({
    fee_source: text,
    taker_pct: percent,
    maker_pct: percent,
    fee_token: z.nullable(mark(z.object({ asset: text, taker_pct: z.nullable(percent) }), { required: ['asset'] })),
    paper: z.nullable(PaperConditionsRecord),
  }),
  { defaults: { fee_source: '' } },
);
export type ConditionsRecord = z.infer<typeof ConditionsRecord>;

/** By exchange. `tiers`: those that a configuration may name. `commit_ms`: how long orders last waited for the disk, the median. */
export const ExchangeConditionsRecord = mark(
  z.extend(ConditionsRecord, {
    exchange: text,
    tiers: z.array(mark(z.object({ name: text, maker_pct: percent, taker_pct: percent }), { required: ['name'] })),
    commit_ms: z.nullable(z.number()),
  }),
  { required: ['exchange'], defaults: { fee_source: '' } },
);
export type ExchangeConditionsRecord = z.infer<typeof ExchangeConditionsRecord>;

/** Under which a result was made: the range that was played, half open, and the fees, delays and faults of each exchange. */
export const PlayedRecord = z.object({
  from: time,
  to: time,
  conditions: z.array(
    mark(z.extend(ConditionsRecord, { exchange: text }), { required: ['exchange'], defaults: { fee_source: '' } }),
  ),
});
export type PlayedRecord = z.infer<typeof PlayedRecord>;

/** Conditions of one execution. `commit_ms`: wait of its first order for the disk. */
export const ExecutionConditionsRecord = extended(ConditionsRecord, { commit_ms: z.nullable(z.number()) });
export type Conditions = Tolerant<typeof ExecutionConditionsRecord>;

/** The client's form. */
export const ExchangeConditions = tolerant(ExchangeConditionsRecord);
export type ExchangeConditions = Tolerant<typeof ExchangeConditionsRecord>;

export const conditionsRoutes = {
  'conditions.list': route({
    method: 'GET',
    path: '/conditions/',
    role: 'viewer',
    extension: 'conditions',
    record: z.object({ data: z.array(ExchangeConditionsRecord) }),
    answer: looseRows(ExchangeConditions),
    summary: 'Fees, fee tiers and what paper orders meet, by exchange',
  }),
} as const;
