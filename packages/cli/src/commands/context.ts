import { publicKeyIn } from '@triquad/bot/directory';
import { none } from '@triquad/core';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { askKey } from '../ask-key.ts';
import { confirm } from '../confirm.ts';
import { type Context, localName, readContexts, writeContexts } from '../contexts.ts';
import { dataDirectory, servedFrom } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { suggestion } from '../nearest.ts';
import type { Column } from '../output.ts';
import { httpAddress } from '../parse.ts';
import { readSecret } from '../password.ts';
import { defineCommand, option } from './define-command.ts';

interface Row {
  readonly name: string;
  readonly current: boolean;
  readonly url: string | null;
  readonly user: string | null;
  readonly role: string | null;
  readonly signed_in: boolean;
  /** Public key by which the bot proves itself. */
  readonly key: string | null;
}

const columns: readonly Column<Row>[] = [
  { title: '', value: ({ current }) => (current ? '*' : '') },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'URL', value: ({ url }) => url ?? none },
  { title: 'USER', value: ({ user }) => user ?? none },
  { title: 'ROLE', value: ({ role }) => role ?? none },
  { title: 'TOKEN', value: ({ signed_in }) => (signed_in ? 'kept' : none) },
  { title: 'KEY', optional: true, value: ({ key }) => key, shown: ({ key }) => shortKey(key) },
];

/** `triquad context [list|add|use|remove]`: bots by their names. */
export const contextCommand = (host: Host): Command =>
  listCommand(host, 'context', 'several bots by their names', [
    listCommand(host, 'list', 'all of them; * marks the one that commands use'),
    addCommand(host),
    trustCommand(host),
    useCommand(host),
    removeCommand(host),
  ]);

const listCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineCommand(host, {
    name,
    description,
    subcommands,
    examples: [
      ['triquad context list', 'for you'],
      ["triquad context list --json | jq -r '.[] | select(.current).name'", 'the current one, for a script'],
    ],
    run: ({ print }) => {
      const { current, contexts } = readContexts();
      const { url = null, token } = servedFrom(dataDirectory());
      const local = { name: localName, current: current === null, url, user: null, role: null };
      const rows: Row[] = [
        { ...local, signed_in: token !== undefined, key: publicKeyIn(dataDirectory()) },
        ...Object.entries(contexts).map(([name, { url, user = null, role = null, token, key = null }]) => {
          return { name, current: name === current, url, user, role, signed_in: token !== undefined, key };
        }),
      ];
      print.rows(rows, columns, rows);
    },
  });

const addCommand = (host: Host): Command =>
  defineCommand<{ readonly url: string; readonly key?: string; readonly tokenStdin?: true }>(host, {
    name: 'add',
    description: 'give a bot a name; "triquad login" signs in to it. The first one is used at once',
    arguments: [new Argument('<name>', 'letters, digits and . _ : @ -').argParser(nameOf)],
    options: [
      option('--url <url>', 'its address', httpAddress).makeOptionMandatory(),
      option('--key <key>', 'its public key, as "triquad context list --json" on its machine shows it', publicKey),
      option('--token-stdin', 'read a token for it from the standard input'),
    ],
    exits: ['unreachable', 'conflict'],
    examples: [
      ['triquad context add prod --url https://bot.example && triquad login --context prod', 'a bot with users'],
      ['triquad context add spare --url http://10.0.0.7:8787 --token-stdin < token.txt', 'a bot with a token'],
    ],
    run: async ({ print, options: { url, key: given, tokenStdin }, args: [name = ''] }) => {
      const token = tokenStdin === true ? (await readSecret(host, 'token', true)).trim() : undefined;
      const key = await keyFor(host, url, given);
      addContext(name, { url, ...(token && { token }), ...(key !== undefined && { key }) });
      if (key === null) print.note('this bot cannot prove itself: its address alone is trusted');
      if (key === undefined)
        print.note('it cannot be reached now: its key is kept by the first command that reaches it');
      const current = readContexts().current === name;
      print.fields({ name, url, current, signed_in: Boolean(token), key: key ?? null }, (made) => [
        { name: 'context', value: `${made.name}${made.current ? ', in use' : ''}` },
        { name: 'bot', value: made.url },
        { name: 'key', value: made.key ?? none },
      ]);
    },
  });

/** The key that the bot proves, which must be the one that was given. */
async function keyFor(host: Host, url: string, given: string | undefined): Promise<string | null | undefined> {
  const proven = await askKey(host, url);
  if (given === undefined || proven === given) return proven;
  if (proven === undefined) return given;
  const message = `the bot at ${url} does not prove itself by that key; nothing was added`;
  throw new CommandFailure(message, exitCode.unreachable, 'not_proven');
}

const trustCommand = (host: Host): Command =>
  defineCommand(host, {
    name: 'trust',
    description: 'trust the key that the bot has now, e.g. after "triquad rotate identity"; asks',
    arguments: [new Argument('<name>', 'one of "triquad context list"')],
    exits: ['unreachable'],
    examples: [
      ['triquad context trust prod', 'shows both keys and asks'],
      ['triquad context trust prod --yes --json', 'for a script'],
    ],
    run: async ({ print, options, args: [name = ''] }) => {
      const { current, contexts } = readContexts();
      const context = contexts[name];
      known(name, Object.keys(contexts));
      if (context === undefined) return;
      const key = await askKey(host, context.url);
      if (key === undefined)
        throw new CommandFailure(`the bot at ${context.url} cannot be reached`, exitCode.unreachable);
      const said = key === null ? 'it cannot prove itself: its address alone is to be trusted' : `its key is ${key}`;
      await confirm(host, options.yes, `${context.url}: ${said}, before ${context.key ?? none}.`);
      writeContexts({ current, contexts: { ...contexts, [name]: { ...context, key } } });
      print.fields({ name, url: context.url, key }, (made) => [
        { name: 'context', value: made.name },
        { name: 'key', value: made.key ?? none },
      ]);
    },
  });

/** The first one becomes the current one. @throws CommandFailure for a name that is taken. */
export function addContext(name: string, context: Context): void {
  const { current, contexts } = readContexts();
  const before = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (before !== undefined) {
    const advice = `"triquad context remove ${name}" frees the name`;
    throw new CommandFailure(`there is a context ${name} already, of ${before.url}; ${advice}`, exitCode.conflict);
  }
  const isFirst = Object.keys(contexts).length === 0;
  writeContexts({ current: isFirst ? name : current, contexts: { ...contexts, [name]: context } });
}

const useCommand = (host: Host): Command =>
  defineCommand(host, {
    name: 'use',
    description: 'the bot that commands use from now on, in every shell of yours',
    arguments: [new Argument('<name>', `one of "triquad context list"; ${localName} is the bot of this machine`)],
    examples: [
      ['triquad context use prod', 'another bot'],
      [`triquad context use ${localName}`, 'the bot of the data directory again'],
    ],
    run: ({ print, args: [name = ''] }) => {
      const { contexts } = readContexts();
      known(name, [localName, ...Object.keys(contexts)]);
      writeContexts({ current: name === localName ? null : name, contexts });
      print.fields({ name, current: true }, () => [{ name: 'in use', value: name }]);
    },
  });

const removeCommand = (host: Host): Command =>
  defineCommand(host, {
    name: 'remove',
    description: 'forget a name and its token; asks. The session at the bot stays: "triquad logout" ends it',
    arguments: [new Argument('<name>', 'one of "triquad context list"')],
    examples: [
      ['triquad context remove spare', 'asks first'],
      ['triquad context remove spare --yes --json', 'for a script'],
    ],
    run: async ({ print, options, args: [name = ''] }) => {
      const { current, contexts } = readContexts();
      known(name, Object.keys(contexts));
      await confirm(host, options.yes, `The context ${name} is to be forgotten.`);
      const { [name]: removed, ...others } = contexts;
      writeContexts({ current: current === name ? null : current, contexts: others });
      print.fields({ name, url: removed?.url, removed: true }, () => [{ name: 'removed', value: name }]);
      if (current === name) print.note(`commands use the bot of this machine (${localName}) from now on`);
    },
  });

function known(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw new CommandFailure(`there is no context ${name}${suggestion(name, names)}`, exitCode.usage);
}

/** A name of a context. */
export function nameOf(text: string): string {
  if (/^[\w.:@-]{1,64}$/.test(text) && text !== localName && !text.startsWith('-')) return text;
  throw new InvalidArgumentError(`It must be 1 to 64 letters, digits and . _ : @ -, and not ${localName}.`);
}

const shortKey = (key: string | null): string => (key === null ? none : `${key.slice(0, 10)}…`);

/** A public key of a bot. */
function publicKey(text: string): string {
  if (/^[A-Za-z0-9_-]{43}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be 43 letters, digits, - and _.');
}
