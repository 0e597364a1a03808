import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { entriesFrom } from '../testing/given.ts';
import { connection } from './connection.ts';
import { noFacts } from './folded.ts';
import { machines } from './table.ts';

const facts = () => noFacts;

test('a state that a machine does not have is refused at the door, and one that it has is taken', () => {
  for (const { schema, initial } of Object.values(machines)) {
    expect(z.safeParse(schema, JSON.parse(JSON.stringify(initial))).data).toEqual(initial);
    for (const value of [5, {}, null, 'nowhere', undefined, { live: {} }]) {
      expect(z.safeParse(schema, { ...initial, value }).success).toBe(false);
    }
  }
  const at = (value: unknown) => z.safeParse(connection.schema, { ...connection.initial, value }).success;
  expect([at({ live: 'opening' }), at('live'), at({ live: { connected: 'stale' } })]).toEqual([true, false, true]);
});

test('a message that moves nothing gives the same state', () => {
  const [entry] = entriesFrom([{ type: 'PauseLogs' }]);
  const [other] = entriesFrom([
    { type: 'TimerFired', machine: 'bot', timer: 'xstate.after.backoff.connection.waiting' },
  ]);
  for (const one of [entry, other]) {
    expect(one && connection.evolve(connection.initial, one, facts)).toBe(connection.initial);
  }
});

test('a message that changes the figures of a state alone keeps the state that they belong to', () => {
  const live = { ...connection.initial, value: { live: { connected: 'confirmed' } } } as const;
  const [measured] = entriesFrom([{ type: 'LatencyMeasured', ms: 12 }]);
  const after = measured && connection.evolve(live, measured, facts);
  expect(after).toMatchObject({ latency_ms: 12 });
  expect(after?.value).toBe(live.value);
});

test('a step lists its effects and timers in order, and does not depend on a step before it', () => {
  const [entry] = entriesFrom([{ type: 'SessionRestored', has_token: true }]);
  if (entry === undefined) throw new Error('no entry');
  const first = connection.step(connection.initial, entry, facts);
  expect(connection.step(connection.initial, entry, facts)).toEqual(first);
  expect(connection.evolve(connection.initial, entry, facts)).toEqual(first.state);
  expect(first.requests).toEqual([
    { kind: 'effect', machine: 'connection', effect: 'emit', params: { type: 'Connecting', attempt: 0 } },
    { kind: 'effect', machine: 'connection', effect: 'probe', params: undefined },
    { kind: 'timer', machine: 'connection', timer: 'xstate.after.probeTimeout.connection.probing', ms: 5_000 },
  ]);
});
