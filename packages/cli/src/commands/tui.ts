import { Command } from 'commander';
import { type ConnectionOptions, resolveConnection } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { withExamples } from './examples.ts';
import { withGlobalOptions } from './global-options.ts';

/** `triquad tui`, and what `triquad` alone does on a terminal. */
export function tuiCommand(host: Host): Command {
  const command = withGlobalOptions(new Command('tui'))
    .description('open the terminal UI (also without a command)')
    .action((_: unknown, self: Command) => openTui(host, self.optsWithGlobals()));
  return withExamples(command, [
    ['triquad', 'the bot on this machine'],
    ['TRIQUAD_TOKEN=... triquad tui --url https://bot.example', 'another one'],
  ]);
}

export async function openTui(host: Host, options: ConnectionOptions): Promise<void> {
  if (!host.stdin.isTTY || !host.stdout.isTTY) {
    throw new CommandFailure('the terminal UI needs a terminal; see "triquad --help" for commands', exitCode.usage);
  }
  const { runTui } = await import('../ui/tui.tsx');
  const code = await runTui(host, resolveConnection(options, host.env));
  if (code !== exitCode.done) throw new CommandFailure('', code);
}
