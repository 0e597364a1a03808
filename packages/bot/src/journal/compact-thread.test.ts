import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StoreFault } from './event-store.ts';
import { openDatabase } from './schema.ts';
import { sealedFiles } from './sealed-file.ts';
import { journalPath } from './sqlite.suite.ts';
import { openSqliteStore, openStoreHere, sqliteStoreOn } from './sqlite.ts';

const size = 2_000;
const facts = 4_500;
const segments = { facts: 4_000, files: ['journal-1-2000.jsonl.zst', 'journal-2001-4000.jsonl.zst'] };
const started = Date.UTC(2026, 0, 1);
const later = started + 1_000_000;
const factsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ type: 'Noted', at: started + first + n, note: `note ${first + n}` }));

/** A journal of two segments and some facts more, or of so many facts. */
const grown = async (count = facts): Promise<string> => {
  const file = journalPath();
  const store = openStoreHere(file);
  store.append(factsFrom(1, count));
  store.saveSnapshot('engine', { seq: count, state: {} });
  await store.close();
  return file;
};
const filesBeside = (file: string) => sealedFiles(readdirSync(dirname(file))).map(({ name }) => name);

test('a store compacts in its own thread while it takes facts and is read', async () => {
  const file = await grown();
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  const compacting = store.compact(later, { size });
  let isOver = false;
  void compacting.then(() => {
    isOver = true;
  });
  let next = facts + 1;
  let answered = 0;
  while (!isOver) {
    store.append(factsFrom(next, 1));
    const [row] = await store.facts(next, 1);
    expect(row?.fact).toMatchObject({ note: `note ${next}` });
    const [old] = await store.facts(1_777, 1);
    expect(old?.fact).toMatchObject({ note: 'note 1777' });
    next += 1;
    if (!isOver) answered += 1;
  }
  expect(answered).toBeGreaterThan(0);
  expect(await compacting).toMatchObject(segments);
  expect(await store.compact(later, { size })).toMatchObject({ facts: 0 });
  await store.close();
  const again = openStoreHere(file);
  expect(again.verify()).toMatchObject({ ok: true, facts: next - 1 });
  await again.close();
});

test('a store that is closed during its compaction ends it, and the next store completes it', async () => {
  const file = await grown();
  const store = openSqliteStore(file);
  const compacting = store.compact(later, { size }).catch((error: unknown) => error);
  await store.facts(1, 1);
  await store.close();
  expect(await compacting).toBeInstanceOf(StoreFault);
  expect(filesBeside(file)).toEqual([]);
  const again = openSqliteStore(file);
  expect(await again.compact(later, { size })).toMatchObject(segments);
  await again.close();
  const whole = openStoreHere(file);
  expect(whole.verify()).toMatchObject({ ok: true, facts });
  await whole.close();
});

test('a database that cannot take the list of its sealed blocks has failed as by a commit, and has lost nothing', async () => {
  // The list of so many blocks needs another page of the file.
  const segment = 40_000;
  const count = segment + 500;
  const file = await grown(count);
  const database = openDatabase(file);
  const store = sqliteStoreOn(database, file);
  const faults: string[] = [];
  store.onFault(({ kind }) => faults.push(kind));
  database.exec(`PRAGMA max_page_count = ${statSync(file).size / 4096}`);
  await expect(store.compact(later, { size: segment })).rejects.toMatchObject({ kind: 'disk-full' });
  expect(faults).toEqual(['disk-full']);
  expect(() => store.append(factsFrom(1, 1))).toThrow(StoreFault);
  await store.close().catch(() => {});
  const again = openStoreHere(file);
  expect(again.verify()).toMatchObject({ ok: true, facts: count });
  expect(await again.compact(later, { size: segment })).toMatchObject({ facts: segment });
  expect(again.verify()).toMatchObject({ ok: true, facts: count });
  await again.close();
});
