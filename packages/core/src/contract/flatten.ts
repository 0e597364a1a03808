import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { mark } from './mark.ts';
import { coded, stamped, text, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** `preview: true` only lists what would be sold; `false` sells what the caller's last preview showed, within a minute. */
export const FlattenParameters = z.strictObject({ preview: z.boolean() });

/**
 * One row per residual position: the market of its sale, the average price, and the worst accepted price; null if no trusted book can take
 * it. After a sale `amount` is the remainder, and `outcome` describes the result.
 */
const FlattenedPosition = mark(
  z.object({
    exchange: text,
    asset: text,
    amount: z.number(),
    value_usd: z.nullable(usd),
    market: z.nullable(text),
    expected_price: z.nullable(z.number()),
    floor_price: z.nullable(z.number()),
    expected_proceeds_usd: z.nullable(z.number()),
    expected_loss_usd: z.nullable(z.number()),
    outcome: z.nullable(text),
    ...coded,
  }),
  { defaults: { exchange: '', asset: '' } },
);
/** The sum is of the rows that have the figure. */
export const FlattenedRecord = mark(
  z.object({
    provenance: z.nullable(ProvenanceRecord),
    message: text,
    preview: z.boolean(),
    positions: z.array(FlattenedPosition),
    expected_loss_usd: z.number(),
    ...stamped,
    ...coded,
  }),
  { defaults: { preview: false } },
);
export type FlattenedRecord = z.infer<typeof FlattenedRecord>;

/** Sales of a flatten or of its preview: one row per residual position. Money in USD; `expected_loss_usd` ≥ 0. */
export const Flattened = tolerant(FlattenedRecord);
export type Flattened = Tolerant<typeof FlattenedRecord>;

export const flattenRoutes = {
  'bot.flatten': route({
    method: 'POST',
    path: '/bot/flatten',
    role: 'operator',
    extension: 'bot.flatten',
    idempotent: true,
    keyed: true,
    body: FlattenParameters,
    record: FlattenedRecord,
    answer: enveloped(Flattened),
    refuses: [409],
    summary: 'Sell every residual position within the bounds of a preview, or preview it; after a kill too',
  }),
} as const;
