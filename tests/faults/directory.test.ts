import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { program, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { HANG_MS } from '../harness/hang.ts';

/** What lies in a data directory; the empty name is the directory itself. */
const targets = [
  ...[
    'journal.sqlite',
    'journal.sqlite-wal',
    'server.sqlite',
    'server.sqlite-wal',
    'access.sqlite',
    'access.sqlite-wal',
  ],
  ...[
    'witness',
    'witness.key',
    'kill',
    'admin.token',
    'identity.key',
    'vault.key',
    'market.json',
    'server.json',
    'bot.lock',
  ],
  ...['failures.jsonl', 'check-binance.json', 'logs', 'recordings', ''],
] as const;
const damages = [
  ...['missing', 'empty', 'cut', 'garbled', 'older', 'unreadable', 'a folder', 'a file', 'a link', 'a link to nothing'],
  ...['a link in a circle', 'a pipe'],
] as const;
type Case = { readonly of: (typeof targets)[number]; readonly by: (typeof damages)[number] };

const seed = Number(process.env.TRIQUAD_SEED ?? 20261128);
const { uniform: chance } = seededRandom(seed);
const all: readonly Case[] = targets.flatMap((of) => damages.map((by) => ({ of, by })));
const drawn = all
  .map((one) => ({ one, place: chance() }))
  .sort((a, b) => a.place - b.place)
  .slice(0, scaled(0, all.length, all.length))
  .map(({ one }) => one);
/** A pipe that was waited for, a link that a backup left out, a file of root's that was told as absent. */
const always: readonly Case[] = [
  { of: 'vault.key', by: 'a pipe' },
  { of: 'access.sqlite', by: 'a link' },
  { of: '', by: 'unreadable' },
];

/** Root may read everything: as root the commands run as somebody else. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
const canRun = other === null || spawnSync(process.execPath, ['-e', ''], other).status === 0;

const lives = { older: '', now: '' };
let backup = '';

beforeAll(async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const live = async (): Promise<string> => {
    const bot = await startBot({ dataDir, args: ['--autostart'] });
    await bot.kill();
    const folder = join(temporaryFolder(), 'data');
    cpSync(dataDir, folder, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
    return folder;
  };
  lives.older = await live();
  lives.now = await live();
  writeFileSync(join(lives.now, 'market.json'), '{"market":"simulated"}\n', { mode: 0o600 });
  writeFileSync(join(lives.now, 'failures.jsonl'), '', { mode: 0o600 });
  const check = { exchange: 'binance', began: '2026-01-31T12:00:00.000Z', ended: null, findings: [] };
  writeFileSync(join(lives.now, 'check-binance.json'), JSON.stringify([{ url: null, check }]), { mode: 0o600 });
  mkdirSync(join(lives.now, 'recordings'), { mode: 0o700 });
  const made = await triquad(['backup', temporaryFolder(), '--data-dir', lives.now, '--json']);
  backup = (JSON.parse(made.stdout) as { backup: string }).backup;
  giveAway(dirname(backup));
});

type Ended = { readonly code: number | null; readonly text: string };

/** A command as the user whose directory it is. */
async function run(dataDir: string, ...args: string[]): Promise<Ended> {
  const home = dirname(dataDir);
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, NO_COLOR: '1' };
  const child = spawn(process.execPath, [program, ...args], { env, ...other, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let isUp = false;
  const hear = (chunk: Buffer): void => {
    text += chunk;
    if (isUp || !text.includes('sign in')) return;
    isUp = true;
    child.kill('SIGTERM');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const hung = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  const [code, signal] = await once(child, 'close');
  clearTimeout(hung);
  expect(signal, `${args.join(' ')} hung`).toBeNull();
  expect(text, args.join(' ')).not.toMatch(/\n\s+at |node:internal|\[\w*Error/);
  return { code, text };
}

/** The same life again, damaged, in a folder of the other user's. */
function damaged(one: Case): string {
  const dataDir = join(temporaryFolder(), 'data');
  cpSync(lives.now, dataDir, { recursive: true, verbatimSymlinks: true });
  giveAway(dirname(dataDir));
  damage(one, dataDir);
  return dataDir;
}

function giveAway(folder: string): void {
  if (other === null) return;
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), other.uid, other.gid);
}

function damage({ of, by }: Case, dataDir: string): void {
  const path = join(dataDir, of);
  const apart = join(dirname(dataDir), 'apart');
  const isFile = existsSync(path) && lstatSync(path).isFile();
  const ways: Record<Case['by'], () => void> = {
    missing: () => rmSync(path, { recursive: true, force: true }),
    empty: () => isFile && truncateSync(path, 0),
    cut: () => isFile && truncateSync(path, Math.floor(lstatSync(path).size * 0.6)),
    garbled: () => isFile && writeFileSync(path, garbled(readFileSync(path))),
    older: () => existsSync(join(lives.older, of)) && isFile && copyFileSync(join(lives.older, of), path),
    unreadable: () => existsSync(path) && (other === null ? chmodSync(path, 0) : owned(path, 0)),
    'a folder': () => replaced(path, () => mkdirSync(path, { mode: 0o700 })),
    'a file': () => replaced(path, () => writeFileSync(path, 'x', { mode: 0o600 })),
    'a link': () => existsSync(path) && moved(path, apart),
    'a link to nothing': () => replaced(path, () => symlinkSync(join(dirname(dataDir), 'nothing'), path)),
    'a link in a circle': () => replaced(path, () => symlinkSync(path, path)),
    'a pipe': () => replaced(path, () => expect(spawnSync('mkfifo', ['-m', '600', path]).status).toBe(0)),
  };
  ways[by]();
  if (other !== null && by !== 'unreadable' && existsSync(path)) chownSync(path, other.uid, other.gid);
}

const owned = (path: string, uid: number): void => {
  chownSync(path, uid, uid);
  chmodSync(path, lstatSync(path).isDirectory() ? 0o700 : 0o600);
};
const moved = (path: string, to: string): void => {
  renameSync(path, to);
  symlinkSync(to, path);
};
const replaced = (path: string, make: () => void): void => {
  rmSync(path, { recursive: true, force: true });
  make();
};
const garbled = (bytes: Buffer): Buffer => {
  const from = Math.floor(bytes.length * 0.3);
  for (let place = from; place < Math.min(bytes.length, from + 3_000); place += 1) bytes[place] = (place * 131) % 256;
  return bytes;
};

const start = (dataDir: string): Promise<Ended> =>
  run(dataDir, 'serve', '--port', '0', '--data-dir', dataDir, '--autostart');

/** What a start, and then each command, makes of the same damage. */
async function judged(one: Case): Promise<void> {
  const copy = () => damaged(one);
  const started = await start(copy());
  const isRefused = started.code !== 0;
  if (isRefused) expect(started.text).toMatch(/^triquad: [^\n]+\n$/);

  const dataDir = copy();
  const doctor = await run(dataDir, 'doctor', '--data-dir', dataDir);
  if (isRefused) expect(doctor.code, `${started.text} ${doctor.text}`).not.toBe(0);
  const status = await run(dataDir, 'status', '--data-dir', dataDir);
  expect(status.code).toBe(3);
  if (one.by === 'unreadable' && one.of === '') expect(status.text).not.toContain('no bot runs');
  const into = join(dirname(dataDir), 'backups');
  const made = await run(dataDir, 'backup', into, '--data-dir', dataDir);
  expect(made.text).toMatch(/\S/);
  if (isRefused) expect(made.code, `${started.text} ${made.text}`).not.toBe(0);
  if (made.code === 0) await restorable(join(into, readdirSync(into)[0] ?? ''));
  else expect(existsSync(into) ? readdirSync(into) : []).toEqual([]);
  const killed = await run(dataDir, 'kill', '--data-dir', dataDir);
  if (killed.code === 0 && !isRefused && one.by !== 'missing') expect((await halted(dataDir)).text).toContain('halted');
  const adopted = await run(dataDir, 'adopt', '--yes', '--data-dir', dataDir);
  if (!isRefused) expect(adopted.code).not.toBe(0);
  const restored = await run(dataDir, 'restore', backup, '--data-dir', dataDir, '--replace');
  if (one.of !== '') expect(restored.code, restored.text).toBe(0);
  if (restored.code === 0) expect((await start(dataDir)).code).toBe(0);
}

/** A backup that was made is one that a start takes. */
async function restorable(made: string): Promise<void> {
  const dataDir = join(temporaryFolder(), 'data');
  giveAway(dirname(dataDir));
  expect((await run(dataDir, 'restore', made, '--data-dir', dataDir)).code).toBe(0);
  expect(await start(dataDir)).toMatchObject({ code: 0 });
}

const halted = (dataDir: string): Promise<Ended> => run(dataDir, 'doctor', '--data-dir', dataDir);

test.skipIf(!canRun).each([...always, ...drawn])(`"$of" is $by (seed ${seed})`, judged, 2 * HANG_MS);
