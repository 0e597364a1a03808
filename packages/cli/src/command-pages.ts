import type { Argument, Command, Option } from 'commander';
import settings from '../package.json' with { type: 'json' };
import { connectionOptions } from './commands/connection-options.ts';
import { commonOptions, describedOf } from './commands/define-command.ts';
import { exitCode, exitMeanings } from './exit-code.ts';

/** A file that is made from the commands; `path` is below the repository. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Every page that is made from the commands of `program`: one for the docs, and a man page for each command. */
export function commandPages(program: Command): Page[] {
  const manual = program.commands.map((command) => ({
    path: `packages/cli/man/man1/triquad-${command.name()}.1`,
    text: manPage(command),
  }));
  return [
    { path: 'docs/commands.md', text: markdown(program) },
    { path: 'packages/cli/man/man1/triquad.1', text: manOfAll(program) },
    ...manual,
  ];
}

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

/** A command and all below it. */
const withBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withBelow)];

const usageOf = (command: Command): string => `${nameOf(command)} ${command.usage()}`;

const shared = (): readonly Option[] => [...connectionOptions(), ...commonOptions()];

function ownOptions(command: Command): readonly Option[] {
  const names = shared().map(({ long }) => long);
  return command.options.filter(({ long, hidden }) => !hidden && !names.includes(long));
}

const findsBot = (command: Command): boolean => command.options.some(({ long }) => long === '--url');

/** Help text of an argument or option, as commander shows it. */
function saysOf({ description, argChoices, defaultValue }: Argument | Option): string {
  const more = [
    ...(argChoices ? [`one of ${argChoices.join(', ')}`] : []),
    ...(defaultValue === undefined || typeof defaultValue === 'boolean' ? [] : [`default: ${defaultValue}`]),
  ];
  const said = more.length === 0 ? description : `${description} (${more.join('; ')})`;
  return said.trim();
}

const argumentName = (one: Argument): string =>
  `${one.required ? '<' : '['}${one.name()}${one.variadic ? '...' : ''}${one.required ? '>' : ']'}`;

// --- Markdown ---

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const rows = (pairs: readonly (readonly [string, string])[], [left, right]: readonly [string, string]): string =>
  [
    `| ${left} | ${right} |`,
    '|---|---|',
    ...pairs.map(([name, says]) => `| \`${name.replaceAll('|', '\\|')}\` | ${cell(says)} |`),
  ].join('\n');

function markdown(program: Command): string {
  const toc = program.commands.map((command) => `[${command.name()}](#triquad-${command.name()})`).join(' · ');
  const optionRows = (options: readonly Option[]) =>
    rows(
      options.map((one) => [one.flags, saysOf(one)]),
      ['Option', 'Meaning'],
    );
  return [
    '# Commands',
    '`npm run docs:commands` writes this page and the man pages (`packages/cli/man`) from the program. A test fails when they are stale, and runs every example.',
    `Contents: ${toc}`,
    '## Options of every command',
    optionRows(commonOptions()),
    '## How the bot is found',
    'Flags come first, then the environment, then the current context, then what `triquad serve` left in its data directory. Commands that speak to a bot have these options:',
    optionRows(connectionOptions()),
    '## Exit codes',
    rows(
      Object.entries(exitCode).map(([name, code]) => [String(code), exitMeanings[name as keyof typeof exitCode]]),
      ['Code', 'Meaning'],
    ),
    ...program.commands.flatMap(withBelow).map((command) => section(command, optionRows)),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function section(command: Command, optionRows: (options: readonly Option[]) => string): string {
  const { exits, examples } = describedOf(command);
  const own = ownOptions(command);
  const level = command.parent?.parent ? '###' : '##';
  const codes = exits.map((name) => String(exitCode[name])).join(', ');
  return [
    `${level} ${nameOf(command)}`,
    `${sentence(command.description())}${findsBot(command) ? ' It speaks to a bot.' : ''}`,
    `\`\`\`text\n${usageOf(command)}\n\`\`\``,
    ...(command.registeredArguments.length === 0
      ? []
      : [
          rows(
            command.registeredArguments.map((one) => [argumentName(one), saysOf(one)]),
            ['Argument', 'Meaning'],
          ),
        ]),
    ...(own.length === 0 ? [] : [optionRows(own)]),
    `Exit codes: ${codes}.`,
    `\`\`\`sh\n${examples.map(([line, why]) => `# ${why}\n${line}`).join('\n')}\n\`\`\``,
  ].join('\n\n');
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

// --- Man pages: man(7) ---

/** Text of a man page: no word of it is a request or an escape. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');

const title = (name: string): string => `.TH ${name.toUpperCase()} 1 "" "triquad ${settings.version}" "triquad"`;
const tagged = (pairs: readonly (readonly [string, string])[]): string[] =>
  pairs.flatMap(([name, says]) => ['.TP', `.B ${roff(name)}`, roff(says) || '\\&']);

function manPage(command: Command): string {
  const all = withBelow(command);
  const exits = [...new Set(all.flatMap((one) => describedOf(one).exits))];
  return [
    title(`triquad-${command.name()}`),
    '.SH NAME',
    roff(`triquad-${command.name()} - ${command.description()}`),
    '.SH SYNOPSIS',
    ...all.flatMap((one) => [`.B ${roff(usageOf(one))}`, '.br']).slice(0, -1),
    '.SH DESCRIPTION',
    roff(sentence(command.description())),
    ...all.flatMap((one) => {
      const listed = [
        ...one.registeredArguments.map((each) => [argumentName(each), saysOf(each)] as const),
        ...ownOptions(one).map((each) => [each.flags, saysOf(each)] as const),
      ];
      if (one === command) return listed.length === 0 ? [] : ['.SH OPTIONS', ...tagged(listed)];
      return [`.SS ${roff(nameOf(one))}`, roff(sentence(one.description())), ...tagged(listed)];
    }),
    '.SH OPTIONS OF EVERY COMMAND',
    ...tagged((findsBot(command) ? shared() : commonOptions()).map((each) => [each.flags, saysOf(each)])),
    '.SH EXIT STATUS',
    ...tagged(
      exits.toSorted((a, b) => exitCode[a] - exitCode[b]).map((name) => [String(exitCode[name]), exitMeanings[name]]),
    ),
    '.SH EXAMPLES',
    ...all.flatMap((one) =>
      describedOf(one).examples.flatMap(([line, why]) => [
        roff(`${sentence(why)}`),
        '.PP',
        '.RS 4',
        '.nf',
        roff(line),
        '.fi',
        '.RE',
        '.PP',
      ]),
    ),
    '.SH SEE ALSO',
    '.BR triquad (1)',
    '',
  ].join('\n');
}

function manOfAll(program: Command): string {
  return [
    title('triquad'),
    '.SH NAME',
    roff(`triquad - ${program.description()}`),
    '.SH SYNOPSIS',
    `.B ${roff('triquad [options] [command]')}`,
    '.SH DESCRIPTION',
    roff('Without a command, on a terminal, it opens the terminal UI.'),
    '.SH COMMANDS',
    ...tagged(program.commands.map((one) => [`triquad-${one.name()}(1)`, one.description()])),
    '.SH OPTIONS',
    ...tagged(shared().map((one) => [one.flags, saysOf(one)])),
    '.SH EXIT STATUS',
    ...tagged(
      Object.entries(exitCode).map(([name, code]) => [String(code), exitMeanings[name as keyof typeof exitCode]]),
    ),
    '.SH ENVIRONMENT',
    ...tagged([
      ['TRIQUAD_URL', 'address of the bot'],
      ['TRIQUAD_TOKEN', 'bearer token'],
      ['TRIQUAD_API_KEY', 'application key'],
      ['XDG_DATA_HOME', 'where the data directory lies, in its folder triquad'],
      ['XDG_CONFIG_HOME', 'where contexts.json lies, in its folder triquad'],
      ['NO_COLOR', 'no colour'],
      ['VISUAL, EDITOR', 'editor of "triquad config edit"'],
    ]),
    '',
  ].join('\n');
}
