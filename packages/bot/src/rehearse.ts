import { setImmediate } from 'node:timers/promises';
import { createEngine } from './engine/engine.ts';
import { createMemoryStore } from './journal/memory.ts';
import { createVirtualClock } from './model/clock.ts';
import { defaultConfig } from './model/config.ts';
import type { Fact } from './model/event.ts';
import { createPaperExchange } from './venues/paper/paper.ts';
import { simulatedMarket } from './venues/simulated/simulated.ts';

/** How much of the invented market is traded, in ms of its own time, and how much of it at once: the loop is free in between. */
const wholeMs = 60_000;
const sliceMs = 20;
/** In percent: low, so that enough pays. */
const threshold = 0.05;

/**
 * Trades an invented market, on a clock and a journal of its own of which nothing is left. The first jump of prices after a start takes
 * twice as long as later ones, as long as the engine runs code that has never run before: here it has. Ends early where `closed` is
 * aborted. Returns how many executions there were.
 */
export async function rehearse(closed: AbortSignal): Promise<number> {
  const clock = createVirtualClock(Date.UTC(2026, 0, 1));
  const exchanges = simulatedMarket({ clock, seed: 1 })
    .slice(0, 1)
    .map((feed) => createPaperExchange(feed, clock));
  let ids = 0;
  const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 0 };
  const store = createMemoryStore<Fact>();
  const engine = createEngine({ exchanges, clock, store, ids: () => `${++ids}`, config });
  await engine.start();
  const parameters = { enabled_exchanges: exchanges.map(({ name }) => name), min_profit_threshold: threshold };
  await engine.command({ type: 'StartBot', parameters });
  for (let passed = 0; passed < wholeMs && !closed.aborted; passed += sliceMs) {
    await clock.advance(sliceMs);
    await setImmediate();
  }
  await engine.close();
  return engine.state().executions.size;
}
