import type { Command } from 'commander';

/** Ends the help of a command with what one would really type, and why. */
export function withExamples(command: Command, examples: readonly (readonly [line: string, why: string])[]): Command {
  const lines = examples.map(([line, why]) => `  $ ${line}\n      ${why}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
