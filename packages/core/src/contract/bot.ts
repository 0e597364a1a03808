import * as z from 'zod/mini';
import { BotStatus, statusCall } from './bot-status.ts';
import { coded, enveloped, ifAny, looseNumber, looseText, looseTime, orNull } from './loose.ts';
import {
  amount,
  count,
  exchangeNames,
  id,
  marketSymbols,
  percent,
  text,
  time,
  tradingMode,
  usd,
} from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';

export { BotStatus };

export const botState = z.enum(['stopped', 'starting', 'running', 'stopping', 'error']);
/** Beside the lifecycle: `reducing` begins nothing new, `halted` leaves cancels and, unless it was killed, the ways back. */
const tradingState = z.enum(['active', 'reducing', 'halted']);
/** `none`: nothing was chosen yet, and nothing is watched. */
export const marketSource = z.enum(['simulated', 'recorded', 'exchange', 'none']);
export type MarketSource = z.infer<typeof marketSource>;

/** `uptime` in seconds since the last start, 0 while stopped; `executions_today` since 00:00 UTC; `opportunities_found` since `found_since`. */
export const BotStatusRecord = z.object({
  is_running: z.boolean(),
  bot_status: botState,
  mode: tradingMode,
  uptime: z.number(),
  /** `message` in English; `code` and `params` name it for a client with texts of its own. */
  message: text,
  code: text,
  params: z.record(text, text),
  market_source: marketSource,
  /** Null while nothing is watched. */
  provenance: z.nullable(ProvenanceRecord),
  /** The name of the prices that are watched, as trades have it. */
  market: z.optional(text),
  enabled_exchanges: z.array(text),
  trading_pairs_count: count,
  active_config_id: z.nullable(id),
  halted: z.nullable(z.object({ reason: text, at: time })),
  trading_state: tradingState,
  /** `killed`: halted, and only cancels pass. */
  trading_code: z.optional(z.literal('killed')),
  executions_today: count,
  opportunities_found: count,
  /** The last start of the bot or, if later, of its process. */
  found_since: z.optional(time),
  min_profit_threshold: percent,
  max_capital_per_route: usd,
  auto_execute: z.boolean(),
  /** Versions of the configuration, counted by its activations: `running` was in force at the last start, null while stopped. */
  config: z.optional(z.object({ running: z.nullable(count), saved: z.nullable(count) })),
  /** What each enabled exchange takes, in words. */
  fees: z.optional(z.array(z.object({ exchange: text, detail: text }))),
});
export type BotStatusRecord = z.infer<typeof BotStatusRecord>;

/** Whose prices are watched, as trades name them; empty of a bot that names none. */
export const marketNameOf = (status: BotStatus | null): string => status?.market ?? '';

/** `min_profit_threshold` in percent 0–100, `max_capital_per_route` in USD; absent exchanges or pairs mean all. */
export const StartParameters = z.strictObject({
  mode: z.optional(tradingMode),
  enabled_exchanges: z.optional(exchangeNames),
  trading_pairs: z.optional(marketSymbols),
  min_profit_threshold: z.optional(z.number().check(z.gte(0), z.lte(100))),
  max_capital_per_route: z.optional(amount),
});
export type StartParameters = z.infer<typeof StartParameters>;

export const StopParameters = z.strictObject({ cancel_orders: z._default(z.boolean(), true) });
export type StopParameters = z.infer<typeof StopParameters>;

/** `confirm` must be the word LIVE when `mode` is live. */
export const ModeChange = z.strictObject({ mode: tradingMode, confirm: z.optional(z.literal('LIVE')) });
export type ModeChange = z.infer<typeof ModeChange>;

const longestReason = 500;
/** A kill is never refused for its reason: the text is reduced to one line and truncated. */
const reason = text.check(
  z.overwrite((given) =>
    given
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
      .trim()
      .slice(0, longestReason)
      .toWellFormed(),
  ),
);
export const KillParameters = z.strictObject({ reason: z._default(reason, 'kill switch') });
export type KillParameters = z.infer<typeof KillParameters>;

export const BotAnswerRecord = z.object({ message: text, status: BotStatusRecord });
export const BotStoppedRecord = z.object({ message: text, status: BotStatusRecord, cancelled_orders: count });
/** `sent`: cancels sent; `unknown`: orders whose outcome is not known; `held`: assets of executions that are still held. */
const BotKilledRecord = z.extend(BotStoppedRecord, { sent: count, unknown: count, held: count });

/** Answer of start, stop, restart, mode and kill; a bot that speaks only the spec sends `message` alone. */
export const BotAnswer = z.looseObject({
  message: orNull(looseText),
  status: z.catch(orNull(BotStatus), null),
  cancelled_orders: orNull(looseNumber),
  /** Of a kill: orders whose cancel was sent, orders whose outcome is unknown, and assets still held. */
  sent: ifAny(looseNumber),
  unknown: ifAny(looseNumber),
  held: ifAny(looseNumber),
  at: ifAny(looseTime),
  ...coded,
});
export type BotAnswer = z.infer<typeof BotAnswer>;

export const botRoutes = {
  'bot.start': route({
    method: 'POST',
    path: '/bot/start',
    role: 'operator',
    idempotent: true,
    body: z.optional(StartParameters),
    record: BotAnswerRecord,
    answer: enveloped(BotAnswer),
    refuses: [409],
    summary: 'Start scanning; 409 while running or halted',
  }),
  'bot.stop': route({
    method: 'POST',
    path: '/bot/stop',
    role: 'operator',
    idempotent: true,
    body: z.optional(StopParameters),
    record: BotStoppedRecord,
    answer: enveloped(BotAnswer),
    refuses: [409],
    summary: 'Stop: pending orders are cancelled, running executions finished or unwound',
  }),
  'bot.restart': route({
    method: 'POST',
    path: '/bot/restart',
    role: 'operator',
    idempotent: true,
    body: z.optional(StartParameters),
    record: BotAnswerRecord,
    answer: enveloped(BotAnswer),
    refuses: [409],
    summary: 'Stop, then start',
  }),
  'bot.status': route({
    ...statusCall,
    role: 'viewer',
    idempotent: false,
    record: BotStatusRecord,
    summary: 'What the bot is doing',
  }),
  'bot.mode': route({
    method: 'POST',
    path: '/bot/mode',
    role: 'admin',
    extension: 'bot.mode',
    idempotent: true,
    body: ModeChange,
    record: BotAnswerRecord,
    answer: enveloped(BotAnswer),
    refuses: [409],
    summary: 'Paper or live; 409 unless stopped',
  }),
  'bot.kill': route({
    method: 'POST',
    path: '/bot/kill',
    role: 'operator',
    extension: 'bot.kill',
    idempotent: true,
    body: z.optional(KillParameters),
    record: BotKilledRecord,
    answer: enveloped(BotAnswer),
    summary: 'Cancel everything, stop, and stay stopped until reset',
  }),
  'bot.kill.reset': route({
    method: 'POST',
    path: '/bot/kill/reset',
    role: 'admin',
    extension: 'bot.kill',
    idempotent: true,
    record: BotAnswerRecord,
    answer: enveloped(BotAnswer),
    refuses: [409],
    summary: 'Allow starting again after a kill or a halt',
  }),
} as const;
