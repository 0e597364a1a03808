import type { Command } from 'commander';
import type { Host } from '../host.ts';
import { statusFields } from '../status-fields.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';

/** `triquad status`. */
export const statusCommand = (host: Host): Command =>
  defineClientCommand<{ readonly all?: true }>(host, {
    name: 'status',
    description: 'what the bot is doing',
    options: [option('--all', 'of every bot that has a context, and of the one of this machine')],
    examples: [
      ['triquad status', 'for you'],
      ['triquad status --json | jq -r .bot_status', 'for a script'],
      ['triquad status --all --timeout 5', 'several bots; exit code 3 when one cannot be reached'],
    ],
    run: async (task) => {
      if (task.options.all) return (await import('../status-of-all.ts')).statusOfAll(task);
      task.print.fields(await task.bot.call('bot.status', {}), statusFields);
    },
  });
