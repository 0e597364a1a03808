import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { readWitness } from '../../packages/bot/src/journal/witness.ts';
import { openUsers } from '../../packages/bot/src/maintenance/users.ts';
import { cheapHash } from '../../packages/bot/src/server/cheap-hash.suite.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { type Bot, program, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { listen } from '../harness/listener.ts';
import { quotedMarket } from './quoted-market.ts';

/** The files of a data directory. Loss of what they hold must be refused; a lost log of `server.sqlite` need not be. */
const targets = {
  'the journal': ['journal.sqlite'],
  'the log of the journal': ['journal.sqlite-wal'],
  'the journal and its log': ['journal.sqlite', 'journal.sqlite-wal'],
  'server.sqlite': ['server.sqlite', 'server.sqlite-wal'],
  'access.sqlite': ['access.sqlite', 'access.sqlite-wal'],
  'the log of server.sqlite': ['server.sqlite-wal'],
  'the log of access.sqlite': ['access.sqlite-wal'],
  'the witness': ['witness'],
  'the key of the witness': ['witness.key'],
} as const;
const damages = ['missing', 'empty', 'cut', 'garbled', 'older'] as const;
const endings = ['stopped', 'killed'] as const;
type Case = {
  readonly of: keyof typeof targets;
  readonly by: (typeof damages)[number];
  readonly after: (typeof endings)[number];
};

const seed = Number(process.env.TRIQUAD_SEED ?? 8);
const { uniform: chance } = seededRandom(seed);
const all: readonly Case[] = (Object.keys(targets) as Case['of'][]).flatMap((of) =>
  damages.flatMap((by) => endings.map((after) => ({ of, by, after }))),
);
const drawn = all
  .map((one) => ({ one, place: chance() }))
  .sort((a, b) => a.place - b.place)
  .slice(0, scaled(0, 30, all.length))
  .map(({ one }) => one);
/** One damage that is refused, and one that loses nothing. */
const always: readonly Case[] = [
  { of: 'the journal', by: 'cut', after: 'killed' },
  { of: 'the log of server.sqlite', by: 'missing', after: 'killed' },
];

const args = [...quotedMarket(), '--autostart'];
const waysOn = 'restore a backup with "triquad restore", or accept the loss with "triquad adopt"';
const lives = { older: '', stopped: '', killed: '' };
let backup = '';
let users = 0;

/** How many entries of the audit log the witness knows of. */
const anchoredIn = (dataDir: string): number => {
  const witness = readWitness(dataDir);
  return witness.kind === 'read' ? (witness.last.heads.audit?.count ?? 0) : 0;
};

/** Makes a user, and a call that the audit log keeps, and waits for the witness. */
async function grantTo({ dataDir, call }: Bot, name: string): Promise<void> {
  const before = anchoredIn(dataDir);
  using users = openUsers(dataDir, 'test', cheapHash);
  await users.add(name, 'viewer', 'correct horse battery');
  expect((await call('DELETE', '/backtest/none')).status).toBe(404);
  await vi.waitFor(() => expect(anchoredIn(dataDir)).toBeGreaterThan(before), { timeout: 60_000 });
}

beforeAll(async () => {
  const dataDir = temporaryFolder();
  const live = async (end: 'stop' | 'kill'): Promise<string> => {
    const bot = await startBot({ dataDir, args });
    using socket = await listen(bot, 'executions');
    await socket.first(1, 'execution', (execution) => execution.status !== 'pending');
    await grantTo(bot, `user-${users}`);
    users += 1;
    await bot[end]();
    const folder = join(temporaryFolder(), 'data');
    cpSync(dataDir, folder, { recursive: true });
    return folder;
  };
  lives.older = await live('kill');
  const made = await triquad(['backup', temporaryFolder(), '--data-dir', dataDir, '--json']);
  backup = (JSON.parse(made.stdout) as { backup: string }).backup;
  lives.killed = await live('kill');
  if (drawn.length > 0) lives.stopped = await live('stop');
});

test.each([...always, ...drawn])(`$of $by, after the bot was $after (seed ${seed})`, async (one) => {
  await survives(one, one === always[0] || drawn.length > 0);
});

const ofAccess: readonly Case[] = [
  { of: 'access.sqlite', by: 'older', after: 'killed' },
  { of: 'the log of access.sqlite', by: 'missing', after: 'killed' },
  { of: 'the log of access.sqlite', by: 'empty', after: 'killed' },
  { of: 'access.sqlite', by: 'older', after: 'stopped' },
];
test.each(ofAccess.slice(0, scaled(1, 4, 4)))(
  'users and entries of the audit log are missed: $of $by, after the bot was $after',
  async (one) => {
    expect(await survives(one, drawn.length > 0)).toMatch(
      /^triquad: access\.sqlite is (older than the bot left it: it lacks|empty: it held) [^\n]* the audit log/,
    );
  },
);

/**
 * Damages a data directory as the case says; the line that refuses the start, or null. Either way nothing is lost unsaid. `goesOn`: the
 * loss is accepted, then the backup restored.
 */
async function survives(one: Case, goesOn: boolean): Promise<string | null> {
  const dataDir = join(temporaryFolder(), 'data');
  cpSync(lives[one.after], dataDir, { recursive: true });
  const acknowledged = factsIn(dataDir);
  damage(dataDir, one);
  const before = contents(dataDir);

  const doctor = await triquad(['doctor', '--data-dir', dataDir, '--json']);
  const { checks } = JSON.parse(doctor.stdout) as { checks: { verdict: string; detail: string; advice: string }[] };
  const said = checks.filter(({ verdict, advice }) => verdict === 'fail' && advice === waysOn);
  const started = await start(dataDir);
  if (started === null) {
    expect(said).toEqual([]);
    expect(factsIn(dataDir).slice(0, acknowledged.length)).toEqual(acknowledged);
  } else {
    expect(started).toMatch(new RegExp(`^triquad: [^\\n]*; ${waysOn}\\n$`));
    for (const { detail } of said) expect(started).toContain(detail);
    expect({ code: doctor.code, said: said.length > 0 }).toEqual({ code: 1, said: true });
    expect(contents(dataDir)).toEqual(before);
    if (goesOn) await adopted(dataDir);
  }
  if (!goesOn) return started;
  const restored = await triquad(['restore', backup, '--data-dir', dataDir, '--replace']);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  await using bot = await startBot({ dataDir, args });
  expect(await bot.stop()).toBe(0);
  return started;
}

/** The line that refuses the start; null when it goes on, which it then did until it was stopped. */
async function start(dataDir: string): Promise<string | null> {
  try {
    await using bot = await startBot({ dataDir, args });
    await bot.stop();
    return null;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    expect(text).toMatch(/^the bot ended with 1\n/);
    return text.slice(text.indexOf('\n') + 1);
  }
}

/** Accepts the loss: the bot starts again, with what was whole, halted by the loss until that is reset. */
async function adopted(dataDir: string): Promise<void> {
  expect(await triquad(['adopt', '--data-dir', dataDir])).toMatchObject({ code: 2, stdout: '' });
  const { code, stdout } = await triquad(['adopt', '--data-dir', dataDir, '--yes', '--json']);
  const { put_aside, facts } = JSON.parse(stdout) as { put_aside: string; facts: number };
  expect({ code, aside: existsSync(put_aside) }).toEqual({ code: 0, aside: true });
  expect(factsIn(dataDir).length).toBe(facts + 1);
  await using bot = await startBot({ dataDir, args });
  const { body } = await bot.call('GET', '/bot/status');
  expect(body).toMatchObject({ is_running: false, halted: { reason: expect.stringMatching(/^facts were lost: /) } });
  expect(await bot.stop()).toBe(0);
}

function damage(dataDir: string, { of, by, after }: Case): void {
  for (const name of targets[of]) {
    const file = join(dataDir, name);
    const older = join(lives.older, name);
    if (by === 'older') {
      if (existsSync(older)) copyFileSync(older, file);
      else rmSync(file, { force: true });
    } else if (!existsSync(file)) continue;
    else if (by === 'missing') rmSync(file);
    else if (by === 'empty') truncateSync(file, 0);
    else if (by === 'cut') truncateSync(file, Math.floor(readFileSync(file).length * (0.2 + 0.6 * chance())));
    else garble(file);
  }
  // A shared index of a log that was exchanged would be another damage.
  if (after === 'killed')
    for (const name of readdirSync(dataDir)) if (name.endsWith('-shm')) rmSync(join(dataDir, name));
}

function garble(file: string): void {
  const bytes = readFileSync(file);
  const from = Math.floor(chance() * bytes.length * 0.8);
  for (let place = from; place < Math.min(bytes.length, from + 3_000); place += 1) {
    bytes[place] = Math.floor(chance() * 256);
  }
  writeFileSync(file, bytes);
}

/** What a start may not touch when it is refused. */
function contents(dataDir: string): Readonly<Record<string, string>> {
  const names = Object.values(targets).flat();
  const found = names.filter((name) => existsSync(join(dataDir, name)));
  return Object.fromEntries(found.map((name) => [name, readFileSync(join(dataDir, name)).toString('base64')]));
}

/** The facts that a program without our code finds in the journal. */
function factsIn(dataDir: string): readonly string[] {
  const copy = mkdtempSync(join(temporaryFolder(), 'copy-'));
  for (const name of targets['the journal and its log']) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name));
  }
  const database = new DatabaseSync(join(copy, 'journal.sqlite'));
  try {
    return database
      .prepare('SELECT hash FROM journal ORDER BY seq')
      .all()
      .map(({ hash }) => String(hash));
  } finally {
    database.close();
  }
}

test('all that a bot keeps is its owner’s alone, recordings too, under any umask', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const serve = ['serve', '--port', '0', '--market', 'simulated', '--data-dir', dataDir, '--record', '--record-inputs'];
  const shell = ['-c', 'umask 000; exec "$0" "$@"', process.execPath, program, ...serve, '--autostart'];
  const bot = spawn('sh', shell, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void bot.kill('SIGKILL'));
  await once(bot.stdout, 'data');
  bot.kill('SIGTERM');
  expect((await once(bot, 'exit'))[0]).toBe(0);
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.startsWith('recordings/')).length).toBeGreaterThan(2);
  expect(names.filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)).toEqual([]);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
});
