import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BotStatusRecord, ProblemRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { type LiveBot, startLiveBot } from './live-bot.ts';

/** Lets nothing more be written into these tables of the access database, as a full disk would; gives it free again. */
function unwritable({ dataDir }: LiveBot, ...tables: readonly string[]): () => void {
  using database = new DatabaseSync(join(dataDir, 'access.sqlite'), { timeout: 5_000 });
  for (const table of tables) {
    database.exec(`CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(FAIL, 'full'); END`);
  }
  return () => {
    using again = new DatabaseSync(join(dataDir, 'access.sqlite'), { timeout: 5_000 });
    for (const table of tables) again.exec(`DROP TRIGGER full_${table}`);
  };
}

const key = (name: string) => ({ headers: { 'idempotency-key': name } });
const isRunning = async (live: LiveBot) => ((await live.call('bot.status')).body as BotStatusRecord).is_running;
const outcomes = async (live: LiveBot) => {
  const { body } = await live.call('audit.list', { query: { limit: '50' } });
  return (body as { data: { action: string; outcome: string }[] }).data.map(
    ({ action, outcome }) => `${action} ${outcome}`,
  );
};

test('a call that cannot be audited is refused, and may be repeated with the same key', async () => {
  await using live = await startLiveBot();
  const free = unwritable(live, 'audit', 'begun');
  const refused = await live.call('bot.start', key('one'));
  expect([refused.status, (refused.body as ProblemRecord).code]).toEqual([503, 'trail_unwritable']);
  expect(await isRunning(live)).toBe(false);
  free();
  expect((await live.call('bot.start', key('one'))).status).toBe(200);
  expect(await isRunning(live)).toBe(true);
  expect((await outcomes(live)).slice(0, 1)).toEqual(['bot.start ok']);
});

test('a stop and a kill work even if neither audit log nor keys can be written', async () => {
  await using live = await startLiveBot();
  await live.call('bot.start');
  unwritable(live, 'audit', 'begun');
  expect((await live.call('bot.stop', key('two'))).status).toBe(200);
  expect(await isRunning(live)).toBe(false);
  expect((await live.call('bot.kill', { ...key('three'), body: { reason: 'drill' } })).status).toBe(200);
  expect(((await live.call('bot.status')).body as BotStatusRecord).halted).toMatchObject({ reason: 'drill' });
  expect((await live.call('bot.kill.reset')).status).toBe(503);
});

test('a call audited too late keeps its answer, and the next start marks it as cut off', async () => {
  const first = await startLiveBot();
  const free = unwritable(first, 'audit');
  expect((await first.call('bot.start')).status).toBe(200);
  expect(await isRunning(first)).toBe(true);
  free();
  expect(await outcomes(first)).not.toContain('bot.start ok');
  await first.bot.stop();
  await using again = await startLiveBot({ dataDir: first.dataDir });
  expect((await outcomes(again)).slice(0, 1)).toEqual(['bot.start cut_off']);
});
