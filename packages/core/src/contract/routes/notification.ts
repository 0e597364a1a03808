import { enveloped } from '../loose.ts';
import {
  Marked,
  MarkedRecord,
  MarkRead,
  NotificationPage,
  NotificationPageRecord,
  NotificationQuery,
} from '../notification.ts';
import { asOfCommit } from '../primitives.ts';
import { route } from '../route.ts';

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
