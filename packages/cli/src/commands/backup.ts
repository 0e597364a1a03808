import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import settings from '../../package.json' with { type: 'json' };
import { isArchive, pack } from '../archive.ts';
import { type ConnectionOptions, resolveConnection } from '../connection.ts';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { createPrinter } from '../printer.ts';
import { withExamples } from './examples.ts';
import { withGlobalOptions } from './global-options.ts';
import { upkeep } from './upkeep-failure.ts';

interface Options extends ConnectionOptions {
  readonly keys: boolean;
  readonly json?: true;
}

/** `triquad backup`: of the data directory, whether its bot runs or not. */
export function backupCommand(host: Host): Command {
  const command = withGlobalOptions(new Command('backup'))
    .description('copy the data directory while the bot runs, and verify the copy')
    .argument('<where>', 'a folder, which gets a new one in it, or a file that ends in .tar.gz')
    .option('--no-keys', 'leave out the administrator’s token and the key of the vault')
    .action((where: string, _: unknown, self: Command) =>
      backup(host, resolve(where), self.optsWithGlobals<Options>()),
    );
  return withExamples(command, [
    ['triquad backup ~/backups', 'into a new folder there, named by the time'],
    ['triquad backup --no-keys triquad.tar.gz', 'one file, without what opens the vault'],
  ]);
}

async function backup(host: Host, where: string, options: Options): Promise<void> {
  const { backUp, isInUse, verifyJournal } = await import('@triquad/bot');
  const dataDir = dataDirectory(options.dataDir);
  if (!existsSync(join(dataDir, 'journal.sqlite'))) {
    throw new CommandFailure(`${dataDir} holds no bot's data; say where it is with --data-dir`, exitCode.refused);
  }
  const at = new Date();
  const target = targetOf(where, at);
  const folder = `${target}.making`;
  mkdirSync(dirname(target), { recursive: true });
  await upkeep(async () => {
    const whileItRuns = isInUse(dataDir);
    if (whileItRuns) move(await asked(host, options), folder);
    else
      await backUp({
        dataDir,
        into: folder,
        held: {},
        keys: options.keys,
        version: settings.version,
        at: at.getTime(),
      });
    try {
      const facts = verifyJournal(folder);
      if (isArchive(target)) pack(folder, target);
      else renameSync(folder, target);
      const print = createPrinter(host, options.json === true);
      print.fields({ backup: target, facts, keys: options.keys, while_it_runs: whileItRuns }, (made) => [
        { name: 'backup', value: made.backup },
        { name: 'facts', value: `${made.facts}, their chain holds`, tone: 'good' },
        { name: 'keys', value: made.keys ? 'in it: keep it as you keep the data directory' : 'left out' },
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** A folder gets a new one in it each time, the first time too: no backup ends up in another. */
function targetOf(where: string, at: Date): string {
  const isTaken = existsSync(where) && (isArchive(where) || !statSync(where).isDirectory());
  if (isTaken) throw new CommandFailure(`${where} exists already; give another name`, exitCode.usage);
  return isArchive(where) ? where : join(where, `triquad-${at.toISOString().replaceAll(/[:.]/g, '-')}`);
}

/** The bot that holds the files copies them itself, beside them. */
async function asked(host: Host, options: Options): Promise<string> {
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
