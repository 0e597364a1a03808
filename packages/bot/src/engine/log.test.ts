import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { EngineEvent, Fact } from '../model/event.ts';
import { createEngine } from './engine.ts';
import { noon, testConfig } from './world.suite.ts';

test('a secret in a log entry is neither kept nor heard', async () => {
  const store = createMemoryStore<Fact>();
  const engine = createEngine({
    exchanges: [],
    clock: createVirtualClock(noon),
    store,
    ids: () => 'id',
    config: testConfig,
    redact: (json) => json.replaceAll('canary', '[redacted]'),
  });
  const heard: EngineEvent[] = [];
  engine.subscribe((event) => heard.push(event));
  engine.log('ERROR', 'exchange', 'refused: key canary', { url: 'https://x/?key=canary' });
  const entry = {
    type: 'LogWritten',
    id: 'id',
    level: 'ERROR',
    source: 'exchange',
    message: 'refused: key [redacted]',
    metadata: { url: 'https://x/?key=[redacted]' },
    at: noon,
  };
  expect(heard).toEqual([entry]);
  expect(engine.state().logs).toEqual([entry]);
  expect(store.recall('logs').map(({ data }) => data)).toEqual([entry]);
});
