import { type Argument, Command, Option } from 'commander';
import { CommandFailure, type ExitName, exitCode, exitMeanings } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { suggestion } from '../nearest.ts';
import { list, moment } from '../parse.ts';
import { createPrinter, type Printer } from '../printer.ts';

/** Options of every command. */
export interface CommonOptions {
  readonly json?: true;
  readonly csv?: true;
  readonly columns?: readonly string[];
  readonly yes?: true;
  readonly confirm?: string;
}

/** One use of a command. */
export interface Invocation<Options> {
  readonly host: Host;
  readonly print: Printer;
  readonly options: Options & CommonOptions;
  /** By the order of the definition. */
  readonly args: readonly string[];
  /** As it is typed, without the program: `config set`. */
  readonly path: string;
}

/** A command: options, help and action. Parser, help and completion are made from it. */
export interface CommandDefinition<Options> {
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** How it may end beside done, refused and wrong usage. */
  readonly exits?: readonly ExitName[];
  /** Realistic command lines with their purpose. */
  readonly examples: readonly (readonly [line: string, why: string])[];
  readonly subcommands?: readonly Command[];
  /** Absent where the command only groups others. */
  readonly run?: (invocation: Invocation<Options>) => Promise<void> | void;
}

/** Sections of a command's help beside its usage. */
export interface Described {
  readonly exits: readonly ExitName[];
  readonly examples: CommandDefinition<never>['examples'];
}

const described = new WeakMap<Command, Described>();

/** Sections of a command of `defineCommand`; none for another command. */
export const describedOf = (command: Command): Described => described.get(command) ?? { exits: [], examples: [] };

/** An option; `parse` reads its value and throws InvalidArgumentError. */
export function option(flags: string, description: string, parse?: (text: string, before: never) => unknown): Option {
  const made = new Option(flags, description);
  return parse === undefined ? made : made.argParser(parse as (text: string, before: unknown) => unknown);
}

/** The one way to make a command. It refuses every word and option that it does not know, before it does anything. */
export function defineCommand<Options>(host: Host, definition: CommandDefinition<Options>): Command {
  const { name, description, options = [], subcommands = [], run } = definition;
  const command = strict(host, new Command(name)).description(description);
  for (const argument of definition.arguments ?? []) command.addArgument(argument);
  for (const one of [...options, ...commonOptions()]) command.addOption(one);
  for (const one of subcommands) command.addCommand(one);
  described.set(command, {
    exits: ['done', 'refused', 'usage', ...(definition.exits ?? [])],
    examples: definition.examples,
  });
  return command
    .addHelpText('after', () => helpEnd(command))
    .action(async () => {
      refuseUnknown(command);
      if (run === undefined) command.help({ error: true });
      const chosen = command.optsWithGlobals<Options & CommonOptions>();
      refuseEmptyRange(command);
      if (chosen.json && chosen.csv) throw misuse(command, 'give one of --json and --csv');
      const { json = false, csv = false, columns } = chosen;
      const print = createPrinter(host, { json, csv, columns });
      await run?.({ host, print, options: chosen, args: command.processedArgs, path: pathOf(command) });
    });
}

/** Makes a command end with a CommandFailure where commander would print and exit, and check its own excess words. */
export function strict(host: Host, command: Command): Command {
  return command
    .enablePositionalOptions()
    .helpCommand(false)
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      outputError: (text) => {
        throw misuse(command, text.trim().replace(/^error: /, ''));
      },
    })
    .addHelpText('before', () => {
      if (command.commands.length > 0) refuseExcess(command, operandsOf(command));
      return '';
    });
}

export const commonOptions = (): Option[] => [
  option('--json', 'print JSON: one document, or one line for each item of a stream; errors too'),
  option('--csv', 'print CSV with every digit: a list by rows, a document by names and values'),
  option('--columns <list>', 'print only these columns of a list, e.g. id,profit', list),
  option('--yes', 'do it without asking; never stands for the word of real money'),
  option('--confirm <word>', 'LIVE: the word that real money asks for'),
];

/** Every word and option of the line must belong to the command. @throws CommandFailure naming the nearest one. */
export function refuseUnknown(command: Command): void {
  refuseExcess(command, command.args);
  for (let above = command.parent; above !== null; above = above.parent) {
    for (const given of above.options) refuseForeign(command, above, given);
  }
}

function refuseExcess(command: Command, words: readonly string[]): void {
  const known = command.registeredArguments;
  const [word] = known.at(-1)?.variadic ? [] : words.slice(known.length);
  if (word === undefined) return;
  const names = command.commands.map((one) => one.name());
  const path = pathOf(command);
  if (names.length === 0) throw misuse(command, `unexpected argument '${word}' for '${path}'`);
  throw misuse(command, `unknown command '${`${path} ${word}`.trim()}'${suggestion(word, names)}`);
}

/** Ranges are half open: one that ends where it begins has nothing in it. */
function refuseEmptyRange(command: Command): void {
  const momentOf = (name: string): string | undefined =>
    command.options.some((one) => one.attributeName() === name && one.parseArg === moment)
      ? command.getOptionValue(name)
      : undefined;
  for (const [start, end] of [
    ['since', 'until'],
    ['from', 'to'],
  ] as const) {
    const [from, to] = [momentOf(start), momentOf(end)];
    if (from !== undefined && to !== undefined && to <= from)
      throw misuse(command, `--${end} must be after --${start}: the range ends before it`);
  }
}

/** An option before the name of a subcommand, which does not know it or says otherwise. */
function refuseForeign(command: Command, above: Command, given: Option): void {
  const name = given.attributeName();
  if (above.getOptionValueSource(name) !== 'cli') return;
  const own = command.options.some((one) => one.attributeName() === name);
  if (!own) throw misuse(command, `option '${given.long}' does not belong to '${pathOf(command)}'`);
  const isSaidTwice = command.getOptionValueSource(name) === 'cli';
  if (isSaidTwice && command.getOptionValue(name) !== above.getOptionValue(name)) {
    throw misuse(command, `option '${given.long}' is given twice, with different values`);
  }
}

/** Words before the first option that the command does not know. */
function operandsOf({ args }: Command): readonly string[] {
  const end = args.findIndex((word) => word.startsWith('-'));
  return end < 0 ? args : args.slice(0, end);
}

/** Wrong usage of `command`. */
function misuse(command: Command, message: string): CommandFailure {
  const line = message.replaceAll('\n', ' ').replace(/\.$/, '');
  return new CommandFailure(`${line}; see ${`triquad ${pathOf(command)}`.trim()} --help`, exitCode.usage);
}

function pathOf(command: Command): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
}

function helpEnd(command: Command): string {
  const { exits, examples } = describedOf(command);
  const codes = exits.map((name) => `  ${String(exitCode[name]).padEnd(4)} ${exitMeanings[name]}`);
  const lines = examples.map(([line, why]) => `  $ ${line}\n      ${why}`);
  return `\nExit codes:\n${codes.join('\n')}\n\nExamples:\n${lines.join('\n')}`;
}
