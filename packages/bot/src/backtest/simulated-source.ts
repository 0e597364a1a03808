import type { FeedEvent, Stamp } from '../model/event.ts';
import type { Feed } from '../model/exchange.ts';
import { usualKinds } from '../venues/simulated/simulated-dislocations.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { listingsOf, simulatedExchanges } from '../venues/simulated/simulated-universe.ts';
import { SimulatedWorld, stepMs } from '../venues/simulated/simulated-world.ts';
import type { BacktestData } from './job.ts';
import { reach, type Source, type Stage } from './source.ts';

/** After so many steps of the world the stage is asked whether to go on. */
const pulseSteps = 50;

/**
 * The simulated market from one moment to another, of the given exchanges alone: of what happens now and then on five they get their
 * share.
 */
export const simulatedSource = (
  { seed, exchanges }: Extract<BacktestData, { kind: 'simulated' }>,
  { from, to }: { readonly from: number; readonly to: number },
  { clock, pulse }: Stage,
): Source => {
  const share = exchanges.length / simulatedExchanges.length;
  const kinds = usualKinds.map((kind) => ({ ...kind, perMinute: kind.perMinute * share }));
  const world = new SimulatedWorld(seededRandom(seed), exchanges, { kinds });
  const listeners = new Map<string, (event: FeedEvent) => void>();
  let events = 0;
  let next = from;
  const emit = (event: FeedEvent): void => {
    events++;
    listeners.get(event.exchange)?.(event);
  };
  const open = (stamp: Stamp): void => {
    const { at } = stamp;
    for (const exchange of exchanges) {
      const detail = `simulated, seed ${seed}`;
      listeners.get(exchange)?.({ type: 'FeedStatusChanged', exchange, status: 'live', detail, at });
      world.snapshots(exchange, stamp, emit);
    }
  };
  const feeds = exchanges.map((name): Feed => {
    const listings = listingsOf(name);
    return {
      name,
      source: 'simulated',
      // A chain that is played from memory has no gap.
      books: { kind: 'numbered', resync: () => {} },
      instruments: async () => listings.map(({ instrument }) => instrument),
      subscribe: (listener) => {
        listeners.set(name, listener);
        return () => listeners.delete(name);
      },
    };
  });

  return {
    name: `simulated market, seed ${seed}`,
    feeds,
    touches: (exchange) => world.touches(exchange),
    markets: exchanges.reduce((sum, exchange) => sum + listingsOf(exchange).length, 0),
    from,
    to,
    notes: () => ['Every quote is invented: nothing of this happened on any exchange.'],
    events: () => events,
    heard: () => ({ heard: events, mattered: events }),
    minutes: () => (next - from) / 60_000,
    play: async (until) => {
      for (let steps = 0; next <= until; next += stepMs) {
        if (++steps % pulseSteps === 0 && !(await pulse((next - from) / (to - from)))) return false;
        if (!clock.moveTo(next)) await clock.advance(next - clock.now());
        const stamp = { at: clock.now(), received: clock.monotonic() };
        if (next === from) open(stamp);
        else world.step(stamp, emit);
      }
      await reach(clock, until);
      return true;
    },
  };
};
