import * as z from 'zod/mini';
import { coded, ifAny, looseNumber, looseText, looseTime, orElse, orNull } from './loose.ts';
import { marketSymbol } from './primitives.ts';

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
  excluded: orElse(z.array(z.looseObject({ market: looseText, reason: orNull(looseText), ...coded })), []),
  reason: orNull(looseText),
  at: ifAny(looseTime),
  ...coded,
});
export type Feed = z.infer<typeof Feed>;

/** `reconnect` and `resync` act on the whole feed, or on one market; `exclude` and `include` need a market. */
export const FeedChange = z.strictObject({
  action: z.enum(['reconnect', 'resync', 'exclude', 'include']),
  market: z.optional(marketSymbol),
});
export type FeedChange = z.infer<typeof FeedChange>;
