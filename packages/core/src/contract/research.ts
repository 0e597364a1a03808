import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { mark } from './mark.ts';
import { count, mostUsd, percent, queried, range as queriedRange, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** A fee of a leg in percent; below 0 it is a rebate, and at 100 nothing would be left. */
const fee = z.number().check(z.gte(-1), z.lt(100));
/** How long one leg is on its way, in whole milliseconds. */
const latency = z.int().check(z.gte(0), z.lte(600_000));
const mostSteps = 16;

/** Question about a recording. Omitted fields have their default; `session`, `from` and `to` choose a part of it. */
export const WhatIfConfig = z.strictObject({
  /** Its name, as the list of recordings has it. */
  recording: text.check(z.minLength(1), z.maxLength(200)),
  /** Allows bars, although their closes are no quotes. */
  bars: z.optional(z.boolean()),
  session: z.optional(z.int()),
  ...queriedRange,
  enable_triangular: z.optional(z.boolean()),
  enable_quadrangular: z.optional(z.boolean()),
  /** Start currencies in order of preference. */
  start_currencies: z.optional(z.array(text.check(z.regex(/^[A-Z0-9]{1,20}$/))).check(z.minLength(1), z.maxLength(32))),
  /** The most that goes into a cycle, USD. */
  capital: z.optional(z.number().check(z.gt(0), z.lte(mostUsd))),
  /** The rows and columns of the grid. 0 and your own values are always among them. */
  fees_pct: z.optional(z.array(fee).check(z.minLength(1), z.maxLength(mostSteps))),
  latencies_ms: z.optional(z.array(latency).check(z.minLength(1), z.maxLength(mostSteps))),
  /** Your own: what your account pays for a leg, and how long a leg takes. */
  fee_pct: z.optional(fee),
  latency_ms: z.optional(latency),
  /** A quote that is older counts no more; null: a quote holds until the next one. */
  max_quote_age_ms: z.optional(z.nullable(z.int().check(z.gt(0)))),
});
export type WhatIfConfig = z.infer<typeof WhatIfConfig>;

/** All terms with their values, and the fees and latencies of the grid in order. */
const WhatIfTermsRecord = mark(
  z.object({
    recording: text,
    session: z.nullable(z.int()),
    from: z.nullable(time),
    to: z.nullable(time),
    enable_triangular: z.boolean(),
    enable_quadrangular: z.boolean(),
    start_currencies: z.array(text),
    capital: usd,
    fees_pct: z.array(percent),
    latencies_ms: z.array(count),
    fee_pct: percent,
    latency_ms: count,
    max_quote_age_ms: z.nullable(count),
  }),
  { required: 'all' },
);
export type WhatIfTerms = z.infer<typeof WhatIfTermsRecord>;

/**
 * Profit of episodes in USD, each filled once. `modelled`: at the quotes at the last leg's arrival, zero for an episode that was over by
 * then. `optimistic`: at the quotes of its beginning, if those are better in sum. `pessimistic`: each leg at the first quote of its market
 * after its arrival, if that is worse in sum.
 */
const range = { optimistic: usd, modelled: usd, pessimistic: usd };

const share = z.number().check(z.gte(0), z.lte(1));

/** `reached`: episodes that stood when the last leg arrived. `followed`: those whose every market had a later quote, which `pessimistic` sums up. */
const CellRecord = mark(
  z.object({
    latency_ms: count,
    reached: count,
    reached_share: z.nullable(share),
    ...range,
    followed: count,
  }),
  { required: 'all' },
);

/**
 * Results at one fee. An episode is the longest run of rows in which a directed cycle is worth more than it costs; `undirected` counts a
 * cycle's episodes in both directions once if they follow without a pause. Lifetimes in milliseconds; `survival`: the share still there
 * after each of `times_ms`, null if no episode was watched for so long.
 */
const FeeRecord = mark(
  z.object({
    fee_pct: percent,
    cycles: count,
    episodes: count,
    undirected: count,
    median_ms: z.nullable(z.number()),
    undirected_median_ms: z.nullable(z.number()),
    longest_ms: z.number(),
    survival: z.array(z.nullable(share)),
    cells: z.array(CellRecord),
  }),
  { required: 'all' },
);

/** How an episode ended: the price moved, the size at it was taken; its quote grew too old, its book was lost, or the recording broke off. */
const ends = { price: count, size: count, age: count, lost: count, cut: count };

/** Lifetimes without a fee of some episodes: by the greatest gain before fees, by market, by hour of the day in UTC. */
const LifetimeRecord = mark(
  z.object({
    by: z.enum(['gain', 'market', 'hour']),
    name: text,
    episodes: count,
    median_ms: z.nullable(z.number()),
    survival: z.array(z.nullable(share)),
  }),
  { required: 'all' },
);

/** A directed cycle that was worth more than it costs without fees. `break_even_pct`: the fee of a leg at which its best moment pays nothing. */
const WhatIfCycleRecord = mark(
  z.object({
    type: z.enum(['TRI', 'QUAD']),
    symbols: z.array(text),
    markets: z.array(text),
    break_even_pct: percent,
    /** Its best moment: time, capital in USD, and the ending of that episode. */
    at: time,
    capital: usd,
    ended: z.enum(['price', 'size', 'age', 'lost', 'cut']),
    /** At each fee of the grid: its episodes, the longest way of a leg that still reached one, and the range at your own latency. */
    fees: z.array(
      mark(z.object({ episodes: count, break_even_ms: z.nullable(z.number()), ...range }), { required: 'all' }),
    ),
  }),
  { required: 'all' },
);

/** Would it have paid? */
export const WhatIfRecord = mark(
  z.object({
    provenance: z.nullable(ProvenanceRecord),
    terms: WhatIfTermsRecord,
    data: mark(
      z.object({
        recording: text,
        exchange: z.nullable(text),
        /** Its first row, and the millisecond after its last. */
        from: time,
        to: time,
        rows: count,
        markets: count,
        sessions: count,
        /** Stretches of more than a minute without a row: every episode ends before one. */
        gaps: count,
        longest_gap_ms: z.number(),
        /** Rows that could not be read. */
        left_out: count,
      }),
      { required: 'all' },
    ),
    /** Directed cycles over the markets of the recording. */
    cycles: mark(z.object({ tri: count, quad: count }), { required: 'all' }),
    /** The sum of it in a sentence or two. */
    conclusion: text,
    /** The highest fee of a leg at which any moment of any cycle pays; below 0 only a rebate would. Null where no cycle had all its prices. */
    break_even_pct: z.nullable(percent),
    fees: z.array(FeeRecord),
    ended: mark(z.object(ends), { required: 'all' }),
    times_ms: z.array(count),
    lifetimes: z.array(LifetimeRecord),
    /** Episodes by break-even fee: `count[n]` from `n × step_pct` on; the last has all above. */
    break_even: mark(z.object({ step_pct: percent, counts: z.array(count) }), { required: 'all' }),
    /** The best cycles by break-even fee. */
    best: z.array(WhatIfCycleRecord),
    assumptions: z.array(text),
  }),
  { required: 'all' },
);
export type WhatIfRecord = z.infer<typeof WhatIfRecord>;
/** The client's form. */
export type WhatIf = Tolerant<typeof WhatIfRecord>;

const separated = <T extends z.core.$ZodType>(items: T) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value)),
    items,
  );
const { recording, from, to } = WhatIfConfig.shape;

/** The terms as a query: lists are separated by commas. */
const WhatIfQuery = z.object({
  ...{ recording, from, to },
  bars: z.optional(z.stringbool()),
  types: z.optional(z.enum(['tri', 'quad'])),
  session: z.optional(queried(z.int())),
  start_currencies: z.optional(separated(z.array(text.check(z.regex(/^[A-Z0-9]{1,20}$/))).check(z.maxLength(32)))),
  capital: z.optional(queried(z.number().check(z.gt(0), z.lte(mostUsd)))),
  fees_pct: z.optional(separated(z.array(queried(fee)).check(z.maxLength(mostSteps)))),
  latencies_ms: z.optional(separated(z.array(queried(latency)).check(z.maxLength(mostSteps)))),
  fee_pct: z.optional(queried(fee)),
  latency_ms: z.optional(queried(latency)),
  max_quote_age_ms: z.optional(queried(z.int().check(z.gt(0)))),
});

/** How far an answer is; it is worked out while somebody asks for it. `progress` from 0 to 1. */
export const WhatIfAnswerRecord = mark(
  z.object({
    status: z.enum(['waiting', 'running', 'completed', 'failed']),
    progress: share,
    error: z.nullable(text),
    result: z.nullable(WhatIfRecord),
  }),
  { defaults: { status: 'failed' }, apart: ['result'] },
);
export type WhatIfAnswerRecord = z.infer<typeof WhatIfAnswerRecord>;

/** The client's form. */
export const WhatIfAnswer = tolerant(WhatIfAnswerRecord);
export type WhatIfAnswer = Tolerant<typeof WhatIfAnswerRecord>;

/** Question of a client about a recording, or about the prices recorded since `from`; `capital` in USD a cycle. `bars`: also of bars. */
export const WhatIfAsked = z.object({
  recording: text,
  capital: usd,
  from: z.optional(time),
  bars: z.optional(z.boolean()),
});

export const researchRoutes = {
  'research.whatif': route({
    method: 'GET',
    path: '/research/whatif',
    role: 'viewer',
    extension: 'research',
    query: WhatIfQuery,
    record: WhatIfAnswerRecord,
    answer: enveloped(WhatIfAnswer),
    refuses: [409],
    summary: 'At which fee and latency a recording would have paid; ask again until it is completed',
  }),
} as const;
