import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StoreFault } from './event-store.ts';
import { openDatabase } from './schema.ts';
import { sealedFiles, segmentFacts } from './sealed-file.ts';
import { journalPath } from './sqlite.suite.ts';
import { openSqliteStore, openStoreHere, sqliteStoreOn } from './sqlite.ts';

const started = Date.UTC(2026, 0, 1);
const later = started + segmentFacts * 2;
const factsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ type: 'Noted', at: started + first + n, note: `note ${first + n}` }));

/** A journal of a segment and some facts more. */
const grown = async (): Promise<string> => {
  const file = journalPath();
  const store = openStoreHere(file);
  store.append(factsFrom(1, segmentFacts + 500));
  store.saveSnapshot('engine', { seq: segmentFacts + 500, state: {} });
  await store.close();
  return file;
};
const filesBeside = (file: string) => sealedFiles(readdirSync(dirname(file))).map(({ name }) => name);

test('a store compacts in its own thread while it takes facts and is read', async () => {
  const file = await grown();
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  const compacting = store.compact(later);
  let isOver = false;
  void compacting.then(() => {
    isOver = true;
  });
  let next = segmentFacts + 501;
  while (!isOver) {
    store.append(factsFrom(next, 1));
    const [row] = await store.facts(next, 1);
    expect(row?.fact).toMatchObject({ note: `note ${next}` });
    const [old] = await store.facts(77_777, 1);
    expect(old?.fact).toMatchObject({ note: 'note 77777' });
    next += 1;
  }
  expect(next).toBeGreaterThan(segmentFacts + 510);
  expect(await compacting).toMatchObject({ facts: segmentFacts, files: ['journal-1-100000.jsonl.zst'] });
  expect(await store.compact(later)).toMatchObject({ facts: 0 });
  await store.close();
  const again = openStoreHere(file);
  expect(again.verify()).toMatchObject({ ok: true, facts: next - 1 });
  await again.close();
});

test('a store that is closed meanwhile ends its compaction, and the next one ends what was begun', async () => {
  const file = await grown();
  const store = openSqliteStore(file);
  const compacting = store.compact(later).catch((error: unknown) => error);
  await store.facts(1, 1);
  await store.close();
  expect(await compacting).toBeInstanceOf(StoreFault);
  expect(filesBeside(file)).toEqual([]);
  const again = openSqliteStore(file);
  expect(await again.compact(later)).toMatchObject({ facts: segmentFacts });
  await again.close();
  const whole = openStoreHere(file);
  expect(whole.verify()).toMatchObject({ ok: true, facts: segmentFacts + 500 });
  await whole.close();
});

test('a database that cannot take the list of its sealed blocks has failed as by a commit, and has lost nothing', async () => {
  const file = await grown();
  const database = openDatabase(file);
  const store = sqliteStoreOn(database, file);
  const faults: string[] = [];
  store.onFault(({ kind }) => faults.push(kind));
  database.exec(`PRAGMA max_page_count = ${statSync(file).size / 4096}`);
  await expect(store.compact(later)).rejects.toMatchObject({ kind: 'disk-full' });
  expect(faults).toEqual(['disk-full']);
  expect(() => store.append(factsFrom(1, 1))).toThrow(StoreFault);
  await store.close().catch(() => {});
  const again = openStoreHere(file);
  expect(again.verify()).toMatchObject({ ok: true, facts: segmentFacts + 500 });
  expect(await again.compact(later)).toMatchObject({ facts: segmentFacts });
  expect(again.verify()).toMatchObject({ ok: true, facts: segmentFacts + 500 });
  await again.close();
});
