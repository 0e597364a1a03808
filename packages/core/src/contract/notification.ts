import * as z from 'zod/mini';
import { coded, enveloped, looseNumber, looseSeries, looseText, looseTime, orElse, orNull } from './loose.ts';
import { asOfCommit, count, id, queried, text, time } from './primitives.ts';
import { route } from './route.ts';

export const notificationLevel = z.enum(['success', 'warning', 'info', 'error']);

/** The time has two names: `created_at` in lists, `timestamp` in live messages. */
export const NotificationRecord = z.object({
  id,
  notification_type: text,
  level: notificationLevel,
  title: text,
  message: text,
  source: text,
  extra_data: z.record(z.string(), z.unknown()),
  /** What clients word the message by in their own language, and its figures. */
  code: z.optional(text),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  read: z.boolean(),
  created_at: time,
  timestamp: time,
});
export type NotificationRecord = z.infer<typeof NotificationRecord>;

const rawNotification = z.looseObject({
  id: looseText,
  notification_type: orElse(looseText, ''),
  level: orElse(looseText, 'info'),
  title: orElse(looseText, ''),
  message: orElse(looseText, ''),
  source: orElse(looseText, ''),
  extra_data: z.catch(orElse(z.record(z.string(), z.unknown()), {}), {}),
  read: orElse(z.boolean(), false),
  created_at: orNull(looseTime),
  timestamp: orNull(looseTime),
  ...coded,
});

/** The client's form; a live message has its time in `timestamp`. */
export const Notification = z.pipe(
  rawNotification,
  z.transform((raw) => ({ ...raw, created_at: raw.created_at ?? raw.timestamp })),
);
export type Notification = z.infer<typeof Notification>;

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
export const Marked = z.looseObject({ updated: orNull(looseNumber) });

const inner = (body: unknown): { unread_count?: unknown; data?: unknown } =>
  typeof body === 'object' && body !== null ? body : {};

/** The client's form of a page; `unread_count` null if the bot does not send it. */
export const NotificationPage = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((body): { notifications?: unknown; unread_count?: unknown } => ({
      notifications: body,
      unread_count: inner(body).unread_count ?? inner(inner(body).data).unread_count ?? null,
    })),
  ),
  z.object({
    notifications: looseSeries('notifications', Notification),
    unread_count: z.catch(orNull(looseNumber), null),
  }),
);

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
