import * as z from 'zod/mini';
import { Notification } from '../contract/notification.ts';
import type { ResourceValue } from '../journal/resource.ts';
import { caps } from '../rules/limits.ts';
import { iso, reload, upsert } from './merge.ts';
import type { Projection } from './projection.ts';

/** Newest first, at most 20; `unread` counts also those that are no longer in the list. */
export const NotificationsState = z.object({ items: z.array(Notification), unread: z.number() });
export type NotificationsState = z.infer<typeof NotificationsState>;

const byCreation = {
  key: (item: Notification) => item.id,
  moment: (item: Notification) => item.created_at,
  cap: caps.notifications,
};

/** The bot's notifications. One that was read never becomes unread again. */
export const notifications: Projection<NotificationsState> = {
  initial: { items: [], unread: 0 },
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'NotificationReceived':
        return receive(state, dated(message.notification, at));
      case 'ResourceLoaded':
        return message.resource === 'notifications' ? load(state, message.value, at) : state;
      case 'NotificationsRead':
        return markRead(state, message.notification_ids);
      case 'ResourceDropped':
        return message.resource === 'notifications' ? { items: [], unread: 0 } : state;
      default:
        return state;
    }
  },
};

const dated = (item: Notification, at: number): Notification =>
  item.created_at === null ? { ...item, created_at: iso(at) } : item;
const keepRead = (known: Notification, next: Notification): Notification =>
  known.read && !next.read ? { ...next, read: true } : next;

const load = (
  { items: known }: NotificationsState,
  { notifications: loaded, unread_count }: ResourceValue<'notifications'>,
  at: number,
): NotificationsState => {
  const items = reload(
    byCreation,
    known,
    loaded.map((item) => dated(item, at)),
    keepRead,
  );
  return { items, unread: unread_count ?? items.filter((item) => !item.read).length };
};

const receive = (state: NotificationsState, item: Notification): NotificationsState => {
  const known = state.items.find(({ id }) => id === item.id);
  const next = known === undefined ? item : keepRead(known, item);
  const newlyUnread = known === undefined && !next.read ? 1 : 0;
  return { items: upsert(byCreation, state.items, [next]), unread: state.unread + newlyUnread };
};

const markRead = (state: NotificationsState, ids: string[] | null): NotificationsState => {
  const meant = (item: Notification) => !item.read && (ids === null || ids.includes(item.id));
  const marked = state.items.filter(meant).length;
  return {
    items: state.items.map((item) => (meant(item) ? { ...item, read: true } : item)),
    unread: ids === null ? 0 : Math.max(0, state.unread - marked),
  };
};

/** Number of unread notifications, including those that are not in the list. */
export const selectUnread = (state: { notifications: NotificationsState }): number => state.notifications.unread;
/** The bell's badge: empty at none, `9+` above 9. */
export const selectUnreadBadge = (state: { notifications: NotificationsState }): string => {
  const { unread } = state.notifications;
  return unread === 0 ? '' : unread > 9 ? '9+' : String(unread);
};
