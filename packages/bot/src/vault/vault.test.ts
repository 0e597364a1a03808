import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { ExchangeSecrets } from './records.ts';
import { openVault, rotateKey } from './vault.ts';

const START = Date.UTC(2026, 0, 31, 12);
const CANARY = 'canary-4f1d0c7e-secret';
const record = { enabled: true, api_key: `key-${CANARY}`, api_secret: CANARY, passphrase: '', testnet: true };

function given() {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-vault-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = new DatabaseSync(join(dataDir, 'server.sqlite'));
  database.exec('PRAGMA journal_mode = WAL');
  onTestFinished(() => database.close());
  const secrets = new Set<string>();
  const open = (passphrase: string | null = null) =>
    openVault({ database, dataDir, passphrase, now: () => START, onSecret: (secret) => secrets.add(secret) });
  const rows = () => database.prepare('SELECT * FROM secret ORDER BY name').all();
  const read = async (passphrase: string | null = null) =>
    (await open(passphrase)).read('exchange kraken', ExchangeSecrets);
  return { dataDir, database, secrets, open, rows, read, keyFile: join(dataDir, 'vault.key') };
}

const onDisk = (dataDir: string): string =>
  readdirSync(dataDir)
    .map((file) => readFileSync(join(dataDir, file), 'latin1'))
    .join('\n');

test('a record comes back after a restart, and stands nowhere in plain text', async () => {
  const { dataDir, secrets, open, read, keyFile } = given();
  const vault = await open();
  expect([vault.locked, vault.notices, vault.names('')]).toEqual([null, [], []]);
  vault.write('exchange kraken', record);
  expect(await read()).toEqual({ ok: true, record });
  expect([...secrets]).toEqual([record.api_key, CANARY]);
  expect(onDisk(dataDir)).not.toContain(CANARY);
  expect(Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'base64url')).toHaveLength(32);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(vault.names('exchange ')).toEqual(['exchange kraken']);
  expect([vault.remove('exchange kraken'), vault.remove('exchange kraken')]).toEqual([true, false]);
  expect(await read()).toEqual({ ok: true, record: null });
});

test('the same record is sealed differently each time', async () => {
  const { open, rows } = given();
  const vault = await open();
  vault.write('exchange kraken', record);
  const first = rows()[0]?.sealed;
  vault.write('exchange kraken', record);
  expect(rows()[0]?.sealed).not.toEqual(first);
});

test('with a passphrase there is no key file, and without it or with another the vault stays shut', async () => {
  const { open, rows, read, keyFile } = given();
  (await open('correct horse')).write('exchange kraken', record);
  expect(existsSync(keyFile)).toBe(false);
  const before = rows();
  expect(await read('correct horse')).toEqual({ ok: true, record });
  expect(await read('wrong horse')).toEqual({
    ok: false,
    reason: 'The vault is locked: the passphrase is not the one it was sealed with.',
  });
  expect(await read()).toEqual({
    ok: false,
    reason: 'The vault is locked: it was sealed with a passphrase; start the bot with TRIQUAD_PASSPHRASE.',
  });
  expect([rows(), existsSync(keyFile)]).toEqual([before, false]);
});

test('a passphrase takes over from the key file, with all that is sealed', async () => {
  const { open, rows, read } = given();
  const first = await open();
  first.write('exchange kraken', record);
  first.write('telegram', { bot_token: '1:a' });
  const before = rows();
  const second = await open('correct horse');
  expect(second.notices).toEqual([
    'The vault is sealed with the passphrase from now on; its key file opens nothing any more and may be removed.',
  ]);
  expect(second.read('exchange kraken', ExchangeSecrets)).toEqual({ ok: true, record });
  for (const [at, row] of rows().entries()) expect(row.sealed).not.toEqual(before[at]?.sealed);
  expect((await open()).locked).toMatch(/start the bot with TRIQUAD_PASSPHRASE/);
  expect((await open('correct horse')).notices).toEqual([]);
  expect(await read('correct horse')).toEqual({ ok: true, record });
});

test('a passphrase does not take over what cannot be read', async () => {
  const { database, open, rows } = given();
  const first = await open();
  first.write('exchange kraken', record);
  first.write('telegram', { bot_token: '1:a' });
  database.exec("UPDATE secret SET sealed = x'00' WHERE name = 'telegram'");
  const before = rows();
  const second = await open('correct horse');
  expect(second.notices.at(-1)).toMatch(/stays sealed with its key file/);
  expect(second.read('exchange kraken', ExchangeSecrets)).toEqual({ ok: true, record });
  expect(rows()).toEqual(before);
});

test('a passphrase is the same however its accents were typed', async () => {
  const { open, read } = given();
  (await open('caf\u00e9 noir')).write('exchange kraken', record);
  expect(await read('cafe\u0301 noir')).toEqual({ ok: true, record });
});

test.each([
  ['missing', (path: string) => rmSync(path), 'vault.key is missing; put the file back.'],
  [
    'another one',
    (path: string) => writeFileSync(path, `${Buffer.alloc(32, 7).toString('base64url')}\n`),
    'vault.key is not the key it was sealed with; put the right file back.',
  ],
  [
    'nonsense',
    (path: string) => writeFileSync(path, 'guess me'),
    'vault.key does not hold a key; put the right file back.',
  ],
  ['open to others', (path: string) => chmodSync(path, 0o640), 'vault.key can be read by others; run: chmod 600 '],
])('a key file that is %s locks the vault and changes nothing', async (_, harm, line) => {
  const { dataDir, open, rows, read, keyFile } = given();
  (await open()).write('exchange kraken', record);
  const before = rows();
  const key = readFileSync(keyFile);
  harm(keyFile);
  const harmed = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : null;
  const vault = await open();
  expect(vault.locked).toContain(`The vault is locked: ${join(dataDir, line.split(' ')[0] ?? '')}`);
  expect(vault.locked).toContain(line);
  expect(vault.notices).toEqual([vault.locked]);
  expect(vault.names('')).toEqual([]);
  expect(() => vault.write('exchange kraken', record)).toThrow(/locked/);
  expect(() => vault.remove('exchange kraken')).toThrow(/locked/);
  expect([rows(), existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : null]).toEqual([before, harmed]);
  writeFileSync(keyFile, key);
  chmodSync(keyFile, 0o600);
  expect(await read()).toEqual({ ok: true, record });
});

test('a record that was changed is said to be so, and is set aside by the next', async () => {
  const { database, open, rows, read } = given();
  const vault = await open();
  vault.write('exchange kraken', record);
  vault.write('telegram', { bot_token: '1:a' });
  database.exec(
    "UPDATE secret SET sealed = (SELECT sealed FROM secret WHERE name = 'telegram') WHERE name = 'exchange kraken'",
  );
  const moved = rows()[0]?.sealed;
  const line =
    "The vault's record exchange kraken cannot be read: it was changed outside the bot, or by a newer one. Enter it again, or put a backup back.";
  expect(await read()).toEqual({ ok: false, reason: line });
  expect((await open()).notices).toEqual([line]);
  vault.write('exchange kraken', record);
  expect(await read()).toEqual({ ok: true, record });
  expect(vault.names('exchange ')).toEqual(['exchange kraken']);
  expect(rows().find(({ name }) => String(name).includes('set aside'))).toMatchObject({
    name: `exchange kraken set aside at ${START}`,
    sealed: moved,
  });
});

test('every byte of a sealed record counts', async () => {
  const { database, open, rows, read } = given();
  (await open()).write('exchange kraken', record);
  const sealed = Buffer.from(rows()[0]?.sealed as Uint8Array);
  const put = database.prepare("UPDATE secret SET sealed = ? WHERE name = 'exchange kraken'");
  const vault = await open();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    put.run(changed);
    expect({ at, ok: vault.read('exchange kraken', ExchangeSecrets).ok }).toEqual({ at, ok: false });
  }
  for (const short of [Buffer.alloc(0), sealed.subarray(0, 20), sealed.subarray(0, -1)]) {
    put.run(short);
    expect(vault.read('exchange kraken', ExchangeSecrets).ok).toBe(false);
  }
  put.run(sealed);
  expect(await read()).toEqual({ ok: true, record });
});

test('secrets without their lock stay as they are', async () => {
  const { database, open, rows } = given();
  (await open()).write('exchange kraken', record);
  const before = rows();
  database.exec(`UPDATE vault_lock SET derivation = '{"kind":"argon2id","memory":1e12}'`);
  expect((await open()).locked).toMatch(/its lock in server\.sqlite cannot be read/);
  database.exec('DELETE FROM vault_lock');
  expect((await open()).locked).toMatch(/its lock is gone from server\.sqlite/);
  expect(rows()).toEqual(before);
});

test('a new key opens everything that the one of before has sealed, and that one opens nothing any more', async () => {
  const { dataDir, database, open } = given();
  (await open()).write('exchange kraken', record);
  const file = join(dataDir, 'vault.key');
  const before = readFileSync(file, 'utf8');
  expect(await rotateKey(database, dataDir)).toBe(1);
  const after = readFileSync(file, 'utf8');
  expect([after === before, existsSync(`${file}.next`)]).toEqual([false, false]);
  expect((await open()).read('exchange kraken', ExchangeSecrets)).toEqual({ ok: true, record });
  writeFileSync(file, before, { mode: 0o600 });
  expect((await open()).locked).toContain('is not the key it was sealed with');

  // Ended before the key file was replaced, and before the vault was sealed with the next key.
  writeFileSync(`${file}.next`, after, { mode: 0o600 });
  expect((await open()).read('exchange kraken', ExchangeSecrets)).toEqual({ ok: true, record });
  expect(readFileSync(file, 'utf8')).toBe(after);
  writeFileSync(`${file}.next`, before, { mode: 0o600 });
  expect((await open()).locked).toBeNull();
  expect(readFileSync(file, 'utf8')).toBe(after);
});

test('a key is not rotated where a record cannot be read, or a passphrase opens the vault', async () => {
  const { dataDir, database, open } = given();
  (await open()).write('exchange kraken', record);
  database.exec("UPDATE secret SET sealed = x'00'");
  const before = readFileSync(join(dataDir, 'vault.key'), 'utf8');
  await expect(rotateKey(database, dataDir)).rejects.toThrow(/not rotated: exchange kraken cannot be read/);
  expect(readFileSync(join(dataDir, 'vault.key'), 'utf8')).toBe(before);
  const other = given();
  (await other.open('correct horse battery')).write('exchange kraken', record);
  await expect(rotateKey(other.database, other.dataDir)).rejects.toThrow(
    /not rotated: it was sealed with a passphrase/,
  );
});
