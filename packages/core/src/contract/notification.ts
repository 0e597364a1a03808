import * as z from 'zod/mini';
import { enveloped, type LooseRows, looseSeries } from './answer.ts';
import { mark } from './mark.ts';
import { asOfCommit, coded, count, id, queried, text, time } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { isObject, number, unread } from './reading.ts';
import { route } from './route.ts';
import { reader, readOf, tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

export const notificationLevel = z.enum(['success', 'warning', 'info', 'error']);

/** Codes of the embedded bot's notifications: clients have a title and a text for each in every other language. */
export const noticeCode = z.enum([
  'access_changed',
  'account_differs',
  'account_halted',
  'alerts_failing',
  'bot_halted',
  'bounds_added',
  'breaker_reset',
  'breaker_tripped',
  'clock_jumped',
  'configuration_lost',
  'execution_completed',
  'execution_failed',
  'execution_stranded',
  'execution_unwound',
  'fill_unknown',
  'late_fill',
  'market_delisted',
  'market_excluded',
  'own_error',
  'process_stalled',
  'recording_ended',
  'recording_resumed',
  'residual_sold',
  'started_stopped',
  'order_back',
  'reports_disagree',
]);
export type NoticeCode = z.infer<typeof noticeCode>;

type Differs = {
  exchange: string;
  asset: string;
  /** Exact decimals of `asset`, as is `found`. */
  booked: string;
  found: string;
  /** Value of the difference; null without a price. */
  usd_value: number | null;
  kind: string;
};
type Executed = { route: string; exchange: string; profit_usd: number; reason: string | null };

/** The figures of each notification. Sentences in them (`reason`, `fault`) are English. */
export type NoticeParams = {
  access_changed: { fault: string };
  account_differs: Differs;
  account_halted: Differs;
  /** `reason_code`: what clients word the reason by; null without one. */
  alerts_failing: { channel: string; reason: string; reason_code: string | null };
  bot_halted: { reason: string };
  /** In percent. */
  bounds_added: { unwind_loss_pct: number; profit_pct: number };
  breaker_reset: { name: string; by: 'itself' | 'operator' };
  breaker_tripped: { name: string; reason: string; resumes: 'itself' | 'operator' };
  /** Negative when the clock was set back. */
  clock_jumped: { by_ms: number };
  configuration_lost: Record<never, never>;
  execution_completed: Executed;
  execution_failed: Executed;
  execution_stranded: Executed;
  execution_unwound: Executed;
  fill_unknown: { order_id: string; exchange: string; market: string; reason: string };
  late_fill: { order_id: string; exchange: string; market: string };
  market_delisted: { exchange: string; market: string; asset: string; amount: string };
  market_excluded: { exchange: string; market: string; reason: string; minutes: number };
  /** `at`: when the process ended, ISO 8601. */
  own_error: { at: string; error: string };
  process_stalled: { for_ms: number };
  recording_ended: { reason: string };
  /** When nothing was recorded, ISO 8601. */
  recording_resumed: { from: string; to: string };
  residual_sold: { exchange: string; asset: string; sold: string };
  started_stopped: { reason: string };
  order_back: { order_id: string; exchange: string; market: string };
  reports_disagree: { exchange: string; cause: string; reason: string };
};

/** The time has two names: `created_at` in lists, `timestamp` in live messages. */
export const NotificationRecord = mark(
  z.object({
    id,
    /** Source of its figures; null if the journal does not state it. */
    provenance: z.nullable(ProvenanceRecord),
    notification_type: text,
    level: notificationLevel,
    title: text,
    message: text,
    source: text,
    extra_data: z.record(z.string(), z.unknown()),
    /** Code and parameters for the message in other languages. */
    ...coded,
    read: z.boolean(),
    created_at: time,
    timestamp: time,
  }),
  {
    required: ['id'],
    defaults: { notification_type: '', level: 'info', title: '', message: '', source: '', read: false },
    aliases: [['created_at', 'timestamp']],
    apart: ['extra_data'],
  },
);
export type NotificationRecord = z.infer<typeof NotificationRecord>;

/** The client's form; a live message has its time in `timestamp`. */
export const Notification = tolerant(NotificationRecord);
export type Notification = Tolerant<typeof NotificationRecord>;

export const NotificationQuery = z.object({
  page: z._default(queried(z.int().check(z.gte(1))), 1),
  page_size: z._default(queried(z.int().check(z.gte(1), z.lte(500))), 10),
});
export const NotificationPageRecord = z.object({
  data: z.object({
    notifications: z.array(NotificationRecord),
    unread_count: count,
    page: count,
    page_size: count,
    total: count,
  }),
});
export const MarkRead = z.strictObject({ notification_ids: z.array(id).check(z.maxLength(500)) });
export const MarkedRecord = z.object({ updated: count });
export const Marked = tolerant(MarkedRecord);

const countIn = (body: unknown): unknown => (isObject(body) ? (body.unread_count ?? countIn(body.data)) : null);
const notifications = looseSeries('notifications', Notification);
/** The client's form of a page; `unread_count` is null if the bot does not send it. */
export const NotificationPage = reader<NotificationPage>(NotificationRecord, (body, tally) => {
  const rows = readOf(notifications)(body, tally);
  if (rows === unread) return unread;
  const unread_count = number(countIn(body), tally);
  return { notifications: rows, unread_count: unread_count === unread ? null : unread_count };
});
export type NotificationPage = { notifications: LooseRows<Notification>; unread_count: number | null };

export const notificationRoutes = {
  'notifications.list': route({
    method: 'GET',
    path: '/notifications/',
    role: 'viewer',
    query: NotificationQuery,
    record: asOfCommit(NotificationPageRecord),
    answer: NotificationPage,
    summary: 'Notifications, newest first',
  }),
  'notifications.read': route({
    method: 'POST',
    path: '/notifications/mark-read',
    role: 'operator',
    idempotent: true,
    body: MarkRead,
    record: MarkedRecord,
    answer: enveloped(Marked),
    summary: 'Mark some as read',
  }),
  'notifications.read.all': route({
    method: 'POST',
    path: '/notifications/mark-all-read',
    role: 'operator',
    idempotent: true,
    record: MarkedRecord,
    answer: enveloped(Marked),
    summary: 'Mark all as read',
  }),
} as const;
