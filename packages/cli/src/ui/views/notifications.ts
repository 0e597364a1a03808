import { selectUnread } from '@triquad/core';
import { prose } from '../cells.ts';
import { ageText, momentText, since, timeText } from '../figures.ts';
import type { Cells } from '../table.ts';
import type { Meaning } from '../theme.ts';
import type { View } from '../view.ts';

const meanings: Record<string, Meaning> = { success: 'fine', warning: 'warn', error: 'bad' };

export const notifications: View = {
  name: 'notifications',
  key: 'a',
  tab: 'notices',
  title: 'Notifications',
  question: 'What did the bot report?',
  watches: ['notifications'],
  columns: [
    { name: 'time', title: 'Time', width: 8 },
    { name: 'age', title: 'Age', width: 5, align: 'right' },
    { name: 'new', title: '', width: 1 },
    { name: 'title', title: 'Title', width: 24 },
    { name: 'message', title: 'Message', width: 20, grows: true },
  ],
  rows: ({ state, now }) =>
    state.notifications.items.map((one) => {
      const as = meanings[one.level];
      const age = since(one.created_at, now);
      return {
        id: one.id,
        cells: (): Cells => ({
          time: { text: timeText(one.created_at, now), as: 'quiet', by: age === null ? null : -age },
          age: { text: ageText(age), as: 'quiet' },
          new: { text: one.read ? '' : '●', as: 'strong' },
          title: { text: one.title, as, by: one.title },
          message: { text: one.message, as: 'quiet' },
        }),
        panes: () => [
          { title: one.title, summary: momentText(one.created_at), lines: (width) => prose(one.message, width, as) },
        ],
        isQuiet: one.read,
        opens: one.read ? undefined : { type: 'MarkNotificationsRead', notification_ids: [one.id] },
      };
    }),
  summary: ({ state }) => `${selectUnread(state)} unread`,
  empty: () => 'The bot has reported nothing',
  keys: [],
};
