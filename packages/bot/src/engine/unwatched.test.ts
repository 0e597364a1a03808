import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { createEngine } from './engine.ts';
import { noon } from './world.suite.ts';

/** The facts of a minute and a half of the simulated market, at a threshold that is often exceeded. */
const factsOf = async (unwatched: boolean): Promise<readonly Fact[]> => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed: 7 }).map((feed) => createPaperExchange(feed, clock));
  const store = createMemoryStore<Fact>();
  let made = 0;
  const engine = createEngine({ exchanges, clock, store, ids: () => `id-${++made}`, config: defaultConfig, unwatched });
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: { min_profit_threshold: 0.1 } });
  for (let second = 0; second < 90; second++) await clock.advance(1000);
  await engine.close();
  return [...store.read()].map(({ fact }) => fact);
};

test('an unwatched engine decides as a watched one does', async () => {
  const watched = await factsOf(false);
  expect(watched.filter(({ type }) => type === 'ExecutionFinished').length).toBeGreaterThan(3);
  expect(await factsOf(true)).toEqual(watched);
});
