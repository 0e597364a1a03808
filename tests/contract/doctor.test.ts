import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DoctorRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { startLiveBot } from './live-bot.ts';

test('a running bot checks a copy of its journal, leaves none behind, and finds nothing broken', async () => {
  await using live = await startLiveBot();
  await live.call('bot.start', { body: {} });
  const { status, body } = await live.call('system.doctor', { token: live.token('operator') });
  expect(status).toBe(200);
  const { checks } = body as DoctorRecord;
  expect(checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['data directory', 'permissions', 'disk', 'journal chain', 'ledger balance', 'balances']),
  );
  expect(existsSync(join(live.dataDir, 'diagnosis'))).toBe(false);
});

test('one check runs at a time; a halted bot is found halted', async () => {
  await using live = await startLiveBot();
  await live.call('bot.kill', { body: { reason: 'drill' } });
  const answers = await Promise.all([live.call('system.doctor'), live.call('system.doctor')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const checks = answers.flatMap(({ status, body }) => (status === 200 ? (body as DoctorRecord).checks : []));
  expect(checks.find(({ name }) => name === 'halted')).toMatchObject({
    verdict: 'fail',
    detail: expect.stringMatching(/drill/),
  });
});

test('a viewer may not have the bot read its whole journal', async () => {
  await using live = await startLiveBot();
  expect((await live.call('system.doctor', { token: live.token('viewer') })).status).toBe(403);
});
