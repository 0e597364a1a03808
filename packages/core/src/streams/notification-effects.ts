import type { Observable } from 'rxjs';
import type { Result } from '../gateway/api.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Rows } from './lanes.ts';
import { outcome, retried } from './perform.ts';

const readOutcome = (notification_ids: string[] | null, call$: Observable<Result<unknown>>): Observable<ClientEvent> =>
  outcome(
    call$,
    () => ({ type: 'NotificationsRead', notification_ids }),
    (problem) => ({ type: 'NotificationsReadFailed', problem }),
  );

/** Marks notifications as read. */
export const notificationEffects = {
  // Each command marks its own notifications: none may take the place of another.
  MarkNotificationsRead: {
    lane: ({ notification_ids }) => (notification_ids.length === 0 ? null : `read ${notification_ids}`),
    perform: ({ notification_ids, key }, { api, clock }) =>
      readOutcome(
        notification_ids,
        retried(clock, () => api.call('notifications.read', { body: { notification_ids } }, { key })),
      ),
  },
  MarkAllRead: {
    lane: () => 'read all',
    perform: ({ key }, { api, clock }) =>
      readOutcome(
        null,
        retried(clock, () => api.call('notifications.read.all', {}, { key })),
      ),
  },
} as const satisfies Rows;
