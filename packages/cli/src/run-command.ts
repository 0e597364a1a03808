import { Command, CommanderError } from 'commander';
import settings from '../package.json' with { type: 'json' };
import { connectionOptions } from './commands/connection-options.ts';
import { commonOptions, strict } from './commands/define-command.ts';
import { CommandFailure, exitCode, exitNameOf } from './exit-code.ts';
import type { Host } from './host.ts';
import { jsonLine, printable } from './output.ts';

/** Makes a command for a host. */
type Maker = (host: Host) => Command;
/** Commands by their names. Each is loaded when it is asked for: loading all of them takes as long as Node itself. */
export type Makers = Readonly<Record<string, () => Promise<Maker>>>;

/** The program with the commands of these makers. */
export function programOf(host: Host, makers: readonly Maker[]): Command {
  const program = strict(host, new Command('triquad'));
  program
    .description('Finds and executes triangular and quadrangular arbitrage: the bot, its dashboard, its terminal.')
    .version(settings.version)
    .addHelpText(
      'after',
      '\nhelp <command> shows its options, exit codes and examples; help exit-codes, environment, scripts, contexts and json explain these.',
    );
  for (const one of [...connectionOptions(), ...commonOptions()]) program.addOption(one);
  for (const make of makers) program.addCommand(make(host));
  return program;
}

/** Performs the words of a command line by a program, and gives its exit code. A failure is written to the standard error. */
export async function perform(words: readonly string[], host: Host, program: Command): Promise<number> {
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
    if (!(error instanceof CommandFailure)) throw error;
    if (error.message !== '') host.stderr.write(words.includes('--json') ? errorDocument(error) : errorLine(error));
    return error.exitCode;
  }
}

const errorLine = ({ message }: CommandFailure): string => `triquad: ${printable(message)}\n`;

const errorDocument = ({ message, exitCode: exit, code }: CommandFailure): string =>
  jsonLine({ error: { exit_code: exit, kind: exitNameOf(exit), code, message } });
