import * as z from 'zod/mini';
import { looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { coded, count, marketSymbol, text, time } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/**
 * One market-data connection; `connection` is null where the feed has one only. `latency_ms`: how late its data are, by the
 * exchange's clock. Counts since the bot process started.
 */
export const FeedRecord = mark(
  z.object({
    exchange: text,
    connection: z.nullable(text),
    state: z.enum(['connecting', 'synchronising', 'live', 'degraded', 'down']),
    since: z.nullable(time),
    last_message_at: z.nullable(time),
    markets: count,
    markets_trusted: count,
    messages_per_second: z.number(),
    bytes_per_second: z.optional(z.number()),
    latency_ms: z.nullable(z.number()),
    clock_ahead_ms: z.nullable(z.number()),
    reconnects: count,
    gaps: count,
    resyncs: count,
    /** `until`: when it is tried again by itself; its exchange may bring it back before. */
    excluded: z.array(
      mark(z.object({ market: text, reason: text, until: z.optional(time), ...coded }), { required: ['market'] }),
    ),
    /** Error or note of the feed. */
    reason: z.nullable(text),
    at: time,
    ...coded,
  }),
  { required: ['exchange'], defaults: { state: '' } },
);
export type FeedRecord = z.infer<typeof FeedRecord>;

/** The client's form. */
export const Feed = tolerant(FeedRecord);
export type Feed = Tolerant<typeof FeedRecord>;

/** `reconnect` and `resync` act on the whole feed, or on one market; `exclude` and `include` need a market. */
export const FeedChange = z.strictObject({
  action: z.enum(['reconnect', 'resync', 'exclude', 'include']),
  market: z.optional(marketSymbol),
});

export const feedRoutes = {
  'feeds.list': route({
    method: 'GET',
    path: '/feeds/',
    role: 'viewer',
    extension: 'feeds',
    record: z.object({ data: z.array(FeedRecord) }),
    answer: looseRows(Feed),
    summary: 'The state of each market-data connection',
  }),
} as const;
