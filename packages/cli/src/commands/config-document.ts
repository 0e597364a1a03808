import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import type { Bot } from '../bot.ts';
import { confirm } from '../confirm.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { suggestion } from '../nearest.ts';
import { type Column, printable, table } from '../output.ts';
import { readAll } from '../password.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { type ConfigFields, dotted, isFields, ownFields, settable } from './config-fields.ts';
import { all, change, chosen, noteNextStart, type Of, ofOption, written } from './config-of-bot.ts';
import { option } from './define-command.ts';

/** A differing field by its dotted name; undefined if it is absent. */
interface Difference {
  readonly field: string;
  readonly now: unknown;
  readonly new: unknown;
}

const columns: readonly Column<Difference>[] = [
  { title: 'FIELD', value: ({ field }) => field },
  { title: 'NOW', value: ({ now }) => written(now) },
  { title: 'NEW', value: ({ new: value }) => written(value) },
];
const longestDocument = 1_048_576;

export const exportCommand = (host: Host): Command =>
  defineClientCommand<Of>(host, {
    name: 'export',
    description: 'one as a document that "config apply" and "config diff" take',
    options: [ofOption()],
    examples: [
      ['triquad config export > config.json', 'the active one, to keep with your scripts'],
      ['triquad config export --of night | jq .risk', 'a part of another one'],
    ],
    run: async ({ bot, options }) => void host.stdout.write(documentOf(settable(await chosen(bot, options.of)))),
  });

export const diffCommand = (host: Host): Command =>
  defineClientCommand<Of>(host, {
    name: 'diff',
    description: 'what a document, or another configuration, has otherwise; sends nothing',
    arguments: [new Argument('<with>', 'a file, - for the standard input, or the id or name of a configuration')],
    options: [ofOption()],
    examples: [
      ['triquad config diff night', 'the active one against another'],
      ['test "$(triquad config diff config.json --json)" = "[]"', 'whether the bot is as the document says'],
    ],
    run: async ({ bot, print, options, args: [other = ''] }) => {
      const isDocument = other === '-' || existsSync(other);
      const given = isDocument ? await documentAt(host, other) : settable(await chosen(bot, other));
      const config = isDocument && options.of === undefined ? await targetOf(bot, given) : null;
      const now = config ?? (await chosen(bot, options.of));
      // A field that a document omits stays; a field that another configuration lacks is a difference.
      const then = isDocument ? { ...settable(now), ...(await checked(now, given)) } : given;
      const rows = differences(settable(now), then);
      print.rows(rows, columns, rows);
    },
  });

interface ApplyOptions extends Of {
  readonly dryRun?: true;
}

export const applyCommand = (host: Host): Command =>
  defineClientCommand<ApplyOptions>(host, {
    name: 'apply',
    description:
      'make a configuration as a document says; applied twice, it changes nothing. Fields that it leaves out stay',
    arguments: [new Argument('<file>', 'JSON as "config export" prints it, - for the standard input')],
    options: [
      option('--of <config>', 'which one, by id or name (default: the one named in the document, else the active one)'),
      option('--dry-run', 'only say what would change'),
    ],
    exits: ['conflict'],
    examples: [
      ['triquad config apply config.json --dry-run', 'what it would change'],
      ['triquad config export | jq ".risk.stop_loss_pct = 5" | triquad config apply -', 'one field, by a program'],
    ],
    run: async (task) => {
      const { bot, options, args } = task;
      const given = await documentAt(host, args[0] ?? '');
      const found = options.of === undefined ? await targetOf(bot, given) : await chosen(bot, options.of);
      if (found !== null) return save(task, found, await checked(found, given), options.dryRun === true);
      const model = settable(await chosen(bot, undefined));
      const fields = { ...model, ...(await checked(model, given)) };
      if (!options.dryRun) await bot.call('config.create', { body: fields as never });
      told(task, fields, differences({}, fields), { created: true, dry_run: options.dryRun === true });
    },
  });

export const editCommand = (host: Host): Command =>
  defineClientCommand<Of>(host, {
    name: 'edit',
    description: 'change one in your editor (VISUAL, EDITOR); shows what differs and asks before it saves',
    options: [ofOption()],
    exits: ['conflict'],
    examples: [
      ['triquad config edit', 'the active one'],
      ['EDITOR=nano triquad config edit --of night --yes', 'another, without the question'],
    ],
    run: async (task) => {
      const { bot, options } = task;
      if (!host.stdin.isTTY) {
        throw new CommandFailure('an editor needs a terminal; "triquad config apply" takes a file', exitCode.usage);
      }
      const config = await chosen(bot, options.of);
      const folder = mkdtempSync(join(tmpdir(), 'triquad-config-'));
      const file = join(folder, 'config.json');
      writeFileSync(file, documentOf(settable(config)), { mode: 0o600 });
      try {
        openEditor(host, file);
        const given = await checked(config, await documentAt(host, file));
        const changes = differences(settable(config), { ...settable(config), ...given });
        if (changes.length > 0) {
          host.stderr.write(table(columns, changes, { colour: false }));
          await confirm(host, options.yes, 'These fields are to be changed.');
        }
        await save(task, config, given, false);
      } catch (error) {
        // The typed text is kept.
        task.print.note(`your text is kept in ${file}`);
        throw error;
      }
      rmSync(folder, { recursive: true });
    },
  });

/** Sends only top-level fields that differ, each whole. */
async function save(task: Task<unknown>, config: ConfigFields, given: ConfigFields, dry_run: boolean): Promise<void> {
  const now = settable(config);
  const changed = Object.entries(given).filter(
    ([name, value]) => differences({ [name]: now[name] }, { [name]: value }).length > 0,
  );
  const changes = differences(now, { ...now, ...given });
  const sent = Object.fromEntries(changed);
  if (changes.length > 0 && !dry_run) await change(task.bot, config, sent);
  told(task, { ...now, ...given }, changes, { created: false, dry_run });
  if (changes.length > 0 && !dry_run && config.is_active === true) await noteNextStart(task.bot, task.print, sent);
}

function told(
  { print, options }: Task<unknown>,
  { name }: ConfigFields,
  changes: readonly Difference[],
  how: { readonly created: boolean; readonly dry_run: boolean },
): void {
  if (changes.length === 0) print.note('nothing to change');
  if (changes.length > 0 || options.json) print.rows({ name, ...how, changes }, columns, changes);
  if (changes.length > 0 && how.dry_run) print.note('a dry run: nothing was sent');
}

/** The configuration named in the document, the active one without a name, null if it does not exist. */
async function targetOf(bot: Bot, { name }: ConfigFields): Promise<ConfigFields | null> {
  if (name === undefined) return chosen(bot, undefined);
  const named = (await all(bot)).filter((config) => config.name === name);
  return named.length === 0 ? null : chosen(bot, written(name));
}

async function documentAt(host: Host, path: string): Promise<ConfigFields> {
  const where = path === '-' ? 'the standard input' : path;
  const text = path === '-' ? await readAll(host, 'a configuration', longestDocument) : textOf(path);
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch (error) {
    const why = error instanceof Error ? printable(error.message) : 'unreadable';
    throw new CommandFailure(`${where} is not JSON: ${why}`, exitCode.usage);
  }
  throw new CommandFailure(`${where} is not a configuration: it must be an object with its fields`, exitCode.usage);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : error;
    throw new CommandFailure(`${path} cannot be read: ${why}`, exitCode.usage);
  }
}

/**
 * The fields of the document that an operator sets; bounds that it leaves out are the usual ones, where the bot has them.
 * @throws CommandFailure for a field that neither the bot nor the contract has.
 */
async function checked(config: ConfigFields, given: ConfigFields): Promise<ConfigFields> {
  const { BotConfigFields, usualBounds } = await import('@triquad/core/contract');
  const names = [...new Set([...Object.keys(settable(config)), ...Object.keys(BotConfigFields.shape)])];
  for (const name of Object.keys(given)) {
    if (names.includes(name) || ownFields.includes(name)) continue;
    throw new CommandFailure(`a configuration has no field ${name}${suggestion(name, names)}`, exitCode.usage);
  }
  const { risk } = config;
  if (!isFields(risk) || !isFields(given.risk)) return settable(given);
  const bounds = Object.entries(usualBounds).filter(([name]) => risk[name] !== undefined);
  return settable({ ...given, risk: { ...Object.fromEntries(bounds), ...given.risk } });
}

function differences(now: ConfigFields, then: ConfigFields): Difference[] {
  const [before, after] = [new Map(dotted(now)), new Map(dotted(then))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)))
    .map((field) => ({ field, now: before.get(field) ?? null, new: after.get(field) ?? null }));
}

/** With every control character escaped, so that foreign text cannot control the terminal. */
const documentOf = (fields: ConfigFields): string =>
  `${JSON.stringify(fields, null, 2).replace(/[\p{Cf}\u007f-\u009f]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

function openEditor({ env }: Host, file: string): void {
  const editor = env.VISUAL || env.EDITOR || 'vi';
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, error } = spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  throw new CommandFailure(
    `the editor ${editor} failed${error ? `: ${error.message}` : ''}; EDITOR names another`,
    exitCode.refused,
  );
}
