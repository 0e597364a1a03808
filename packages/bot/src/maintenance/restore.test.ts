import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStoreHere } from '../journal/sqlite.ts';
import type { Fact } from '../model/event.ts';
import { openServerDatabase } from '../server/database.ts';
import { restore } from './restore.ts';
import { backedUp, dataDirectory, deposit, folder, namesIn, now, secret, tamper, wrong } from './upkeep.suite.ts';

describe('a restore', () => {
  test('gives the same facts and keys, ends sessions, and may be started', async () => {
    const from = await backedUp(dataDirectory([deposit('1'), deposit('2')]));
    const dataDir = join(folder(), 'new');
    expect(await restore({ from, dataDir, replace: false, at: now })).toMatchObject({ facts: 2, putAside: null });
    const made = ['admin.token', 'journal.sqlite', 'server.sqlite', 'vault.key', 'witness', 'witness.key'];
    expect(namesIn(dataDir)).toEqual(made);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'));
    expect([...store.read()].map(({ fact }) => fact)).toEqual([
      deposit('1'),
      deposit('2'),
      { type: 'BackupRestored', made_at: new Date(now).toISOString(), facts: 2, at: now },
    ]);
    store.close();
    const database = openServerDatabase(dataDir);
    expect(database.prepare('SELECT count(*) AS sessions FROM session').get()).toEqual({ sessions: 0 });
    const kept = database.prepare(
      'SELECT backtest.id, length(part) AS bytes FROM backtest NATURAL JOIN backtest_report',
    );
    expect(kept.all()).toMatchObject([{ id: 'b', bytes: 2_097_152 }]);
    database.close();
  });

  test('refuses a directory that is not empty unless told, and then puts it aside', async () => {
    const from = await backedUp(dataDirectory([deposit('1')]));
    const dataDir = dataDirectory([deposit('2'), deposit('3')]);
    await expect(restore({ from, dataDir, replace: false, at: now })).rejects.toThrow(/is not empty; --replace/);
    const { putAside } = await restore({ from, dataDir, replace: true, at: now });
    expect(readFileSync(join(putAside ?? '', 'admin.token'), 'utf8')).toBe(secret);
    expect(wrong(dataDir)).toEqual([]);
  });

  test('refuses a directory in use, whatever it is told', async () => {
    const from = await backedUp(dataDirectory());
    const dataDir = dataDirectory();
    const database = openServerDatabase(dataDir);
    await expect(restore({ from, dataDir, replace: true, at: now })).rejects.toThrow(/a bot is using/);
    database.close();
  });

  const resealed = async (change: (from: string) => void) => {
    const from = await backedUp(dataDirectory([deposit('1'), deposit('2')]));
    change(from);
    return from;
  };
  test.each([
    ['that is none', (from: string) => rmSync(join(from, 'backup.json')), /is not a backup/],
    ['that lacks a file', (from: string) => rmSync(join(from, 'vault.key')), /lacks vault\.key/],
    ['that was changed', (from: string) => writeFileSync(join(from, 'vault.key'), 'other!\n'), /its checksum differs/],
  ])('refuses a backup %s and leaves nothing behind', async (_, change, line) => {
    const dataDir = join(folder(), 'new');
    const from = await resealed(change);
    await expect(restore({ from, dataDir, replace: false, at: now })).rejects.toThrow(line);
    expect(existsSync(dataDir)).toBe(false);
    expect(namesIn(join(dataDir, '..'))).toEqual([]);
  });

  test('refuses a backup whose chain is broken, though its checksums hold', async () => {
    const dataDir = dataDirectory([deposit('1'), deposit('2')]);
    tamper(
      join(dataDir, 'journal.sqlite'),
      "DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{' WHERE seq = 2",
    );
    const from = await backedUp(dataDir);
    await expect(restore({ from, dataDir: join(folder(), 'new'), replace: false, at: now })).rejects.toThrow(
      /chain .* is broken: fact 2 is not what was written/,
    );
  });
});
