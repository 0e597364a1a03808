import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import settings from '../../package.json' with { type: 'json' };
import { isArchive, pack } from '../archive.ts';
import { type ConnectionOptions, chooseBot, resolveConnection } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { wholeBetween } from '../parse.ts';
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
  const { backUp, isInUse, verifyJournal } = await import('@triquad/bot');
  const dataDir = directoryOf(options, host.env);
  const at = new Date();
  const target = targetOf(resolve(where), at);
  if (options.keep !== undefined && isArchive(target)) {
    throw new CommandFailure('--keep is for a folder of backups, not for one file', exitCode.usage);
  }
  const folder = `${target}.making`;
  mkdirSync(dirname(target), { recursive: true });
  await maintain(async () => {
    const whileItRuns = isInUse(dataDir);
    if (whileItRuns) move(await folderOfBot(host, options), folder);
    else {
      const { keys } = options;
      await backUp({ dataDir, into: folder, held: {}, keys, version: settings.version, at: at.getTime() });
    }
    try {
      const facts = verifyJournal(folder);
      if (isArchive(target)) pack(folder, target);
      else renameSync(folder, target);
      const removed = options.keep === undefined ? [] : prune(dirname(target), options.keep);
      const document = {
        backup: target,
        data_dir: dataDir,
        facts,
        keys: options.keys,
        while_it_runs: whileItRuns,
        removed,
      };
      print.fields(document, (made) => [
        { name: 'backup', value: made.backup },
        { name: 'of', value: made.data_dir },
        { name: 'facts', value: `${made.facts}, their chain holds`, tone: 'good' },
        ...made.removed.map((value) => ({ name: 'deleted', value })),
        { name: 'keys', value: made.keys ? 'in it: keep it as you keep the data directory' : 'left out' },
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Only folders that this command has made and named by the time, so that the order of the names is that of the times. */
const ownName = /^triquad-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** Deletes the oldest backups until `keep` are left. */
function prune(folder: string, keep: number): string[] {
  const made = readdirSync(folder, { withFileTypes: true }).filter(
    (one) => one.isDirectory() && ownName.test(one.name),
  );
  const names = made.map(({ name }) => name).sort();
  const old = names.slice(0, Math.max(0, names.length - keep)).map((name) => join(folder, name));
  for (const one of old) rmSync(one, { recursive: true });
  return old;
}

/** @throws CommandFailure when another bot is named than that of the directory: its files are not here to copy. */
function directoryOf(options: Options, env: Host['env']): string {
  const { directory, elsewhere } = chooseBot(options, env);
  if (elsewhere !== null) {
    const message = `${elsewhere.by} names ${elsewhere.url.origin}, which is not the bot of ${directory}`;
    throw new CommandFailure(`${message}; say with --data-dir what to copy`, exitCode.usage);
  }
  if (existsSync(join(directory, 'journal.sqlite'))) return directory;
  throw new CommandFailure(`${directory} holds no bot's data; say where it is with --data-dir`, exitCode.refused);
}

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
    rmSync(from, { recursive: true });
  }
}
