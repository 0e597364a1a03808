import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestClient, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { recordTo } from './record.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-record-'));
const status = { is_running: true, bot_status: 'running', mode: 'paper', uptime: 5, market_source: 'simulated' };

test('what a session saw is in its file, more of it than a client keeps, and a client replays it', async () => {
  const path = join(folder, 'session.jsonl');
  const { client, clock, api } = createTestClient({ answers: { 'bot.status': ok(status) } });
  const recording = recordTo(path, client, clock);
  client.start();
  client.send({ type: 'Watch', resource: 'status' });
  await clock.advance(5_000);
  api.answer('bot.status', ok({ ...status, is_running: false, bot_status: 'stopped' }));
  await clock.advance(60_000);
  // Messages are in the file before its end, except for the last moment.
  expect(readFileSync(path, 'utf8').split('\n').length).toBeGreaterThan(10);
  expect(recording.end()).toBe(null);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const shown = createTestClient().client;
  expect(await shown.journal.importJsonl(readFileSync(path, 'utf8'))).toEqual({ ok: true, skipped: 0 });
  const last = client.journal.entries().at(-1)?.seq ?? 0;
  expect(shown.getSnapshot().replay).toMatchObject({ source: 'recording', last });
  expect(shown.getSnapshot().bot).toEqual(client.getSnapshot().bot);
  // Messages after its end are not in it.
  client.send({ type: 'PauseLogs' });
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(last + 1);
});

test('a file that exists is left as it is, and a folder that does not is named', () => {
  const path = join(folder, 'taken.jsonl');
  writeFileSync(path, 'mine');
  const { client, clock } = createTestClient();
  expect(() => recordTo(path, client, clock)).toThrow(/taken\.jsonl cannot be written: EEXIST/);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(() => recordTo(join(folder, 'no', 'x'), client, clock)).toThrow(/cannot be written: ENOENT/);
});
