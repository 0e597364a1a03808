import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { createEngine } from './engine.ts';
import { noon } from './world.suite.ts';

/** A bot on the practice market that leaves everything to its operator. */
export const leftToTheOperator = async (seed: number) => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed }).map((feed) => createPaperExchange(feed, clock));
  let made = 0;
  const options = { exchanges, clock, store: createMemoryStore<Fact>(), ids: () => `id-${++made}` };
  const engine = createEngine({ ...options, config: { ...defaultConfig, auto_execute: false, assets: {} } });
  /** By dislocation: when its first opportunity was shown, and when the last of it ended. */
  const lives = new Map<string, { readonly from: number; to: number | null }>();
  engine.subscribe((event) => {
    if (event.type !== 'OpportunityDetected' && event.type !== 'OpportunityExpired') return;
    const id = event.opportunity.dislocation_id ?? event.opportunity.id;
    const life = lives.get(id) ?? { from: clock.now(), to: null };
    lives.set(id, life);
    if (event.type === 'OpportunityExpired') life.to = clock.now();
  });
  await engine.start();
  const enabled_exchanges = exchanges.map(({ account }) => account.id);
  await engine.command({ type: 'StartBot', parameters: { enabled_exchanges } });
  /** Lifetimes of the ended dislocations in ms, the shortest first. */
  const lifetimes = () =>
    [...lives.values()].flatMap(({ from, to }) => (to === null ? [] : [to - from])).sort((one, other) => one - other);
  return { clock, engine, lifetimes };
};
