import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Health } from '../contract/health.ts';
import type { Message } from '../journal/journal.ts';
import type { Problem } from '../journal/problem.ts';
import { entriesFrom, given, startOfTest } from '../testing/given.ts';
import { health } from './health.ts';
import { loaded } from './loaded.ts';
import { resources } from './resources.ts';
import { evolve, FoldedState, initialState } from './state.ts';

const problem: Problem = {
  kind: 'network',
  detail: null,
  status: null,
  code: null,
  errors: [],
  retry_after_ms: null,
};
const whole = (...story: (Message | number)[]) => entriesFrom(story).reduce(evolve, initialState);

test('a message changes only the slices it concerns', () => {
  const before = whole({ type: 'ClientStarted' });
  const after = evolve(before, { seq: 2, at: startOfTest + 5, message: { type: 'PauseLogs' } });
  const changed = Object.keys(after).filter(
    (name) => after[name as keyof FoldedState] !== before[name as keyof FoldedState],
  );
  expect(changed).toEqual(['now', 'logs']);
});

test('the initial state is valid in a recording', () => {
  expect(z.safeParse(FoldedState, JSON.parse(JSON.stringify(initialState))).data).toEqual(initialState);
});

test('a failed check keeps the last health report', () => {
  const said = z.parse(Health, { capabilities: ['scan'] });
  const state = given(health, { type: 'HealthLoaded', health: said }, { type: 'HealthFailed', problem });
  expect(state).toMatchObject({ value: said, capabilities: ['scan'], checked_at: startOfTest + 1, problem });
});

test('figures and series are kept until they are dropped', () => {
  const series: Message[] = [
    { type: 'ResourceLoaded', resource: 'equity', value: [] },
    { type: 'ResourceLoaded', resource: 'heatmap', value: [] },
  ];
  expect(given(loaded, ...series)).toMatchObject({ summary: null, equity: [], drawdown: null, heatmap: [] });
  expect(given(loaded, ...series, { type: 'ResourceDropped', resource: 'equity' }).equity).toBeNull();
  expect(given(loaded, ...series, { type: 'ResourceDropped', resource: 'status' }).equity).toEqual([]);
  expect(given(loaded, ...series, { type: 'SignedOut', reason: 'logout' })).toEqual(loaded.initial);
});

test('a resource keeps the time of its last load during a reload and after a failed one', () => {
  const story: Message[] = [
    { type: 'ResourceRequested', resource: 'wallets', attempt: 1 },
    {
      type: 'ResourceLoaded',
      resource: 'wallets',
      value: { provenance: null, exchanges: [], total_usd: 0, last_updated: null },
    },
    { type: 'ResourceRequested', resource: 'wallets', attempt: 1 },
    { type: 'ResourceFailed', resource: 'wallets', problem, attempt: 4, retry_at: null },
  ];
  const after = (count: number) => given(resources, ...story.slice(0, count)).wallets;
  const loaded_at = startOfTest + 1;
  expect([1, 2, 3, 4].map(after)).toEqual([
    { status: 'loading', loaded_at: null, attempt: 1, retry_at: null, problem: null },
    { status: 'fresh', loaded_at, attempt: 0, retry_at: null, problem: null },
    { status: 'loading', loaded_at, attempt: 1, retry_at: null, problem: null },
    { status: 'failed', loaded_at, attempt: 4, retry_at: null, problem },
  ]);
});
