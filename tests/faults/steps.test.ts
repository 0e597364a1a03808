import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { planAdoption } from '../../packages/bot/src/maintenance/adopt.ts';
import { examineLife } from '../../packages/bot/src/maintenance/examine-life.ts';
import { restore } from '../../packages/bot/src/maintenance/restore.ts';
import { openUsers } from '../../packages/bot/src/maintenance/users.ts';
import { cheapHash } from '../../packages/bot/src/server/cheap-hash.suite.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { type Bot, type Finished, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { HANG_MS } from '../harness/hang.ts';
import { counted, createDiskShim, type DiskShim, errnos, hasDiskShim, killed } from './disk-shim.ts';

/** How many steps of a command are drawn; all of them in `npm run faults`. */
const share = scaled(1, 8, Number.POSITIVE_INFINITY);
const seed = Number(process.env.TRIQUAD_SEED ?? 20261128);
const { uniform: chance } = seededRandom(seed);

let life = '';
let made = '';

beforeAll(async () => {
  const bot = await startBot({ args: ['--autostart'] });
  const sealed = { enabled: false, api_key: 'key', api_secret: 'secret', passphrase: '', testnet: true };
  expect(await bot.call('POST', '/system/exchanges/kraken', sealed)).toMatchObject({ status: 200 });
  await bot.kill();
  life = bot.dataDir;
  {
    using users = openUsers(life, 'test', cheapHash);
    await users.add('ana', 'admin', 'correct horse battery');
  }
  const backup = await triquad(['backup', temporaryFolder(), '--data-dir', life, '--json']);
  made = (JSON.parse(backup.stdout) as { backup: string }).backup;
});

/** A folder with a data directory and a folder of backups, in which one is. */
function place(): { readonly folder: string; readonly dataDir: string; readonly backups: string } {
  const folder = realpathSync(temporaryFolder());
  const dataDir = join(folder, 'data');
  cpSync(life, dataDir, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
  cpSync(made, join(folder, 'backups', basename(made)), { recursive: true });
  return { folder, dataDir, backups: join(folder, 'backups') };
}
type Place = ReturnType<typeof place>;

/** Facts that an adoption would go on with, or that a start reads. */
const wholeFacts = (dataDir: string): number => {
  const plan = planAdoption(dataDir);
  if (plan !== null) return plan.facts;
  using journal = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  return Number(journal.prepare('SELECT max(seq) AS seq FROM journal').get()?.seq);
};

interface Trial {
  readonly name: string;
  readonly prepare?: (where: Place) => void;
  readonly args: (where: Place) => readonly string[];
  /** Its exit code where nothing fails; 0 if not given. */
  readonly code?: number;
  /** Exit codes of the command after one that was ended, or failed; 0 if not given. */
  readonly repeated?: readonly number[];
  /** What must hold wherever it was ended; the command has not been repeated yet. */
  readonly ended: (where: Place) => Promise<void>;
}

/** Would a start take the directory? */
const isTaken = (dataDir: string): boolean => examineLife(dataDir).go !== 'refuse';

const restorable = async (backup: string): Promise<void> => {
  const dataDir = join(temporaryFolder(), 'data');
  await restore({ from: backup, dataDir, replace: false, at: Date.now() });
  expect(isTaken(dataDir)).toBe(true);
};

const unpackedOnce = async (file: string): Promise<void> => {
  const dataDir = join(temporaryFolder(), 'data');
  expect(await triquad(['restore', file, '--data-dir', dataDir])).toMatchObject({ code: 0 });
  expect(isTaken(dataDir)).toBe(true);
};

const content = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => lstatSync(join(folder, name)).isFile() && !/-(shm|wal)$/.test(name))
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    );

const isUnfinished = (name: string): boolean => /\.making-\d+$/.test(name);
const isWhole = (name: string): boolean => /^triquad-[\dTZ-]+$/.test(name);

const commands: readonly Trial[] = [
  {
    name: 'backup --keep 2',
    args: ({ dataDir, backups }) => ['backup', backups, '--keep', '2', '--data-dir', dataDir],
    ended: async ({ dataDir, backups }) => {
      expect(content(dataDir)).toEqual(content(life));
      const whole = readdirSync(backups).filter(isWhole);
      expect(whole).toContain(basename(made));
      for (const name of whole) await restorable(join(backups, name));
    },
  },
  {
    name: 'backup to one file',
    args: ({ dataDir, backups }) => ['backup', join(backups, 'one.tar.gz'), '--data-dir', dataDir],
    ended: async ({ dataDir, backups }) => {
      expect(content(dataDir)).toEqual(content(life));
      if (existsSync(join(backups, 'one.tar.gz'))) await unpackedOnce(join(backups, 'one.tar.gz'));
    },
  },
  {
    name: 'restore --replace',
    args: ({ dataDir }) => ['restore', made, '--replace', '--data-dir', dataDir],
    ended: async ({ dataDir }) => {
      if (existsSync(dataDir)) expect(isTaken(dataDir)).toBe(true);
      else await refusedToStart(dataDir);
    },
  },
  {
    name: 'adopt',
    prepare: ({ dataDir }) => {
      using journal = new DatabaseSync(join(dataDir, 'journal.sqlite'));
      const triggers = journal.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
      for (const { name } of triggers) journal.exec(`DROP TRIGGER ${name}`);
      journal.exec("UPDATE journal SET payload = '{}' WHERE seq = (SELECT max(seq) - 3 FROM journal)");
      for (const { sql } of triggers) journal.exec(String(sql));
    },
    args: ({ dataDir }) => ['adopt', '--yes', '--data-dir', dataDir],
    repeated: [0, 1],
    ended: async ({ dataDir }) => expect(wholeFacts(dataDir)).toBeGreaterThanOrEqual(wholeFacts(life) - 4),
  },
  {
    name: 'user remove',
    args: ({ dataDir }) => ['user', 'remove', 'ana', '--force', '--yes', '--data-dir', dataDir],
    repeated: [0, 1],
    ended: async ({ dataDir }) => expect(isTaken(dataDir)).toBe(true),
  },
  {
    name: 'kill',
    args: ({ dataDir }) => ['kill', '--data-dir', dataDir],
    code: 3,
    repeated: [3],
    ended: async ({ dataDir }) => expect(isTaken(dataDir)).toBe(true),
  },
  {
    name: 'rotate token',
    args: ({ dataDir }) => ['rotate', 'token', '--data-dir', dataDir],
    ended: async ({ dataDir }) => expect(isTaken(dataDir)).toBe(true),
  },
  {
    name: 'rotate vault-key',
    args: ({ dataDir }) => ['rotate', 'vault-key', '--data-dir', dataDir],
    ended: async ({ dataDir }) => expect(isTaken(dataDir)).toBe(true),
  },
];

/** A directory that is not there would be the beginning of a new life. */
const refusedToStart = async (dataDir: string): Promise<void> => {
  const started = await triquad(['serve', '--port', '0', '--market', 'simulated', '--data-dir', dataDir]);
  expect(started.code).not.toBe(0);
  expect(started.stderr).toMatch(/^triquad: a restore of [^\n]+ was ended before it was done[^\n]+\n$/);
};

const prepared = ({ prepare }: Trial): Place => {
  const where = place();
  prepare?.(where);
  return where;
};

type Fault = { readonly kill_how: number } | { readonly fail_errno: number };

/** Runs a command with one fault at a step, counted from 1; without a fault the number of its steps. */
async function run(
  { args }: Trial,
  where: Place,
  at: number,
  fault: Fault | null,
): Promise<Finished & { steps: number }> {
  using shim = createDiskShim(where.folder);
  const meant = fault === null ? {} : 'kill_how' in fault ? { kill_at: at } : { fail_from: at, fail_count: -1 };
  shim.set({ counts: counted.all, ...fault, ...meant });
  const finished = await triquad([...args(where)], shim.env);
  return { ...finished, steps: shim.get('calls') };
}

const drawn = (steps: number): readonly number[] =>
  Array.from({ length: steps }, (_, step) => ({ step: step + 1, order: chance() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, share)
    .map(({ step }) => step);

/** What a killed or failed command has left is gone, and its result is there. */
async function again(trial: Trial, where: Place): Promise<void> {
  const finished = await triquad([...trial.args(where)]);
  expect(trial.repeated ?? [0], finished.stderr).toContain(finished.code);
  const left = readdirSync(where.folder, { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => /\.(making|restoring|unpacking)-/.test(name))).toEqual([]);
  if (existsSync(where.dataDir)) expect(isTaken(where.dataDir)).toBe(true);
}

const expectOneLine = ({ stderr, code }: Finished, step: string): void => {
  expect(code, step).not.toBeNull();
  if (code !== 0) expect(stderr, step).toMatch(/^(?:.*\n)*triquad: [^\n]+\n$/);
  expect(stderr, step).not.toMatch(/\n\s+at |node:internal|\[\w*Error/);
};

/** The others, and disks that fail, are of `test:all`. */
const shown = commands.slice(0, scaled(3, commands.length, commands.length));

describe.skipIf(!hasDiskShim()).each(shown)(`$name (seed ${seed})`, (trial) => {
  test(
    'ended at any step it leaves nothing that a start refuses, and runs again',
    async () => {
      const { steps, code, stderr } = await run(trial, prepared(trial), 0, null);
      expect(code, stderr).toBe(trial.code ?? 0);
      expect(steps).toBeGreaterThan(0);
      for (const at of drawn(steps)) {
        const where = prepared(trial);
        const how = chance() < 0.5 ? killed.before : killed.after;
        await run(trial, where, at, { kill_how: how });
        await trial.ended(where);
        await again(trial, where);
      }
    },
    120 * HANG_MS,
  );

  if (share > 1)
    test(
      'a disk that is full, read-only or broken from any step on is one line, and it runs again',
      async () => {
        const { steps } = await run(trial, prepared(trial), 0, null);
        for (const at of drawn(steps)) {
          for (const name of ['ENOSPC', 'EROFS', 'EIO'] as const) {
            const where = prepared(trial);
            const finished = await run(trial, where, at, { fail_errno: errnos[name] });
            expectOneLine(finished, `${name} at ${at} of ${steps}`);
            await trial.ended(where);
            await again(trial, where);
          }
        }
      },
      120 * HANG_MS,
    );
});

test.skipIf(!hasDiskShim())('a slow disk delays a backup and a restore, and nothing else', async () => {
  for (const trial of commands.slice(0, 3)) {
    const where = place();
    using shim = createDiskShim(where.folder);
    shim.set({ sync_ms: 100 });
    expect(await triquad([...trial.args(where)], shim.env), trial.name).toMatchObject({ code: 0 });
    await trial.ended(where);
  }
});

/** Steps of the backup of a running bot, counted in its folder of backups alone. */
const ofBot = async (dataDir: string, during: (shim: DiskShim, bot: Bot) => Promise<void>): Promise<void> => {
  using shim = createDiskShim(dataDir);
  await using bot = await startBot({ dataDir, args: ['--autostart'], env: shim.env });
  await during(shim, bot);
};

test.skipIf(!hasDiskShim())('a bot that ends while it backs itself up keeps whole backups alone', async () => {
  const dataDir = join(realpathSync(temporaryFolder()), 'data');
  const backups = join(dataDir, 'backups');
  for (let round = 0; round < Math.min(share, 8); round += 1) {
    await ofBot(dataDir, async (shim, bot) => {
      expect(await bot.call('POST', '/system/backup', {})).toMatchObject({ status: 200 });
      shim.set({ sync_ms: 20 });
      const ended = once(bot.process, 'exit');
      const answered = bot.call('POST', '/system/backup', {}).catch(() => null);
      await expect.poll(() => readdirSync(backups).some(isUnfinished)).toBe(true);
      shim.set({ sync_ms: 0, counts: counted.all, kill_at: 1 + Math.floor(chance() * 30), kill_how: killed.after });
      await ended;
      await answered;
    });
    await ofBot(dataDir, async () => {
      expect(readdirSync(backups)).not.toEqual([]);
      expect(readdirSync(backups).filter(isUnfinished)).toEqual([]);
      for (const name of readdirSync(backups)) await restorable(join(backups, name));
    });
  }
});

test.skipIf(!hasDiskShim())('a clock that is stepped during a backup costs none', async () => {
  const dataDir = join(realpathSync(temporaryFolder()), 'data');
  const backups = join(dataDir, 'backups');
  await ofBot(dataDir, async (shim, bot) => {
    const folders: string[] = [];
    for (const step of [-86_400_000, 172_800_000, -3_600_000]) {
      shim.set({ sync_ms: 20 });
      const answered = bot.call('POST', '/system/backup', {});
      await expect.poll(() => existsSync(backups) && readdirSync(backups).some(isUnfinished)).toBe(true);
      shim.set({ wall_ms: step, sync_ms: 0 });
      const { status, body } = await answered;
      expect(status).toBe(200);
      folders.push((body as { folder: string }).folder);
    }
    expect(readdirSync(backups).sort()).toEqual(folders.map((folder) => basename(folder)).sort());
    for (const folder of folders) await restorable(folder);
    expect(bot.output()).not.toMatch(/\n\s+at /);
  });
});

test('two backups at once are both whole', async () => {
  const { dataDir, backups } = place();
  const args = ['backup', backups, '--keep', '3', '--data-dir', dataDir];
  const both = await Promise.all([triquad(args), triquad(args)]);
  expect(both.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(['0 ', '0 ']);
  expect(readdirSync(backups)).toHaveLength(3);
  for (const name of readdirSync(backups)) await restorable(join(backups, name));
  expect(dirname(made)).not.toBe(backups);
});
