import { none } from '@triquad/core';
import type { Notification } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import type { Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column, Tone } from '../output.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { isWithin, limitOption, type Period, periodOptions, rowsToAsk } from './list-options.ts';

interface Options extends Period {
  readonly unread?: true;
  readonly markRead?: true;
  readonly limit?: number;
}

const defaultLimit = 20;
const tones: Record<string, Tone> = { success: 'good', warning: 'warn', error: 'bad' };

const columns: readonly Column<Notification>[] = [
  { title: '', value: ({ read }) => (read ? '' : '*') },
  { title: 'TIME', optional: true, value: ({ created_at }) => created_at ?? none },
  { title: 'LEVEL', value: ({ level }) => level, tone: ({ level }) => tones[level] },
  { title: 'TITLE', value: ({ title }) => title },
  { title: 'MESSAGE', value: (one) => english.said({ ...one, detail: one.message }) ?? '', shrinks: true },
];

/** `triquad notifications`: what the bell of the dashboard shows. */
export const notificationsCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'notifications',
    description: 'what the bot wants you to know, newest first; * marks what is unread',
    options: [
      option('--unread', 'only what is unread'),
      ...periodOptions(),
      option('--mark-read', 'mark what is shown as read'),
      limitOption(defaultLimit),
    ],
    examples: [
      ['triquad notifications --unread --mark-read', 'what is new, once'],
      ['triquad notifications --json | jq \'.[] | select(.level == "error")\'', 'what is wrong, for a script'],
    ],
    run: list,
  });

async function list({ bot, print, options }: Task<Options>): Promise<void> {
  const { unread, markRead, since, until, limit = defaultLimit } = options;
  // The bot does not filter, so filters are applied here, before the limit.
  const page_size = rowsToAsk(limit, [unread, since, until]);
  const page = await bot.call('notifications.list', { query: { page: 1, page_size } });
  const within = page.notifications.rows.filter(({ created_at }) => isWithin(options, created_at));
  const rows = within.filter(({ read }) => unread !== true || !read).slice(0, limit);
  print.rows(rows, columns, rows);
  const shown = rows.flatMap(({ id, read }) => (read ? [] : [id]));
  if (markRead === true && shown.length > 0) {
    await bot.call('notifications.read', { body: { notification_ids: shown } });
    print.note(`marked as read: ${shown.length}`);
  } else if (page.unread_count !== null) print.note(`unread: ${page.unread_count}`);
}
