import { none } from '@triquad/core';
import { Argument, type Command } from 'commander';
import type { Host } from '../host.ts';
import { defineClientCommand } from './client-command.ts';
import { askPermission, knownOf } from './permission.ts';

/** `triquad mode [paper|live]`. */
export const modeCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'mode',
    description: 'print the mode, or change it while the bot is stopped; asks before live',
    arguments: [new Argument('[mode]').choices(['paper', 'live'])],
    exits: ['conflict'],
    examples: [
      ['triquad mode', 'paper or live?'],
      ['triquad mode paper && triquad start', 'back to invented money'],
    ],
    run: async (task) => {
      const { bot, print, args } = task;
      const mode = args[0] as 'paper' | 'live' | undefined;
      const shown = (value: string | null) => [{ name: 'mode', value: (value ?? none).toUpperCase() }];
      if (mode === undefined) {
        const status = await bot.call('bot.status', {});
        return print.fields({ mode: status.mode }, (one) => shown(one.mode));
      }
      await askPermission(task, await knownOf(task), { type: 'ChangeMode', mode }, 'the next start trades real funds');
      const body = mode === 'live' ? { mode, confirm: 'LIVE' as const } : { mode };
      const { message, status } = await bot.call('bot.mode', { body });
      if (message) print.note(message);
      print.fields({ mode: status?.mode ?? mode }, (one) => shown(one.mode));
    },
  });
