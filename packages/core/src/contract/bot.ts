import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { BotStatusRecord, statusCall } from './bot-status.ts';
import { mark } from './mark.ts';
import { amount, coded, count, exchangeNames, marketSymbols, stamped, text, tradingMode } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

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

/** `confirm` must be the word LIVE when `mode` is live. */
export const ModeChange = z.strictObject({ mode: tradingMode, confirm: z.optional(z.literal('LIVE')) });

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

/** Answer of start, stop, restart, mode and kill; a bot that speaks only the spec sends `message` alone. */
export const BotAnswerRecord = mark(
  z.object({
    message: text,
    status: BotStatusRecord,
    cancelled_orders: z.optional(count),
    /** Result of a kill: cancels sent, orders with an unknown outcome, and assets that executions still hold. */
    sent: z.optional(count),
    unknown: z.optional(count),
    held: z.optional(count),
    ...stamped,
    ...coded,
  }),
  { apart: ['status'] },
);
export const BotStoppedRecord = z.extend(BotAnswerRecord, { cancelled_orders: count });
const BotKilledRecord = z.extend(BotStoppedRecord, { sent: count, unknown: count, held: count });

/** The client's form. */
export const BotAnswer = tolerant(BotAnswerRecord);
export type BotAnswer = Tolerant<typeof BotAnswerRecord>;

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
