import { expect, test } from 'vitest';
import type { Message } from '../journal/journal.ts';
import { given } from '../testing/given.ts';
import { notification } from '../testing/records.ts';
import { notifications, selectUnreadBadge } from './notifications.ts';

const came = (id: string, ms = 0, fields = {}): Message => ({
  type: 'NotificationReceived',
  notification: notification(id, ms, fields),
});
const loaded = (unread_count: number | null, ...items: ReturnType<typeof notification>[]): Message => ({
  type: 'ResourceLoaded',
  resource: 'notifications',
  value: { notifications: items, unread_count },
});
const view = (...story: Message[]) => {
  const { items, unread } = given(notifications, ...story);
  return { ids: items.map(({ id, read }) => `${id}${read ? '' : '*'}`), unread };
};

test('the newest 20 notifications are kept, and all unread ones counted', () => {
  const { ids, unread } = view(...Array.from({ length: 25 }, (_, index) => came(`n${index}`, index)));
  expect([ids.length, ids[0], ids[19], unread]).toEqual([20, 'n24*', 'n5*', 25]);
});

test('a repeated notification is neither shown nor counted twice', () => {
  expect(view(came('a', 1), came('a', 1))).toEqual({ ids: ['a*'], unread: 1 });
});

test('the unread count is the one of the bot; without one they are counted', () => {
  expect(view(loaded(12, notification('a', 1)))).toEqual({ ids: ['a*'], unread: 12 });
  expect(view(loaded(null, notification('a', 1), notification('b', 2, { read: true })))).toEqual({
    ids: ['b', 'a*'],
    unread: 1,
  });
});

test('notifications are read one by one or all at once, and never become unread again', () => {
  const two = [came('a', 1), came('b', 2)];
  const readA: Message = { type: 'NotificationsRead', notification_ids: ['a'] };
  expect(view(...two, readA)).toEqual({ ids: ['b*', 'a'], unread: 1 });
  expect(view(...two, readA, readA)).toEqual({ ids: ['b*', 'a'], unread: 1 });
  expect(view(...two, readA, came('a', 1))).toEqual({ ids: ['b*', 'a'], unread: 1 });
  expect(view(...two, { type: 'NotificationsRead', notification_ids: null })).toEqual({ ids: ['b', 'a'], unread: 0 });
});

test('the badge is 9+ above 9 and empty for none', () => {
  const badge = (unread: number) => selectUnreadBadge({ notifications: { items: [], unread } });
  expect([badge(0), badge(1), badge(9), badge(10)]).toEqual(['', '1', '9', '9+']);
});
