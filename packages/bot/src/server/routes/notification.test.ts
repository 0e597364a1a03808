import { expect, test } from 'vitest';
import type { Notification } from '../../model/state.ts';
import type { Backend } from '../backend.ts';
import type { Call } from '../handler.ts';
import { notificationRoutes } from './notification.ts';

const START = Date.UTC(2026, 0, 31, 12);

function given(count: number) {
  const notifications = Array.from({ length: count }, (_, n): Notification => {
    const at = START + count - n;
    return {
      type: 'NotificationRaised',
      id: `n${n}`,
      notification_type: 'execution',
      level: 'success',
      title: 'Cycle completed',
      message: '$1.00',
      source: 'execution',
      extra_data: {},
      read: n >= 3,
      at,
    };
  });
  const backend = { engine: { state: () => ({ notifications }) } } as unknown as Backend;
  const list = notificationRoutes(backend)['notifications.list'];
  return async (page: number, page_size: number) => {
    const answer = await list({ query: { page, page_size } } as Call<'notifications.list'>);
    if (!('data' in answer)) throw new Error(answer.detail);
    const { notifications: rows, ...rest } = answer.data;
    return { ids: rows.map(({ id }) => id), ...rest };
  };
}

test('newest first, page by page, with what is unread over all pages', async () => {
  const ask = given(25);
  const ids = (first: number, last: number) => Array.from({ length: last - first }, (_, n) => `n${first + n}`);
  const rest = { unread_count: 3, page_size: 10, total: 25 };
  expect(await ask(1, 10)).toEqual({ ids: ids(0, 10), page: 1, ...rest });
  expect(await ask(3, 10)).toEqual({ ids: ids(20, 25), page: 3, ...rest });
  expect(await ask(4, 10)).toEqual({ ids: [], page: 4, ...rest });
});
