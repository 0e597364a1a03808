import { exitCode, exitMeanings } from './exit-code.ts';

/** Topics of `triquad help <topic>`, beside the commands. */
export const helpTopics = {
  'exit-codes': () =>
    Object.entries(exitCode)
      .map(([name, code]) => `${String(code).padEnd(5)}${exitMeanings[name as keyof typeof exitCode]}\n`)
      .join(''),
  environment: () =>
    table([
      ['TRIQUAD_URL', 'address of the bot; --url, --data-dir and --context come first'],
      ['TRIQUAD_TOKEN', 'bearer token for it'],
      ['TRIQUAD_API_KEY', 'application key'],
      ['XDG_DATA_HOME', 'the usual data directory is its folder triquad'],
      ['XDG_CONFIG_HOME', 'contexts.json lies in its folder triquad'],
      ['VISUAL, EDITOR', 'editor of "triquad config edit"'],
      ['NO_COLOR, TERM=dumb', 'no colour'],
    ]),
  scripts: () =>
    [
      '--json prints one document, or one line for each item of a stream; errors are JSON too, on standard error.',
      '"triquad help json" prints the schemas. Filters apply before --limit. --follow begins now, unless --since or',
      '--limit ask for some of the past. --yes answers a question beforehand; without a terminal nothing asks, and the',
      'command ends with exit code 2. "ensure" and "config apply" change nothing where nothing is to be changed.',
      'A result that cannot be written whole ends with exit code 1.',
      '',
    ].join('\n'),
  contexts: () =>
    [
      'A context is a bot by its name: "triquad login --url https://bot.example --name prod" makes one and signs in.',
      '"triquad context use prod" makes it the bot of every command, --context prod of one; local is the bot of this',
      'machine. The bot is found by flags, then the environment, then the current context, then the data directory.',
      '',
    ].join('\n'),
} as const satisfies Record<string, () => string>;

const table = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([name, says]) => `${name.padEnd(22)}${says}\n`).join('');
