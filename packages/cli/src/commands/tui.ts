import type { Command } from 'commander';
import { type ConnectionOptions, resolveConnection } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { connectionOptions } from './connection-options.ts';
import { defineCommand } from './define-command.ts';

/** `triquad tui`, also `triquad` alone on a terminal. */
export const tuiCommand = (host: Host): Command =>
  defineCommand<ConnectionOptions>(host, {
    name: 'tui',
    description: 'open the terminal UI (also without a command)',
    options: connectionOptions(),
    exits: ['interrupted'],
    examples: [
      ['triquad', 'the bot on this machine'],
      ['TRIQUAD_TOKEN=... triquad tui --url https://bot.example', 'another one'],
    ],
    run: ({ options }) => openTui(host, options),
  });

/** @throws CommandFailure where there is no terminal, or one that cannot be drawn on. */
export async function openTui(host: Host, options: ConnectionOptions): Promise<void> {
  const instead = 'use a command such as "triquad status"; "triquad help" lists them';
  if (!host.stdin.isTTY || !host.stdout.isTTY) {
    throw new CommandFailure(`the terminal UI needs a terminal; ${instead}`, exitCode.usage);
  }
  if (host.env.TERM === 'dumb') {
    throw new CommandFailure(`this terminal cannot be drawn on (TERM=dumb); ${instead}`, exitCode.usage);
  }
  const { runTui } = await import('../ui/tui.ts');
  const code = await runTui(host, resolveConnection(options, host.env));
  if (code !== exitCode.done) throw new CommandFailure('', code);
}
