import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parquetRows } from '../../packages/bot/src/recording/parquet.suite.ts';
import { recordsOf, unmarkedRecords } from './judge-of-money.ts';
import { type PlayedPractice, playPractice } from './practice-recording.ts';
import { shellOf } from './shell-of.ts';
import { walkShell } from './walk-shell.ts';
import { slowCommands } from './walked-commands.ts';

let played: PlayedPractice;
beforeAll(async () => {
  played = await playPractice();
});
afterAll(() => played[Symbol.asyncDispose]());

test('the commands that compute state whose money it is, as text, as JSON and as CSV', async () => {
  expect(await walkShell(played, (name) => slowCommands.has(name))).toEqual({ unmarked: [], failed: [] });
});

test.each(['csv', 'parquet'])('exported prices do: %s', async (form) => {
  const { live, recording } = played;
  const table = join(live.dataDir, `exported.${form}`);
  expect(await shellOf(live)(`data export ${recording} ${table} --data-dir ${live.dataDir}`)).toMatchObject({
    code: 0,
  });
  const bytes = readFileSync(table);
  const rows = form === 'csv' ? recordsOf(bytes.toString()) : await parquetRows(bytes);
  expect(rows.length).toBeGreaterThan(100);
  expect(unmarkedRecords(rows)).toEqual([]);
});
