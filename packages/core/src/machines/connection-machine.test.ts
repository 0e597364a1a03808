import { expect, test } from 'vitest';
import { createTestClient } from '../testing/client.ts';

const connectionStates = (test: ReturnType<typeof createTestClient>) => {
  const seen: string[] = [];
  let last = '';
  test.client.subscribe(({ connection }) => {
    const now = `${connection.state} ${connection.attempt}`;
    if (now !== last) seen.push(now);
    last = now;
  });
  return seen;
};

test('tries five times, 1 s doubling, then gives up and says so', async () => {
  const t = createTestClient({ accepts: () => false });
  const states = connectionStates(t);
  t.client.start();
  await t.clock.advance(0);
  expect(states).toEqual(['idle 0', 'connecting 0', 'waiting 1']);
  const started = t.clock.now();
  const tried: number[] = [];
  for (let count = t.socket.connections.length; t.clock.now() < started + 120_000; ) {
    await t.clock.advance(500);
    if (t.socket.connections.length > count) {
      tried.push(t.clock.now() - started);
      count = t.socket.connections.length;
    }
  }
  expect(tried).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
  expect(states).toEqual([
    'idle 0',
    'connecting 0',
    'waiting 1',
    'connecting 1',
    'waiting 2',
    'connecting 2',
    'waiting 3',
    'connecting 3',
    'waiting 4',
    'connecting 4',
    'waiting 5',
    'connecting 5',
    'disconnected 5',
  ]);
  const { connection, logs } = t.client.getSnapshot();
  expect(connection.message).toBe('Max reconnection attempts reached');
  expect(logs.entries.map(({ message }) => message)).toContain('Max reconnection attempts reached');
});
