import { none } from '@triquad/core';
import type { Notification } from '@triquad/core/contract';
import { Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column, Tone } from '../output.ts';
import { wholeBetween } from '../parse.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

interface Options {
  readonly unread?: true;
  readonly markRead?: true;
  readonly limit?: number;
}

const defaultLimit = 20;
const mostRows = 500;
const tones: Record<string, Tone> = { success: 'good', warning: 'warn', error: 'bad' };

const columns: readonly Column<Notification>[] = [
  { title: '', value: ({ read }) => (read ? '' : '*') },
  { title: 'TIME', optional: true, value: ({ created_at }) => created_at ?? none },
  { title: 'LEVEL', value: ({ level }) => level, tone: ({ level }) => tones[level] },
  { title: 'TITLE', value: ({ title }) => title },
  { title: 'MESSAGE', value: ({ message }) => message, shrinks: true },
];

/** `triquad notifications`: what the bell of the dashboard shows. */
export function notificationsCommand(host: Host): Command {
  const command = new Command('notifications')
    .description('what the bot wants you to know, newest first; * marks what nobody has read')
    .option('--unread', 'only what nobody has read')
    .option('--mark-read', 'what is shown counts as read from now on')
    .option('--limit <number>', `rows at most (default: ${defaultLimit})`, wholeBetween(1, mostRows));
  clientCommand<Options>(host, command, async ({ bot, print, options: { unread, markRead, limit = defaultLimit } }) => {
    const page = await bot.call('notifications.list', { query: { page: 1, page_size: limit } });
    const rows = page.notifications.rows.filter(({ read }) => unread !== true || !read);
    print.rows(rows, columns, rows);
    const shown = rows.flatMap(({ id, read }) => (read ? [] : [id]));
    if (markRead === true && shown.length > 0) {
      await bot.call('notifications.read', { body: { notification_ids: shown } });
      print.note(`marked as read: ${shown.length}`);
    } else if (page.unread_count !== null) print.note(`unread: ${page.unread_count}`);
  });
  return withExamples(command, [
    ['triquad notifications --unread --mark-read', 'what is new, once'],
    ['triquad notifications --json | jq \'.[] | select(.level == "error")\'', 'what is wrong, for a script'],
  ]);
}
