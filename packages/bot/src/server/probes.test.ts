import { expect, test } from 'vitest';
import { testConfig } from '../engine/world.suite.ts';
import { isForPrograms, unreadiness } from './probes.ts';

type State = Parameters<typeof unreadiness>[1];
const config: State['config'] = { version: 1, id: 'c', name: 'c', config: testConfig, actor: 'install', at: 1 };
const reasons = (change: Partial<State>, isServing = true) =>
  unreadiness(isServing, { lifecycle: 'stopped', halted: null, config, ...change });
const halted = (cause: 'kill' | 'journal') => ({ halted: { cause, reason: 'x', at: 1 } });

test('a bot that can trade is ready, also while its operator keeps it from it', () => {
  expect(reasons({})).toEqual([]);
  expect(reasons({ lifecycle: 'running' })).toEqual([]);
  expect(reasons(halted('kill'))).toEqual([]);
});

test('what stands in the way of trading is named', () => {
  expect(reasons({ lifecycle: 'starting' }, false)).toEqual([
    'the bot is starting or stopping',
    'the bot resolves what was in progress',
  ]);
  expect(reasons(halted('journal'))).toEqual(['the journal cannot be written']);
  expect(reasons({ config: null })).toEqual(['no configuration is in force']);
});

test('calls, socket and probes are for programs; the screens are not, /api among them', () => {
  const paths = ['/api', '/api/', '/api/v1/nothing', '/ws', '/metrics', '/healthz/x', '/readyz', '/apiary', '/docs'];
  expect(paths.filter((path) => !isForPrograms(path))).toEqual(['/api', '/apiary', '/docs']);
});
