import type { Clock } from '../../model/clock.ts';
import type { BookUpdated, FeedEvent, Stamp } from '../../model/event.ts';
import type { BookAnswer, MarketData } from '../../model/exchange.ts';
import { pairsOf } from '../../model/levels.ts';
import { type Elapsed, elapsedOf, instantOf, later, since } from '../../model/moment.ts';
import type { Preset } from './simulated-behaviour.ts';
import { stepMs, worldVersion } from './simulated-prices.ts';
import { listingsOf, simulatedExchanges } from './simulated-universe.ts';
import { SimulatedWorld } from './simulated-world.ts';

export type SimulatedOptions = {
  readonly clock: Clock;
  /** The same seed and clock give the same stream. */
  readonly seed: number;
  /** `practice` when left out. */
  readonly preset?: Preset;
  /** How many times faster than its own time the market runs, above 0 and at most 100; 1 when left out. */
  readonly speed?: number;
};

const fastest = 100;
/** How often each feed says that it lives, in ms. */
const heartbeatMs = 500;
/** Time lost beyond this, in ms, is skipped and not made up for: the machine slept, or cannot keep up and has other work too. */
const longestCatchUp = 100;

/** One feed for each simulated exchange; they share one world, which runs while any of them is listened to. */
export function simulatedMarket({
  clock,
  seed,
  preset = 'practice',
  speed = 1,
}: SimulatedOptions): readonly MarketData[] {
  const world = new SimulatedWorld(seed, simulatedExchanges, { preset, speed });
  const listeners = new Map<string, Set<(event: FeedEvent) => void>>(
    simulatedExchanges.map((name) => [name, new Set()]),
  );
  const emit = (event: FeedEvent) => {
    for (const listener of listeners.get(event.exchange) ?? []) listener(event);
  };
  const run = runner(clock, speed, (stamp) => world.step(stamp, emit));
  const open = (name: string, symbol?: string, tell = emit): void => {
    const stamp = stampNow();
    world.snapshots(name, stamp, tell, symbol);
  };
  const stampNow = () => ({ at: clock.now(), received: clock.monotonic() });
  const beat = (name: string): FeedEvent => {
    const stamp = stampNow();
    return { type: 'HeartbeatReceived', exchange: name, exchange_time: stamp.at, ...stamp };
  };
  const connect = (name: string, tell: (event: FeedEvent) => void): void => {
    tell({
      type: 'FeedStatusChanged',
      exchange: name,
      status: 'live',
      detail: `simulated, version ${worldVersion}, seed ${seed}`,
      at: clock.now(),
    });
    tell(beat(name));
    for (const { instrument } of listingsOf(name, preset))
      tell({ type: 'MarketSubscribed', exchange: name, symbol: instrument.symbol, at: clock.now() });
    open(name, undefined, tell);
  };
  return simulatedExchanges.map((name) => ({
    venue: name,
    source: 'simulated' as const,
    books: { kind: 'numbered' as const, resync: (symbol: string) => void clock.after(0, () => open(name, symbol)) },
    instruments: async () => listingsOf(name, preset).map(({ instrument }) => instrument),
    heartbeatMs,
    readBook: async (symbol) => bookOf(world.whole(name, symbol)),
    serverTime: async () => ({ kind: 'time', at: clock.now() }),
    reconnect: () => {
      clock.after(0, () => {
        emit({ type: 'BooksReset', exchange: name, reason: 'the feed connected again', at: clock.now() });
        connect(name, emit);
      });
    },
    subscribe: (listener) => {
      let cancel = clock.after(0, () => {
        connect(name, listener);
        listeners.get(name)?.add(listener);
        run.start();
        pulse();
      });
      const pulse = (): void => {
        cancel = clock.after(heartbeatMs, () => {
          listener(beat(name));
          pulse();
        });
      };
      return () => {
        cancel();
        listeners.get(name)?.delete(listener);
        if ([...listeners.values()].every((set) => set.size === 0)) run.stop();
      };
    },
  }));
}

const bookOf = (whole: BookUpdated | null): BookAnswer =>
  whole === null
    ? { kind: 'unknown', reason: 'it is not traded there' }
    : { kind: 'book', bids: pairsOf(whole.grid, whole.bids), asks: pairsOf(whole.grid, whole.asks) };

/** Calls `step` once for every step of simulated time that has passed, with the moment at which it was due. The wall clock does not matter. */
function runner(clock: Clock, speed: number, step: (stamp: Stamp) => void) {
  const every = stepMs / Math.min(speed, fastest);
  let running = false;
  let cancel = () => {};
  let due = elapsedOf(0);
  const stampOf = (received: Elapsed): Stamp => ({
    at: instantOf(Math.round(clock.now() - since(received, clock.monotonic()))),
    received,
  });
  const tick = () => {
    const now = clock.monotonic();
    const oldest = later(now, -longestCatchUp);
    if (due < oldest) due = oldest;
    for (; running && due <= now; due = later(due, every)) step(stampOf(due));
    if (running) cancel = clock.after(Math.max(stepMs, since(now, due)), tick);
  };
  return {
    start: () => {
      if (running) return;
      running = true;
      due = later(clock.monotonic(), every);
      cancel = clock.after(stepMs, tick);
    },
    stop: () => {
      running = false;
      cancel();
    },
  };
}
