import { elapsedOf, since } from '../model/clock.ts';
import type { FeedEvent, Stamp } from '../model/event.ts';
import type { Feed } from '../model/exchange.ts';
import { usualKinds } from '../venues/simulated/simulated-dislocations.ts';
import { listingsOf, simulatedExchanges } from '../venues/simulated/simulated-universe.ts';
import { SimulatedWorld, stepMs, worldVersion } from '../venues/simulated/simulated-world.ts';
import type { BacktestData } from './job.ts';
import { createKeptBack, type KeptBack } from './kept-back.ts';
import { createSimulatedLane, type Followed } from './simulated-lane.ts';
import { reach, type Source, type Stage } from './source.ts';

/** After so many steps of the world the stage is asked whether to go on. */
const pulseSteps = 50;
const epoch = elapsedOf(0);

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
  const world = new SimulatedWorld(seed, exchanges, { kinds });
  const listeners = new Map<string, (event: FeedEvent) => void>();
  let events = 0;
  let [heard, mattered] = [0, 0];
  let next = from;
  let lanes: readonly ReturnType<typeof createSimulatedLane>[] = [];
  let kept: KeptBack<Followed> | null = null;
  const followed: Followed = { timeMs: from };
  const emit = (event: FeedEvent): void => {
    events++;
    heard++;
    mattered++;
    listeners.get(event.exchange)?.(event);
  };
  /** When the books follow that follow now, on the monotonic clock. */
  let now = 0;
  /** A snapshot, and what follows it first, the engine must hear: without them it trusts no book. */
  const follow = (exchange: number, market: number): void => {
    if (kept !== null) {
      const isKept = kept.take(exchange, market, followed, now);
      const isFirst = lanes[exchange]?.isFirst(market) === true;
      if (isKept && !isFirst) {
        events++;
        return;
      }
      if (isKept) mattered--;
      kept.heard(exchange, market);
    }
    emit(world.changes(exchange, market));
  };
  const open = (stamp: Stamp): void => {
    const { at } = stamp;
    for (const exchange of exchanges) {
      const detail = `simulated, version ${worldVersion}, seed ${seed}`;
      listeners.get(exchange)?.({ type: 'FeedStatusChanged', exchange, status: 'live', detail, at });
      world.snapshots(exchange, stamp, emit);
    }
    for (const lane of lanes) lane.open(at, since(epoch, stamp.received));
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
    name: `simulated market (version ${worldVersion}), seed ${seed}`,
    feeds,
    touches: (exchange) => world.touches(exchange),
    markets: exchanges.reduce((sum, exchange) => sum + listingsOf(exchange).length, 0),
    from,
    to,
    notes: () => ['Every quote is invented: nothing of this happened on any exchange.'],
    events: () => events,
    heard: () => ({ heard: heard + (kept?.fetched() ?? 0), mattered }),
    hear: (event) => kept?.hear(event),
    quicken: (markets) => {
      lanes = markets.map((one, place) => createSimulatedLane(one, world, place));
      kept = createKeptBack(lanes);
      return lanes.map(({ watch, unheard }) => ({ ...watch, unheard }));
    },
    minutes: () => (next - from) / 60_000,
    play: async (until) => {
      for (let steps = 0; next <= until; next += stepMs) {
        if (++steps % pulseSteps === 0 && !(await pulse((next - from) / (to - from)))) return false;
        if (!clock.moveTo(next)) await clock.advance(next - clock.now());
        const stamp = { at: clock.now(), received: clock.monotonic() };
        if (next === from) open(stamp);
        else {
          followed.timeMs = stamp.at;
          now = since(epoch, stamp.received);
          world.move(stamp, follow);
        }
      }
      await reach(clock, until);
      return true;
    },
  };
};
