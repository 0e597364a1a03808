import type { Core } from '../kernel/core.ts';
import type { Answers, CommandResult } from '../model/command.ts';

type Needs = Pick<Core, 'clock' | 'recorder'>;

/** Marks notifications as read; answers how many were not. */
export const markRead = (
  { recorder: { state, record }, clock }: Needs,
  ids: readonly string[] | 'all',
): CommandResult<Answers['MarkNotificationsRead']> => {
  const updated = state.notifications.filter(({ id, read }) => !read && (ids === 'all' || ids.includes(id))).length;
  if (updated > 0 && !record([{ type: 'NotificationsRead', ids, at: clock.now() }])) {
    return { ok: false, problem: 'unavailable', detail: 'the journal cannot be written' };
  }
  return { ok: true, value: { updated } };
};
