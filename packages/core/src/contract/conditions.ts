import * as z from 'zod/mini';
import { PaperDelay } from './config.ts';
import { looseNumber, looseRecord, looseRows, looseText, looseTime, orElse, orNull } from './loose.ts';
import { percent, text, time } from './primitives.ts';
import { route } from './route.ts';

/** What orders of a paper account meet. `speed`: of the market, which shortens the delays as well; null where it is as fast as can be. */
export const PaperConditionsRecord = z.object({
  conditions: text,
  order_delay: PaperDelay,
  feed_delay: PaperDelay,
  taken_pct: percent,
  rejected_pct: percent,
  timed_out_pct: percent,
  rate_limited_pct: percent,
  speed: z.nullable(z.number()),
});
export type PaperConditionsRecord = z.infer<typeof PaperConditionsRecord>;

/**
 * Under which results are made: the highest fees of the markets, and where they are from (a fee tier by its name). `fee_token`: what may pay
 * them; its `taker_pct` is what a taker then pays at most, null while it is not assumed to pay. `paper` is null where orders are real.
 */
export const ConditionsRecord = z.object({
  fee_source: text,
  taker_pct: percent,
  maker_pct: percent,
  fee_token: z.nullable(z.object({ asset: text, taker_pct: z.nullable(percent) })),
  paper: z.nullable(PaperConditionsRecord),
});
export type ConditionsRecord = z.infer<typeof ConditionsRecord>;

/** By exchange. `tiers`: those that a configuration may name. `commit_ms`: how long orders last waited for the disk, the median. */
export const ExchangeConditionsRecord = z.extend(ConditionsRecord, {
  exchange: text,
  tiers: z.array(z.object({ name: text, maker_pct: percent, taker_pct: percent })),
  commit_ms: z.nullable(z.number()),
});
export type ExchangeConditionsRecord = z.infer<typeof ExchangeConditionsRecord>;

/** Under which a result was made: the range that was played, half open, and the fees, delays and faults of each exchange. */
export const PlayedRecord = z.object({
  from: time,
  to: time,
  conditions: z.array(z.extend(ConditionsRecord, { exchange: text })),
});
export type PlayedRecord = z.infer<typeof PlayedRecord>;

const Delay = looseRecord({ median_ms: orNull(looseNumber), p99_ms: orNull(looseNumber) });
const fields = {
  fee_source: orElse(looseText, ''),
  taker_pct: orNull(looseNumber),
  maker_pct: orNull(looseNumber),
  fee_token: orNull(looseRecord({ asset: looseText, taker_pct: orNull(looseNumber) })),
  paper: orNull(
    looseRecord({
      conditions: orElse(looseText, ''),
      order_delay: orNull(Delay),
      feed_delay: orNull(Delay),
      taken_pct: orNull(looseNumber),
      rejected_pct: orNull(looseNumber),
      timed_out_pct: orNull(looseNumber),
      rate_limited_pct: orNull(looseNumber),
      speed: orNull(looseNumber),
    }),
  ),
  commit_ms: orNull(looseNumber),
};
/** The client's form, of one execution or one exchange. */
export const Conditions = looseRecord(fields);
export type Conditions = z.infer<typeof Conditions>;

/** The client's form. */
export const Played = looseRecord({
  from: orNull(looseTime),
  to: orNull(looseTime),
  conditions: orElse(z.array(looseRecord({ ...fields, exchange: looseText })), []),
});

const Tier = looseRecord({ name: looseText, maker_pct: orNull(looseNumber), taker_pct: orNull(looseNumber) });
/** The client's form. */
export const ExchangeConditions = looseRecord({ ...fields, exchange: looseText, tiers: orElse(z.array(Tier), []) });
export type ExchangeConditions = z.infer<typeof ExchangeConditions>;

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
