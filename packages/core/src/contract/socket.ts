import * as z from 'zod/mini';
import { OperatorRecord } from './auth.ts';
import { BacktestRecord } from './backtest.ts';
import { BotStatusRecord } from './bot-status.ts';
import { LogRecord } from './log.ts';
import { type Marked, mark } from './mark.ts';
import { NotificationRecord } from './notification.ts';
import { OpportunityRecord } from './opportunity.ts';
import { OrderRecord } from './order.ts';
import { count, stamped, text, time } from './primitives.ts';
import type { Omission } from './reading.ts';
import { MetricsRecord } from './scan.ts';
import { type Reader, readWith, tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';
import { TradeRecord } from './trade.ts';
import { BalancesRecord } from './wallet.ts';

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
/** Channels whose newest frame replaces all earlier ones: frames are not sent again, and a missed one is no gap. */
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

const data = <const T extends string, S extends z.core.$ZodType>(type: T, schema: S) => {
  const frame = z.object({ type: z.literal(type), data: schema, seq: count, at: time });
  mark(frame as z.ZodMiniObject, { required: ['type', 'data'], apart: ['seq', 'at'] });
  return frame as Marked<typeof frame, 'type' | 'data', undefined>;
};

const frames = {
  opportunity: data('opportunity', OpportunityRecord),
  execution: data('execution', TradeRecord),
  bot_status: data('bot_status', BotStatusRecord),
  log: data('log', LogRecord),
  notification: data('notification', NotificationRecord),
  order: data('order', OrderRecord),
  balances: data('balances', BalancesRecord),
  backtest: data('backtest', BacktestRecord),
  metrics: data('metrics', MetricsRecord),
  /** `journal_id` as in the health report, so that a client notices a bot that was replaced between the two. */
  authenticated: z.object({ type: z.literal('authenticated'), operator: OperatorRecord, journal_id: text }),
  subscribed: mark(z.object({ type: z.literal('subscribed'), channel, seq: count }), { required: ['channel'] }),
  unsubscribed: z.object({ type: z.literal('unsubscribed'), channel }),
  gap: mark(z.object({ type: z.literal('gap'), channel }), { required: ['channel'] }),
  pong: z.object({ type: z.literal('pong'), ...stamped }),
  error: mark(z.object({ type: z.literal('error'), code: text, detail: text }), { apart: ['code', 'detail'] }),
};
type Frames = typeof frames;

/** Frames of the embedded bot: data frames, `seq` growing by one per channel, and control frames. */
export const FrameRecord = z.discriminatedUnion('type', [
  frames.opportunity,
  frames.execution,
  frames.bot_status,
  frames.log,
  frames.notification,
  frames.order,
  frames.balances,
  frames.backtest,
  frames.metrics,
  frames.authenticated,
  frames.subscribed,
  frames.unsubscribed,
  frames.gap,
  frames.pong,
  frames.error,
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

/** The client's reader of each type of frame. */
export const frameReaders = Object.fromEntries(
  Object.entries(frames).map(([type, record]) => [type, tolerant(record)]),
) as { readonly [T in keyof Frames]: Reader<Tolerant<Frames[T]>> };

/** The client's form of a frame; one of an unknown type is `unknown` and may be ignored. */
export type Frame =
  | { [T in keyof Frames]: Omit<Tolerant<Frames[T]>, 'type'> & { type: T } }[keyof Frames]
  | { type: 'unknown'; name: string };

/** An unreadable frame, with the path and the reason. */
export type FrameProblem = Omission;

const isTyped = (raw: unknown): raw is Record<string, unknown> & { type: string } =>
  typeof raw === 'object' && raw !== null && 'type' in raw && typeof raw.type === 'string';

// A notification may carry its fields flat or under `data`.
const withData = (raw: Record<string, unknown>): unknown =>
  raw.type === 'notification' && (typeof raw.data !== 'object' || raw.data === null) ? { ...raw, data: raw } : raw;

/** A frame as it was read, or why it could not be. */
export type FrameReading =
  | { readonly ok: true; readonly frame: Frame; readonly omitted?: readonly Omission[] }
  | ({ readonly ok: false } & FrameProblem);

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
  if (!Object.hasOwn(frameReaders, name)) return { ok: true, frame: { type: 'unknown', name } };
  const read = readWith(frameReaders[name as keyof Frames] as Reader<Frame>, withData(raw));
  if (!read.ok) return read;
  return { ok: true, frame: read.value, ...(read.omitted.length > 0 && { omitted: read.omitted }) };
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
