import * as z from 'zod/mini';
import { coded, ifAny, looseNumber, looseRows, looseText, looseTime, orElse, orNull } from './loose.ts';
import { count, marketSymbol, text, time } from './primitives.ts';
import { route } from './route.ts';

/** One market-data connection. Ages and latency in milliseconds; `clock_ahead_ms` is the exchange's clock less the bot's. */
export const Feed = z.looseObject({
  exchange: looseText,
  connection: orNull(looseText),
  state: orElse(looseText, ''),
  since: orNull(looseTime),
  last_message_at: orNull(looseTime),
  markets: orNull(looseNumber),
  markets_trusted: orNull(looseNumber),
  messages_per_second: orNull(looseNumber),
  bytes_per_second: orNull(looseNumber),
  latency_ms: orNull(looseNumber),
  clock_ahead_ms: orNull(looseNumber),
  reconnects: orNull(looseNumber),
  gaps: orNull(looseNumber),
  resyncs: orNull(looseNumber),
  /** Markets that are not traded, with the reason. */
  excluded: orElse(
    z.array(z.looseObject({ market: looseText, reason: orNull(looseText), until: ifAny(looseTime), ...coded })),
    [],
  ),
  reason: orNull(looseText),
  at: ifAny(looseTime),
  ...coded,
});
export type Feed = z.infer<typeof Feed>;

/**
 * A connection as the embedded bot shows it; `connection` is null where the feed has one only. `latency_ms`: how late its data are, by the
 * exchange's clock. Counts since the bot process started.
 */
export const FeedRecord = z.object({
  exchange: text,
  connection: z.nullable(text),
  state: z.enum(['connecting', 'synchronising', 'live', 'degraded', 'down']),
  since: z.nullable(time),
  last_message_at: z.nullable(time),
  markets: count,
  markets_trusted: count,
  messages_per_second: z.number(),
  latency_ms: z.nullable(z.number()),
  clock_ahead_ms: z.nullable(z.number()),
  reconnects: count,
  gaps: count,
  resyncs: count,
  /** `until`: when it is tried again by itself; its exchange may bring it back before. */
  excluded: z.array(z.object({ market: text, reason: text, until: z.optional(time) })),
  /** What is wrong with it, or what it says of itself. */
  reason: z.nullable(text),
  at: time,
});
export type FeedRecord = z.infer<typeof FeedRecord>;

/** `reconnect` and `resync` act on the whole feed, or on one market; `exclude` and `include` need a market. */
export const FeedChange = z.strictObject({
  action: z.enum(['reconnect', 'resync', 'exclude', 'include']),
  market: z.optional(marketSymbol),
});
export type FeedChange = z.infer<typeof FeedChange>;

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
