import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openServerDatabase } from './database.ts';
import { groupSync, openDisk } from './disk.ts';
import { isHeld } from './hold.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-disk-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** A server database whose disk is taken care of elsewhere. */
async function given() {
  const dataDir = folder();
  const file = join(dataDir, 'server.sqlite');
  const database = openServerDatabase(dataDir);
  database.exec('CREATE TABLE blob (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT');
  const faults: unknown[] = [];
  const disk = await openDisk([{ file, database }], (error) => faults.push(error));
  const add = database.prepare('INSERT INTO blob (data) VALUES (zeroblob(65536))');
  const logSize = () => statSync(`${file}-wal`).size;
  return { dataDir, database, disk, add, faults, file, logSize };
}

test('a commit waits for no disk, and the log is written into the file by another thread', async () => {
  const { database, disk, add, faults, file, logSize } = await given();
  const read = (pragma: string) => Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  // 1: a commit is not synced; 0: nor does it write the log into the file.
  expect([read('synchronous'), read('wal_autocheckpoint')]).toEqual([1, 0]);
  for (let n = 0; n < 100; n += 1) add.run();
  expect(logSize()).toBeGreaterThan(6 * 1024 * 1024);
  await expect.poll(logSize).toBeLessThan(64 * 1024);
  expect(statSync(file).size).toBeGreaterThan(6 * 1024 * 1024);
  // It goes on in the log that was reset.
  for (let n = 0; n < 100; n += 1) add.run();
  await expect.poll(logSize).toBeLessThan(64 * 1024);
  await disk.synced();
  await disk.close();
  // The last connection waits for the disk again.
  expect(read('synchronous')).toBe(2);
  database.close();
  using again = new DatabaseSync(file);
  expect(again.prepare('SELECT count(*) AS rows FROM blob').get()).toEqual({ rows: 200 });
  expect(again.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(faults).toEqual([]);
});

test('the data directory is held until the database is closed', async () => {
  const { dataDir, database, disk } = await given();
  expect(isHeld(dataDir)).toBe(true);
  await disk.close();
  expect(isHeld(dataDir)).toBe(true);
  database.close();
  expect(isHeld(dataDir)).toBe(false);
  expect(isHeld(folder())).toBe(false);
});

test('those who wait for the disk wait together, for a sync that began after they had written', async () => {
  const syncs: (() => void)[] = [];
  const synced = groupSync(() => new Promise((resolve) => syncs.push(resolve)));
  const ended: string[] = [];
  const ask = (who: string) => void synced().then(() => ended.push(who));
  ask('first');
  for (const who of ['a', 'b', 'c']) ask(who);
  expect(syncs).toHaveLength(1);
  syncs[0]?.();
  await expect.poll(() => syncs.length).toBe(2);
  expect(ended).toEqual(['first']);
  ask('late');
  syncs[1]?.();
  await expect.poll(() => syncs.length).toBe(3);
  expect(ended).toEqual(['first', 'a', 'b', 'c']);
  syncs[2]?.();
  await expect.poll(() => ended.length).toBe(5);
});

test('a sync that fails is told to who waited, and the next is tried', async () => {
  let fails = true;
  const synced = groupSync(async () => {
    if (fails) throw new Error('EIO');
  });
  const [one, two] = [synced(), synced()];
  await expect(one).rejects.toThrow('EIO');
  await expect(two).rejects.toThrow('EIO');
  fails = false;
  await expect(synced()).resolves.toBeUndefined();
});
