import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import { openDatabase } from '../journal/schema.ts';
import { openStoreHere, sqliteStoreOn } from '../journal/sqlite.ts';
import type { Fact } from '../model/event.ts';

/** A bot on a real file, and the database under it to spoil. */
const worldOnFile = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'triquad-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'journal.sqlite');
  const database = openDatabase(file);
  const store = sqliteStoreOn<Fact>(database, file);
  return { file, database, store, world: await createWorld({}, store) };
};
const full = (database: DatabaseSync) => {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages}`);
};
const readOnly = (database: DatabaseSync) => database.exec('PRAGMA query_only = 1');
test.each([
  ['full', full, /cannot be written: the disk is full$/],
  ['read-only', readOnly, /cannot be written: it is read-only$/],
] as const)(
  'a disk that becomes %s halts the bot, and no order left whose intent is not on it',
  async (_, spoil, line) => {
    const { database, file, world } = await worldOnFile();
    const { engine, ask, fair, dislocate, clock, heard } = world;
    await ask({ type: 'StartBot', parameters: {} });
    fair();
    spoil(database);
    for (let round = 0; round < 20; round++) {
      dislocate();
      await clock.advance(100);
      fair();
      await clock.advance(1_000);
    }
    expect(engine.state()).toMatchObject({ halted: { cause: 'journal', reason: expect.stringMatching(line) } });
    expect(await engine.command({ type: 'StartBot', parameters: {} })).toMatchObject({ ok: false });
    // As if the process were killed: what waits is lost.
    database.close();
    const again = openStoreHere<Fact>(file);
    expect(again.verify()).toMatchObject({ ok: true });
    const intended = [...again.read()].flatMap(({ fact }) => (fact.type === 'OrderIntended' ? [fact.order.id] : []));
    const sent = heard.flatMap((event) => (event.type === 'OrderSent' ? [event.order_id] : []));
    expect(sent.filter((id) => !intended.includes(id))).toEqual([]);
    again.close();
  },
);

test('a disk that fills up while nothing is traded is noticed by the next flush alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { database, world } = await worldOnFile();
  await world.ask({ type: 'StartBot', parameters: {} });
  full(database);
  // More than the last page has room for.
  for (let line = 0; line < 100; line++) world.engine.log('INFO', 'test', 'x'.repeat(500));
  expect(world.engine.state().halted).toBeNull();
  vi.advanceTimersByTime(50);
  expect(world.engine.state().halted).toMatchObject({
    cause: 'journal',
    reason: expect.stringMatching(/the disk is full$/),
  });
  database.close();
});
