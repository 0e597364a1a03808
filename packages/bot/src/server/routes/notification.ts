import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { notificationRecord } from '../records.ts';
import { refusedCommand } from '../refused-command.ts';

type NotificationRoutes = 'notifications.list' | 'notifications.read' | 'notifications.read.all';

export function notificationRoutes({ engine }: Backend): Pick<Handlers, NotificationRoutes> {
  const markRead = async (ids: readonly string[] | 'all') => {
    const result = await engine.command({ type: 'MarkNotificationsRead', ids });
    return result.ok ? result.value : refusedCommand(result);
  };
  return {
    'notifications.list': ({ query: { page, page_size } }) => {
      const all = [...engine.state().notifications].sort((a, b) => b.at - a.at);
      const first = (page - 1) * page_size;
      return {
        data: {
          notifications: all.slice(first, first + page_size).map(notificationRecord),
          unread_count: all.filter(({ read }) => !read).length,
          page,
          page_size,
          total: all.length,
        },
      };
    },
    'notifications.read': ({ body }) => markRead(body.notification_ids),
    'notifications.read.all': () => markRead('all'),
  };
}
