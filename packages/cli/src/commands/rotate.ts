import type { Command } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly dataDir?: string;
}

const dataDirOption = () => option('--data-dir <path>', 'where the bot keeps its data');

/** `triquad rotate token|vault-key|identity`: replaces secrets of a data directory that no bot uses. */
export const rotateCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'rotate',
    description:
      'replace the administrator’s token, the key of the vault or the bot’s identity, while the bot is stopped',
    examples: [
      ['triquad rotate token', 'the one of before opens nothing from the next start on'],
      ['triquad rotate vault-key', 'everything in the vault is sealed again'],
    ],
    subcommands: [
      defineCommand<Options>(host, {
        name: 'token',
        description: 'make a new administrator’s token; sessions stay',
        options: [dataDirOption()],
        examples: [
          ['triquad rotate token', 'once somebody has seen the one of before'],
          ['triquad rotate token --data-dir ./data --json', 'for a script'],
        ],
        run: rotateToken,
      }),
      defineCommand<Options>(host, {
        name: 'vault-key',
        description: 'seal the vault with a new key',
        options: [dataDirOption()],
        examples: [
          ['triquad rotate vault-key', 'a backup of before keeps the key of before'],
          ['triquad rotate vault-key --data-dir ./data --json', 'for a script'],
        ],
        run: rotateVaultKey,
      }),
      defineCommand<Options>(host, {
        name: 'identity',
        description: 'make a new key by which the bot proves itself to shells over the network',
        options: [dataDirOption()],
        examples: [
          ['triquad rotate identity', 'then "triquad context trust <name>" where a context names the bot'],
          ['triquad rotate identity --data-dir ./data --json | jq -r .key', 'the new public key, for a script'],
        ],
        run: rotateIdentity,
      }),
    ],
  });

async function rotateToken({ print, options }: Invocation<Options>): Promise<void> {
  const bot = await import('@triquad/bot');
  const dataDir = dataDirectory(options.dataDir);
  await maintain(async () => {
    bot.rotateToken(dataDir);
    print.fields({ data_dir: dataDir, rotated: 'token' }, () => [
      { name: 'rotated', value: 'admin.token', tone: 'good' },
      { name: 'next', value: 'start the bot; give the new token to scripts and contexts that used the one of before' },
    ]);
  });
}

async function rotateIdentity({ print, options }: Invocation<Options>): Promise<void> {
  const bot = await import('@triquad/bot');
  const dataDir = dataDirectory(options.dataDir);
  await maintain(async () => {
    const key = bot.rotateIdentity(dataDir);
    print.fields({ data_dir: dataDir, rotated: 'identity', key }, () => [
      { name: 'rotated', value: 'identity.key', tone: 'good' },
      { name: 'key', value: key },
      { name: 'next', value: 'start the bot; "triquad context trust <name>" where a context names it' },
    ]);
  });
}

async function rotateVaultKey({ print, options }: Invocation<Options>): Promise<void> {
  const bot = await import('@triquad/bot');
  const dataDir = dataDirectory(options.dataDir);
  await maintain(async () => {
    const records = await bot.rotateVaultKey(dataDir);
    print.fields({ data_dir: dataDir, rotated: 'vault-key', records }, () => [
      { name: 'rotated', value: 'vault.key', tone: 'good' },
      { name: 'sealed again', value: String(records) },
      { name: 'next', value: 'make a new backup: older ones hold the key of before' },
    ]);
  });
}
