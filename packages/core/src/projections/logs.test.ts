import { expect, test } from 'vitest';
import type { Message } from '../journal/journal.ts';
import { given } from '../testing/given.ts';
import { logEntry } from '../testing/records.ts';
import { logs } from './logs.ts';

const said = (id: string, ms = 0): Message => ({ type: 'LogReported', entry: logEntry(id, ms) });
const loaded = (...entries: ReturnType<typeof logEntry>[]): Message => ({
  type: 'ResourceLoaded',
  resource: 'logs',
  value: entries,
});
const state = (...story: (Message | number)[]) => given(logs, ...story);
const ids = (...story: (Message | number)[]) => state(...story).entries.map(({ id }) => id);

test('entries are in order of time, each id once', () => {
  expect(ids(said('b', 2), said('a', 1), said('b', 2), loaded(logEntry('c', 3), logEntry('a', 1)))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('keeps the latest 500', () => {
  const kept = ids(...Array.from({ length: 510 }, (_, index) => said(`l${index}`, index)));
  expect([kept.length, kept[0], kept[499]]).toEqual([500, 'l10', 'l509']);
});

test('while paused, entries are not added but counted as missed', () => {
  const paused = state(said('a', 1), { type: 'PauseLogs' }, said('b', 2), said('c', 3), loaded(logEntry('d', 4)));
  expect(paused).toEqual({ entries: [logEntry('a', 1)], paused: true, missed: 2, cleared_through: null });
  expect(ids(said('a', 1), { type: 'PauseLogs' }, said('b', 2), { type: 'ResumeLogs' }, said('c', 3))).toEqual([
    'a',
    'c',
  ]);
});

test('cleared entries do not return', () => {
  const story: Message[] = [said('a', 1), said('b', 2), { type: 'ClearLogs' }];
  expect(ids(...story)).toEqual([]);
  expect(ids(...story, loaded(logEntry('a', 1), logEntry('b', 2), logEntry('c', 3)))).toEqual(['c']);
});

test('entries of the client are included, and repeated defects are one entry', () => {
  const bad: Message = { type: 'FrameRejected', path: 'data.id', reason: 'Invalid input' };
  expect(
    state(bad, bad, bad).entries.map(({ level, source, code, params }) => ({ level, source, code, params })),
  ).toEqual([
    {
      level: 'WARNING',
      source: 'client',
      code: 'frame_unreadable',
      params: { path: 'data.id', reason: 'Invalid input' },
    },
  ]);
});
