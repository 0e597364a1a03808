import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { isArchive, unpacked } from '../archive.ts';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly dataDir?: string;
  readonly replace?: true;
}

/** `triquad restore`: makes a data directory out of a backup, while no bot uses it. */
export const restoreCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'restore',
    description: 'make a data directory out of a backup, verified before it takes its place',
    arguments: [new Argument('<from>', 'the folder or the .tar.gz that "triquad backup" made')],
    options: [
      option('--data-dir <path>', 'where the bot shall keep its data'),
      option('--replace', 'put a data directory that is not empty aside, under another name'),
    ],
    exits: ['conflict'],
    examples: [
      [
        'triquad restore ~/backups/triquad-2026-11-20T12-00-00-000Z --replace',
        'the data directory of before stays beside it',
      ],
      ['triquad restore triquad.tar.gz --data-dir /tmp/look', 'somewhere else, to look at it'],
    ],
    run: restoreBackup,
  });

async function restoreBackup({ print, options, args }: Invocation<Options>): Promise<void> {
  const { restore } = await import('@triquad/bot');
  const from = resolve(args[0] ?? '');
  if (!existsSync(from)) throw new CommandFailure(`there is no backup ${from}`, exitCode.refused);
  const dataDir = dataDirectory(options.dataDir);
  await maintain(async () => {
    const request = { dataDir, replace: options.replace === true, at: Date.now() };
    const { facts, putAside, manifest } = isArchive(from)
      ? await unpacked(from, dataDir, (folder) => restore({ ...request, from: folder }))
      : await restore({ ...request, from });
    const document = {
      data_dir: dataDir,
      made_at: manifest.created_at,
      facts,
      keys: manifest.keys,
      put_aside: putAside,
    };
    print.fields(document, () => [
      { name: 'restored', value: dataDir },
      { name: 'made', value: manifest.created_at },
      { name: 'facts', value: `${facts}, their chain holds`, tone: 'good' },
      { name: 'sessions', value: 'ended: everybody signs in again' },
      ...(manifest.keys
        ? []
        : [{ name: 'keys', value: 'not in it: put vault.key back before the start', tone: 'warn' as const }]),
      ...(putAside === null ? [] : [{ name: 'put aside', value: putAside }]),
    ]);
  });
}
