import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { CannotStart } from '../model/cannot-start.ts';
import { makeKeyFile } from '../vault/key-file.ts';
import { adminToken } from './admin-token.ts';
import { loadAssets } from './assets.ts';
import { openDataDirectory, writeServerFile } from './data-directory.ts';
import { openServerDatabase, serverSchema } from './database.ts';
import { openLogFile } from './log-file.ts';
import { readSecret } from './secret-file.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'triquad-files-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('the admin token is made once, for its owner alone', () => {
  const dataDir = folder();
  const token = readSecret(dataDir, adminToken);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(readSecret(dataDir, adminToken)).toBe(token);
  const file = join(dataDir, 'admin.token');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o640);
  expect(() => readSecret(dataDir, adminToken)).toThrow(/can be read by others; run: chmod 600/);
  chmodSync(file, 0o600);
  writeFileSync(file, 'guess me\n');
  expect(() => readSecret(dataDir, adminToken)).toThrow(/does not hold a token/);
});

test.skipIf(process.platform === 'win32')(
  'links and folders in the place of files are refused or replaced, never followed',
  () => {
    const dataDir = folder();
    const victim = join(folder(), 'victim');
    writeFileSync(victim, 'mine');
    symlinkSync(join(dataDir, 'nowhere'), join(dataDir, 'admin.token'));
    expect(() => readSecret(dataDir, adminToken)).toThrow(CannotStart);
    symlinkSync(victim, join(dataDir, 'server.json.new'));
    writeServerFile(dataDir, 'http://127.0.0.1:1', null);
    expect(JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8'))).toEqual({
      url: 'http://127.0.0.1:1',
      door: null,
      pid: process.pid,
    });
    symlinkSync(victim, join(dataDir, 'vault.key.new'));
    expect(makeKeyFile(dataDir).ok).toBe(true);
    expect(statSync(join(dataDir, 'vault.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    writeFileSync(join(dataDir, 'logs'), '');
    expect(() => openLogFile(dataDir)).toThrow(/logs.triquad\.log cannot be written/);
  },
);

test('a data directory is its owner’s, and must be one', () => {
  const parent = folder();
  openDataDirectory(join(parent, 'a', 'b'));
  expect(statSync(join(parent, 'a', 'b')).mode & 0o777).toBe(0o700);
  writeFileSync(join(parent, 'file'), '');
  expect(() => openDataDirectory(join(parent, 'file', 'data'))).toThrow(CannotStart);
});

test('one bot holds the data directory until it closes', () => {
  const dataDir = folder();
  const first = openServerDatabase(dataDir);
  expect(() => openServerDatabase(dataDir)).toThrow(/another bot is using the data directory/);
  first.close();
  openServerDatabase(dataDir).close();
});

test('log files turn over at 8 MiB and five are kept', () => {
  const dataDir = folder();
  const log = openLogFile(dataDir);
  const line = `${'x'.repeat(4 * 1024 * 1024)}\n`;
  for (let n = 0; n < 13; n += 1) log.write(line);
  log.close();
  const names = ['triquad.log', 'triquad.1.log', 'triquad.2.log', 'triquad.3.log', 'triquad.4.log', 'triquad.5.log'];
  expect(names.map((name) => existsSync(join(dataDir, 'logs', name)))).toEqual([true, true, true, true, true, false]);
  expect(readFileSync(join(dataDir, 'logs', 'triquad.log'))).toHaveLength(line.length);
  expect(statSync(join(dataDir, 'logs', 'triquad.4.log')).size).toBe(2 * line.length);
});

test('a log that cannot turn over goes on in its file, and writes into no other', () => {
  const dataDir = folder();
  const log = openLogFile(dataDir);
  mkdirSync(join(dataDir, 'logs', 'triquad.4.log', 'in the way'), { recursive: true });
  writeFileSync(join(dataDir, 'logs', 'triquad.3.log'), '');
  const line = `${'x'.repeat(9 * 1024 * 1024)}\n`;
  log.write(line);
  // Gets the number of the file that was just closed.
  const journal = openSync(join(dataDir, 'journal'), 'w+');
  log.write('next\n');
  log.write('last\n');
  log.close();
  closeSync(journal);
  expect(readFileSync(join(dataDir, 'journal'), 'utf8')).toBe('');
  expect(readFileSync(join(dataDir, 'logs', 'triquad.log'), 'utf8').endsWith('next\nlast\n')).toBe(true);
});

test('the dashboard’s files with the compressed forms that the build made, and its page for every screen', () => {
  const build = folder();
  const script = 'export const answer = 42;\n'.repeat(100);
  mkdirSync(join(build, 'assets'));
  writeFileSync(join(build, 'index.html'), '<!doctype html>');
  writeFileSync(join(build, 'assets', 'main-B4ck0ff1.js'), script);
  writeFileSync(join(build, 'theme.js'), script);
  for (const name of ['theme.js', 'assets/main-B4ck0ff1.js']) {
    writeFileSync(join(build, `${name}.br`), brotliCompressSync(script));
    writeFileSync(join(build, `${name}.gz`), gzipSync(script));
  }
  writeFileSync(join(build, 'icon.png'), script);
  const assets = loadAssets(build);
  const seen = (path: string, isPage: unknown = true) => {
    const asset = assets?.find(path, isPage !== false) ?? null;
    return (
      asset && { type: asset.mediaType, immutable: asset.immutable, forms: asset.encodings.map(({ name }) => name) }
    );
  };
  const html = { type: 'text/html; charset=utf-8', immutable: false, forms: [] };
  const js = { type: 'text/javascript; charset=utf-8', immutable: true, forms: ['br', 'gzip'] };
  expect(['/', '/dashboard', '/login', '/index.html'].map(seen)).toEqual([html, html, html, html]);
  expect([seen('/', false), seen('/dashboard', false)]).toEqual([html, null]);
  expect(seen('/assets/main-B4ck0ff1.js')).toEqual(js);
  expect(seen('/theme.js')).toEqual({ ...js, immutable: false });
  expect(seen('/icon.png')).toEqual({ type: 'image/png', immutable: false, forms: [] });
  expect(['/assets/gone.js', '/../package.json', '/assets/../../secret.txt'].map(seen)).toEqual([null, null, null]);
  expect([seen('/theme.js.br'), seen('/theme.js.gz')]).toEqual([null, null]);
  expect(loadAssets(folder())).toBeNull();
});

test.each(serverSchema.migrations.map((_, version) => version))(
  'a server database of version %i is brought up to date and keeps what is in it',
  (version) => {
    const dataDir = folder();
    const steps = serverSchema.migrations.slice(0, version).join(';');
    const before = new DatabaseSync(join(dataDir, 'server.sqlite'));
    const mark = version === 0 ? '' : `PRAGMA application_id = ${serverSchema.applicationId}`;
    before.exec(
      `${steps}; CREATE TABLE config (id TEXT); INSERT INTO config VALUES ('c'); ${mark}; PRAGMA user_version = ${version}`,
    );
    before.close();
    const database = openServerDatabase(dataDir);
    expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(serverSchema.migrations.length);
    expect(database.prepare('SELECT id FROM config').all()).toMatchObject([{ id: 'c' }]);
    expect(database.prepare('SELECT count(*) AS backtests FROM backtest').get()).toEqual({ backtests: 0 });
    database.close();
  },
);

test('a server database of before files were marked is taken over, one of a newer version or of others is left as it is', () => {
  const write = (sql: string) => {
    const dataDir = folder();
    const file = join(dataDir, 'server.sqlite');
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
    return { dataDir, file };
  };
  const before = write('CREATE TABLE config (id TEXT PRIMARY KEY) STRICT; CREATE TABLE answer (key TEXT) STRICT');
  const database = openServerDatabase(before.dataDir);
  expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(serverSchema.migrations.length);
  database.close();
  for (const sql of [
    `CREATE TABLE config (id TEXT); PRAGMA application_id = ${serverSchema.applicationId}; PRAGMA user_version = 99`,
    'CREATE TABLE notes (text TEXT)',
  ]) {
    const { dataDir, file } = write(sql);
    const bytes = readFileSync(file);
    expect(() => openServerDatabase(dataDir)).toThrow(/it was left as it is$/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  }
});
