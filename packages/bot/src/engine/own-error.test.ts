import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { createTurns } from '../kernel/turns.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';
import { createCore } from './create-core.ts';
import { createEngine } from './engine.ts';
import { createWorld, noon, testConfig } from './world.suite.ts';

const start = { type: 'StartBot', parameters: {} } as const;

describe('an error of our own', () => {
  test('lets no order leave from the turn on in which it came, whatever was under way', async () => {
    const { engine, clock, ask, fair, dislocate, exchange } = await createWorld();
    let placed = 0;
    const place = exchange.account.place.bind(exchange);
    exchange.account.place = (request) => {
      placed++;
      return place(request);
    };
    await ask(start);
    fair();
    dislocate();
    expect(placed).toBe(1);
    engine.fail();
    await clock.advance(5000);
    fair();
    dislocate();
    await clock.advance(5000);
    expect(placed).toBe(1);
  });

  test('in a part of the engine closes the gate before another part receives the event', () => {
    const { core, bugs, gates } = withBug();
    const { recorder } = core;
    recorder.subscribe(({ type }) => gates.push(`${type} ${core.gate.passes('unwind')}`));
    expect(core.gate.passes('unwind')).toBe(true);
    expect(() => recorder.record([{ type: 'HaltReset', at: noon }])).toThrow('a bug');
    expect([gates, bugs]).toEqual([['HaltReset false'], ['Error: a bug']]);
  });

  test('keeps a bot that ran from running again by itself where the start says so', async () => {
    const { engine, store, ask } = await createWorld();
    await ask(start);
    await engine.close();
    const starts = async (held: string | null) => {
      const clock = createVirtualClock(noon);
      const exchanges = [createPaperExchange(scriptedFeed(clock), clock)];
      let made = store.lastSeq();
      const again = createEngine({ exchanges, clock, store, ids: () => `again-${++made}`, config: testConfig });
      await again.start(held);
      await clock.advance(100);
      const { lifecycle, logs } = again.state();
      await again.close();
      return [lifecycle, logs.map(({ message }) => message).filter((line) => line.startsWith('Not running'))];
    };
    expect(await starts(null)).toEqual(['running', []]);
    expect(await starts('three errors')).toEqual(['stopped', ['Not running again: three errors']]);
    expect(await starts(null)).toEqual(['stopped', []]);
  });
});

/** What the engine's parts share, one of which fails at every event. */
const withBug = () => {
  const bugs: string[] = [];
  const clock = createVirtualClock(noon);
  const turns = createTurns({ clock });
  const { core } = createCore(
    {
      ...{ exchanges: [], store: createMemoryStore<Fact>(), ids: () => 'id', config: testConfig },
      onBug: (error) => bugs.push(String(error)),
    },
    turns,
  );
  turns.ready();
  core.recorder.subscribe(() => {
    throw new Error('a bug');
  });
  return { core, bugs, gates: [] as string[] };
};
