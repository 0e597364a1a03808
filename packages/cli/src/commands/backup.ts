import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { removeUnfinished, syncFile, syncFolder, unfinishedPath } from '@triquad/bot/directory';
import { Argument, type Command } from 'commander';
import settings from '../../package.json' with { type: 'json' };
import { isArchive, pack } from '../archive.ts';
import { type ConnectionOptions, chooseBot, resolveConnection } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { wholeBetween } from '../parse.ts';
import { marketOfStart } from '../remembered-market.ts';
import { connectionOptions } from './connection-options.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options extends ConnectionOptions {
  readonly keys: boolean;
  readonly keep?: number;
}

/** `triquad backup`: of the data directory, whether its bot runs or not. */
export const backupCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'backup',
    description: 'copy the data directory while the bot runs, and verify the copy',
    arguments: [new Argument('<where>', 'a folder, which gets a new one in it, or a file that ends in .tar.gz')],
    options: [
      option('--no-keys', 'leave out the administrator’s token and the key of the vault'),
      option('--keep <number>', 'delete the oldest of this command in the folder, but so many', wholeBetween(1, 9_999)),
      ...connectionOptions(),
    ],
    exits: ['unreachable', 'unauthorized', 'conflict'],
    examples: [
      ['triquad backup ~/backups', 'into a new folder there, named by the time'],
      ['triquad backup --no-keys triquad.tar.gz', 'one file, without what opens the vault'],
      ['triquad backup ~/backups --keep 14', 'every night: two weeks stay, older ones go once the new one is verified'],
    ],
    run: backUpTo,
  });

async function backUpTo({ host, print, options, args: [where = ''] }: Invocation<Options>): Promise<void> {
  const { backUp, isInUse, readWitness, usable, verifyBackup } = await import('@triquad/bot');
  const dataDir = directoryOf(options, host.env);
  const at = new Date();
  const target = targetOf(resolve(where), at);
  const { keep, keys } = options;
  if (keep !== undefined && isArchive(target)) {
    throw new CommandFailure('--keep is for a folder of backups, not for one file', exitCode.usage);
  }
  const folder = unfinishedPath(target, 'making');
  await maintain(async () => {
    if (!usable(dataDir, 'reader').hasBot) throw holdsNothing(dataDir);
    mkdirSync(dirname(target), { recursive: true });
    removeUnfinished(target, 'making');
    const witness = readWitness(dataDir);
    const runs = isInUse(dataDir);
    if (runs) move(await folderOfBot(host, options), folder);
    else await backUp({ dataDir, into: folder, held: {}, keys, version: settings.version, at: at.getTime() });
    try {
      const facts = verifyBackup({ folder, keys, witness, runs });
      await verifyMarket(folder, dataDir);
      const held = ['admin.token', 'vault.key'].filter((name) => existsSync(join(folder, name)));
      if (isArchive(target)) pack(folder, target);
      else renameSync(folder, target);
      syncFolder(dirname(target));
      const removed = keep === undefined ? [] : prune(target, keep);
      const document = { backup: target, data_dir: dataDir, facts, keys, while_it_runs: runs, removed };
      print.fields(document, (made) => [
        { name: 'backup', value: made.backup },
        { name: 'of', value: made.data_dir },
        { name: 'facts', value: `${made.facts}, their chain holds, and a start would take them`, tone: 'good' },
        ...made.removed.map((value) => ({ name: 'deleted', value })),
        { name: 'keys', value: keysIn(keys, held) },
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** @throws CommandFailure if neither `market.json` nor the journal names a market: no start would accept the copy */
async function verifyMarket(folder: string, dataDir: string): Promise<void> {
  try {
    await marketOfStart(folder);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const reason = error.message.replace(folder, dataDir);
    throw new CommandFailure(`no backup was made, because no start would take it: ${reason}`, error.exitCode);
  }
}

function keysIn(wanted: boolean, held: readonly string[]): string {
  if (!wanted) return 'left out';
  if (held.length === 0) return 'none: the directory has no files of keys';
  return `${held.join(' and ')} in it: keep it as you keep the data directory`;
}

/** Names of this command's backups. They contain the time, so that sorting by name sorts by age. */
const ownName = /^triquad-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** Deletes the oldest backups beside `made` until `keep` are left with it. */
function prune(made: string, keep: number): string[] {
  const folder = dirname(made);
  const all = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  // The clock may have been set back since one of them: the newest is the one just made, whatever the names say.
  const others = all.map(({ name }) => name).filter((name) => ownName.test(name) && name !== basename(made));
  const removed = others.sort().slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of removed) rmSync(join(folder, name), { recursive: true, force: true });
  return removed.map((name) => join(folder, name));
}

/** @throws CommandFailure for a bot of another data directory, whose files are not here. */
function directoryOf(options: Options, env: Host['env']): string {
  const { directory, elsewhere } = chooseBot(options, env);
  if (elsewhere !== null) {
    const message = `${elsewhere.by} names ${elsewhere.url.origin}, which is not the bot of ${directory}`;
    throw new CommandFailure(`${message}; say with --data-dir what to copy`, exitCode.usage);
  }
  return directory;
}

const holdsNothing = (directory: string): CommandFailure =>
  new CommandFailure(`${directory} holds no bot's data; say where it is with --data-dir`, exitCode.refused);

/** A folder always gets a new subfolder, so that no backup ends up inside another. */
function targetOf(where: string, at: Date): string {
  const isTaken = existsSync(where) && (isArchive(where) || !statSync(where).isDirectory());
  if (isTaken) throw new CommandFailure(`${where} exists already; give another name`, exitCode.usage);
  return isArchive(where) ? where : join(where, `triquad-${at.toISOString().replaceAll(/[:.]/g, '-')}`);
}

/** The running bot holds the files, so it makes the copy itself, in its data directory. */
async function folderOfBot(host: Host, options: Options): Promise<string> {
  const { openBot } = await import('../bot.ts');
  const bot = openBot(host, resolveConnection(options, host.env), 'backup');
  return (await bot.call('system.backup', { body: { keys: options.keys } })).folder;
}

function move(from: string, to: string): void {
  if (!existsSync(from)) {
    throw new CommandFailure(`the bot made the backup ${from}, which is not on this machine`, exitCode.refused);
  }
  try {
    renameSync(from, to);
  } catch {
    // Another file system.
    cpSync(from, to, { recursive: true, preserveTimestamps: true });
    for (const name of readdirSync(to)) syncFile(join(to, name));
    syncFolder(to);
    rmSync(from, { recursive: true });
  }
}
