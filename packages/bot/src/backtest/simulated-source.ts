import { elapsedOf, since } from '../model/clock.ts';
import type { FeedEvent, Stamp } from '../model/event.ts';
import type { MarketData } from '../model/exchange.ts';
import { SimulatedBooks } from '../venues/simulated/simulated-books.ts';
import { usualKinds } from '../venues/simulated/simulated-dislocations.ts';
import { marketOf, mayPay, moveWidth } from '../venues/simulated/simulated-moves.ts';
import { SimulatedPrices, stepMs, worldVersion } from '../venues/simulated/simulated-prices.ts';
import { listingsOf, simulatedExchanges } from '../venues/simulated/simulated-universe.ts';
import type { BacktestData } from './job.ts';
import { type MovesAhead, movesAhead } from './moves-ahead.ts';
import { createStretch } from './moves-maker.ts';
import type { Showed } from './nearest.ts';
import type { RowWatchOptions } from './row-watch.ts';
import { createSimulatedLanes, type SimulatedLanes } from './simulated-lanes.ts';
import { reach, type Source, type Stage } from './source.ts';

/** After so many steps of the world the stage is asked whether to go on. */
const pulseSteps = 50;
const epoch = elapsedOf(0);

/**
 * The simulated market from one moment to another, of the given exchanges alone: of what happens now and then on five they get their
 * share.
 */
export const simulatedSource = (
  { preset, seed, exchanges }: Extract<BacktestData, { kind: 'simulated' }>,
  { from, to }: { readonly from: number; readonly to: number },
  { clock, pulse }: Stage,
): Source => {
  const share = exchanges.length / simulatedExchanges.length;
  const kinds = preset === 'practice' ? usualKinds.map((kind) => ({ ...kind, perMinute: kind.perMinute * share })) : [];
  const { markets } = new SimulatedPrices(seed, exchanges, { preset, kinds });
  const { starts } = markets;
  const books = new SimulatedBooks(markets);
  const listeners = new Map<string, (event: FeedEvent) => void>();
  let events = 0;
  /** `settled`: how many had been heard when promises last settled. */
  let [heard, mattered, settled] = [0, 0, 0];
  let next = from;
  let watches: readonly RowWatchOptions[] = [];
  let lanes: SimulatedLanes | null = null;
  let ahead: MovesAhead | null = null;
  /** The steps that are played, the next of them, and its first move. */
  let [stretch, step, move] = [createStretch(), 0, 0];
  const stepsUntil = (until: number): number => Math.floor((until - from) / stepMs);
  const begun = (): MovesAhead => {
    ahead ??= movesAhead({ preset, seed, exchanges, kinds, from, watches }, stepsUntil(to));
    return ahead;
  };
  let showed: Promise<readonly Showed[]> | null = null;
  const showedAll = (): Promise<readonly Showed[]> => {
    showed ??= begun().end(Math.max(0, (next - from) / stepMs - 1));
    return showed;
  };

  const emit = (event: FeedEvent): void => {
    events++;
    heard++;
    mattered++;
    listeners.get(event.exchange)?.(event);
  };
  const hear = (market: number, first: number): void => {
    const isFirst = lanes?.hear(market) === true;
    // It would have been kept otherwise.
    if (isFirst && (first & mayPay) === 0 && lanes?.columns.attended[market] === 0) mattered--;
    emit(books.changes(market));
  };
  const open = (stamp: Stamp): void => {
    const { at } = stamp;
    for (const [place, exchange] of exchanges.entries()) {
      const detail = `simulated, version ${worldVersion}, seed ${seed}`;
      listeners.get(exchange)?.({ type: 'FeedStatusChanged', exchange, status: 'live', detail, at });
      books.tellAll(place, stamp, emit);
    }
  };
  const play = ({ at, received }: Stamp): void => {
    const { moves } = stretch;
    const columns = lanes?.columns;
    const end = stretch.ends[step++] as number;
    books.stamp(at, since(epoch, received));
    for (; move < end; move++) {
      books.move(moves, move);
      const first = moves.rows[moveWidth * move] as number;
      const market = marketOf(first);
      if (columns === undefined || (first & mayPay) !== 0 || (columns.attended[market] as number) > 0) {
        hear(market, first);
        continue;
      }
      events++;
      if (columns.hasWaited[market] === 1) columns.waits[market] = 1;
      else lanes?.keep(market);
    }
  };
  /** What a message has begun goes on before time passes. */
  const pass = (ms: number): Promise<void> => {
    if (heard === settled) return clock.goOn(ms);
    settled = heard;
    return clock.advance(ms);
  };
  const feeds = exchanges.map((name): MarketData => {
    const listings = listingsOf(name, preset);
    return {
      venue: name,
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
    name: `simulated market${preset === 'realistic' ? ' (realistic)' : ''} (version ${worldVersion}), seed ${seed}`,
    feeds,
    touches: (exchange) => {
      const place = exchanges.indexOf(exchange);
      const [start, end] = [starts[place], starts[place + 1]];
      return { bids: books.bids.subarray(start, end), asks: books.asks.subarray(start, end) };
    },
    markets: markets.listings.length,
    from,
    to,
    notes: () => ['Every quote is invented: nothing of this happened on any exchange.'],
    events: () => events,
    heard: () => ({ heard: heard + (lanes?.fetched() ?? 0), mattered }),
    quicken: (all) => {
      // What a thread is given is data alone.
      watches = all.map(({ feed: { venue }, ...one }) => ({ ...one, feed: { venue } }));
      lanes = createSimulatedLanes(markets, books);
      return lanes.unheard.map((unheard, place) => ({
        unheard,
        showed: async () => (await showedAll())[place] as Showed,
      }));
    },
    minutes: () => (next - from) / 60_000,
    play: async (until) => {
      for (let steps = 0; next < until; next += stepMs) {
        if (++steps % pulseSteps === 0 && !(await pulse((next - from) / (to - from)))) return false;
        if (next > from && step === stretch.steps) {
          stretch = await begun().next(stepsUntil(until));
          [step, move] = [0, 0];
        }
        if (!clock.moveTo(next)) await pass(next - clock.now());
        const stamp = { at: clock.now(), received: clock.monotonic() };
        if (next === from) open(stamp);
        else play(stamp);
      }
      await reach(clock, until);
      return true;
    },
    close: () => ahead?.close(),
  };
};
