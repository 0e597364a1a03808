import * as z from 'zod/mini';
import { OperatorRecord } from './auth.ts';
import { Backtest, BacktestRecord } from './backtest.ts';
import { BotStatus, BotStatusRecord } from './bot.ts';
import { LogEntry, LogRecord } from './log.ts';
import { ifAny, looseNumber, looseRecord, looseTime, orNull } from './loose.ts';
import { Notification, NotificationRecord } from './notification.ts';
import { Opportunity, OpportunityRecord } from './opportunity.ts';
import { Order, OrderRecord } from './order.ts';
import { count, text, time } from './primitives.ts';
import { MetricsRecord } from './scan.ts';
import { Trade, TradeRecord } from './trade.ts';
import { Balances, BalancesRecord } from './wallet.ts';

/** The spec's four channels, then the extensions. */
export const channel = z.enum([
  'opportunities',
  'executions',
  'bot_status',
  'logs',
  'orders',
  'balances',
  'backtests',
  'metrics',
]);
export type Channel = z.infer<typeof channel>;
/** Channels whose newest frame says all that the earlier ones said: no other is sent again, and a missed one is no gap. */
export const latestChannels: ReadonlySet<string> = new Set<Channel>(['bot_status', 'balances', 'metrics']);
export const specChannels: readonly Channel[] = ['opportunities', 'executions', 'bot_status', 'logs'];

/**
 * `auth` goes first to a bot that announces `socket.auth`; `since` is the last `seq` seen on the channel. `batch` asks a bot that announces
 * `frames.v2` for the frames of a turn in one message, an array, compressed where the connection agreed to permessage-deflate.
 */
export const ClientFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auth'), token: text.check(z.maxLength(1_024)) }),
  z.strictObject({ type: z.literal('subscribe'), channel, since: z.optional(count) }),
  z.strictObject({ type: z.literal('unsubscribe'), channel }),
  z.strictObject({ type: z.literal('batch') }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

const data = <const T extends string, S extends z.core.$ZodType>(type: T, schema: S) =>
  z.object({ type: z.literal(type), data: schema, seq: count, at: time });

/** Frames of the embedded bot: data frames, `seq` growing by one per channel, and control frames. */
export const FrameRecord = z.discriminatedUnion('type', [
  data('opportunity', OpportunityRecord),
  data('execution', TradeRecord),
  data('bot_status', BotStatusRecord),
  data('log', LogRecord),
  data('notification', NotificationRecord),
  data('order', OrderRecord),
  data('balances', BalancesRecord),
  data('backtest', BacktestRecord),
  data('metrics', MetricsRecord),
  z.object({ type: z.literal('authenticated'), operator: OperatorRecord }),
  z.object({ type: z.literal('subscribed'), channel, seq: count }),
  z.object({ type: z.literal('unsubscribed'), channel }),
  z.object({ type: z.literal('gap'), channel }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('error'), code: text, detail: text }),
]);
export type FrameRecord = z.infer<typeof FrameRecord>;

/** The channel of a data frame's type; notifications go to every socket and have none. */
export const channelOf = {
  opportunity: 'opportunities',
  execution: 'executions',
  bot_status: 'bot_status',
  log: 'logs',
  order: 'orders',
  balances: 'balances',
  backtest: 'backtests',
  metrics: 'metrics',
} as const satisfies Record<string, Channel>;

const looseData = <const T extends string, S extends z.core.$ZodType>(type: T, schema: S) =>
  looseRecord({
    type: z.literal(type),
    data: schema,
    seq: z.catch(orNull(looseNumber), null),
    at: z.catch(orNull(looseTime), null),
  });

const looseFrames = {
  opportunity: looseData('opportunity', Opportunity),
  execution: looseData('execution', Trade),
  bot_status: looseData('bot_status', BotStatus),
  log: looseData('log', LogEntry),
  notification: looseData('notification', Notification),
  order: looseData('order', Order),
  balances: looseData('balances', Balances),
  backtest: looseData('backtest', Backtest),
  metrics: looseData('metrics', MetricsRecord),
  authenticated: z.looseObject({ type: z.literal('authenticated') }),
  subscribed: z.looseObject({ type: z.literal('subscribed'), channel, seq: orNull(looseNumber) }),
  gap: z.looseObject({ type: z.literal('gap'), channel }),
  pong: z.looseObject({ type: z.literal('pong'), at: ifAny(looseTime) }),
  error: z.looseObject({
    type: z.literal('error'),
    code: z.catch(orNull(text), null),
    detail: z.catch(orNull(text), null),
  }),
};
type LooseFrames = typeof looseFrames;

/** The client's form of a frame; one of an unknown type is `unknown` and may be ignored. */
export type Frame =
  | { [T in keyof LooseFrames]: z.output<LooseFrames[T]> }[keyof LooseFrames]
  | { type: 'unknown'; name: string };

/** An unreadable frame, with the path and the reason. */
export type FrameProblem = { path: string; reason: string };

const isTyped = (raw: unknown): raw is Record<string, unknown> & { type: string } =>
  typeof raw === 'object' && raw !== null && 'type' in raw && typeof raw.type === 'string';

// A notification may carry its fields flat or under `data`.
const withData = (raw: Record<string, unknown>): unknown =>
  raw.type === 'notification' && (typeof raw.data !== 'object' || raw.data === null) ? { ...raw, data: raw } : raw;

/** A frame as it was read, or why it could not be. */
export type FrameReading = { readonly ok: true; readonly frame: Frame } | ({ readonly ok: false } & FrameProblem);

/** Whether a message is known, before it is read, to begin with an opportunity. */
export const beginsWithOpportunity = (wire: unknown): boolean =>
  typeof wire === 'string' && opportunityFirst.test(wire);
const opportunityFirst = /^\[?\s*\{\s*"type"\s*:\s*"opportunity"/;

/** Reads one message from any bot, a text: a frame, or a batch of frames as an array. Never throws. */
export const readFrames = (wire: unknown): readonly FrameReading[] => {
  if (typeof wire !== 'string') return [{ ok: false, path: '', reason: 'not a text frame' }];
  const raw = json(wire);
  return Array.isArray(raw) ? raw.map(frameOf) : [frameOf(raw)];
};

const frameOf = (raw: unknown): FrameReading => {
  if (!isTyped(raw))
    return { ok: false, path: 'type', reason: raw === undefined ? 'not JSON' : 'not an object with a type' };
  const name = raw.type;
  if (!Object.hasOwn(looseFrames, name)) return { ok: true, frame: { type: 'unknown', name } };
  const parsed = z.safeParse(looseFrames[name as keyof LooseFrames], withData(raw));
  if (parsed.success) return { ok: true, frame: parsed.data as Frame };
  const issue = parsed.error.issues[0];
  return { ok: false, path: issue?.path.join('.') ?? '', reason: issue?.message ?? 'not readable' };
};

const json = (wire: string): unknown => {
  try {
    return JSON.parse(wire);
  } catch {
    return undefined;
  }
};

/** Close codes of the embedded bot's socket. */
export const closeCode = { unauthenticated: 4401, tooSlow: 4408, idle: 4440 } as const;
