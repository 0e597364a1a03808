import { expect, test } from 'vitest';
import { createMemoryStore } from '../../journal/memory.ts';
import type { Fact, LogWritten } from '../../model/event.ts';
import type { Backend } from '../backend.ts';
import type { Call } from '../handler.ts';
import { redactor } from '../redact.ts';
import { createUuids } from '../uuid.ts';
import { logRoutes } from './log.ts';

const START = Date.UTC(2026, 0, 31, 12);
const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

function given(count: number) {
  const store = createMemoryStore<Fact>();
  const newId = createUuids(() => START);
  const entries = Array.from({ length: count }, (_, n): LogWritten => {
    const level = LEVELS[n % 4] ?? 'INFO';
    const message = n === 3 ? 'opened with signature=0ff' : `entry ${n}`;
    return { type: 'LogWritten', id: newId(), level, source: 'feed', message, metadata: { n }, at: START + n };
  });
  store.remember(
    'logs',
    entries.map((entry) => ({ id: entry.id, at: entry.at, data: entry })),
  );
  const { 'logs.list': list } = logRoutes({ store, redact: redactor(new Set()) } as unknown as Backend);
  const ask = async (query: Partial<Call<'logs.list'>['query']>) => {
    const answer = await list({
      parameters: {},
      query: { limit: 50, ...query },
      body: undefined,
      principal: null,
    } as Call<'logs.list'>);
    return 'data' in answer ? answer.data : [];
  };
  return { entries, ask };
}

test('the newest first, older ones from any entry on', async () => {
  const { entries, ask } = given(1_200);
  const newest = await ask({ limit: 2 });
  expect(newest).toEqual([
    {
      id: entries[1_199]?.id,
      timestamp: '2026-01-31T12:00:01.199Z',
      level: 'ERROR',
      source: 'feed',
      message: 'entry 1199',
      metadata: { n: 1_199 },
    },
    {
      id: entries[1_198]?.id,
      timestamp: '2026-01-31T12:00:01.198Z',
      level: 'WARNING',
      source: 'feed',
      message: 'entry 1198',
      metadata: { n: 1_198 },
    },
  ]);
  const before = await ask({ limit: 500, before: entries[600]?.id ?? '' });
  expect(before.map(({ metadata }) => metadata.n)).toEqual(Array.from({ length: 500 }, (_, n) => 599 - n));
});

test('by gravity and by words, over all that is kept, without secrets', async () => {
  const { ask } = given(1_200);
  expect((await ask({ level: 'WARNING', limit: 3 })).map(({ level }) => level)).toEqual(['ERROR', 'WARNING', 'ERROR']);
  expect((await ask({ q: 'ENTRY 17' })).map(({ message }) => message).toSorted()).toEqual(
    ['entry 17', ...Array.from({ length: 10 }, (_, n) => `entry 17${n}`)].toSorted(),
  );
  expect((await ask({ q: 'signature' })).map(({ message }) => message)).toEqual(['opened with signature=[redacted]']);
  expect(await ask({ q: 'nothing like it' })).toEqual([]);
});
