import { elapsedOf, since } from '../model/clock.ts';
import type { FeedEvent, Stamp } from '../model/event.ts';
import type { MarketData } from '../model/exchange.ts';
import type { Tops } from '../portfolio/usd-prices.ts';
import { SimulatedBooks } from '../venues/simulated/simulated-books.ts';
import { usualKinds } from '../venues/simulated/simulated-dislocations.ts';
import { createMoves, marketOf, moveWidth } from '../venues/simulated/simulated-moves.ts';
import { SimulatedPrices, stepMs, worldVersion } from '../venues/simulated/simulated-prices.ts';
import { listingsOf, simulatedExchanges } from '../venues/simulated/simulated-universe.ts';
import type { BacktestData } from './job.ts';
import type { LastPrices } from './marks.ts';
import type { Listening, Source, Stage } from './source.ts';
import { createWindows, type Windows } from './windows.ts';

/** After so many steps of the world the stage is asked whether to go on. */
const pulseSteps = 50;
/** Each feed says so often that it lives, in ms. */
const heartbeatMs = 1_000;
/** How often the market is looked at in silence, in ms. */
const lookMs = 60_000;
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
  const prices = new SimulatedPrices(seed, exchanges, { preset, kinds });
  const { markets } = prices;
  const moves = createMoves(markets.listings.length);
  const listeners = new Map<string, (event: FeedEvent) => void>();
  const books = createBooks(exchanges, markets, (event) => listeners.get(event.exchange)?.(event));
  const tell = (exchange: string, event: FeedEvent): void => listeners.get(exchange)?.(event);
  let listening: Listening | null = null;
  let windows: Windows | null = null;
  let events = 0;
  /** How many messages had been given when promises last settled. */
  let settled = 0;
  let next = from;

  const isSilent = (): boolean => windows?.isOpen() === false;
  const openWindow = (now: number): void => {
    if (isSilent()) books.giveAll();
    windows?.open(now);
  };
  const open = (stamp: Stamp): void => {
    const { at } = stamp;
    for (const [place, exchange] of exchanges.entries()) {
      const detail = `simulated, version ${worldVersion}, seed ${seed}`;
      tell(exchange, { type: 'FeedStatusChanged', exchange, status: 'live', detail, at });
      events += books.begin(place, stamp);
    }
    openWindow(since(epoch, stamp.received));
  };
  const step = ({ at, received }: Stamp): void => {
    const now = since(epoch, received);
    moves.count = 0;
    prices.step(moves);
    books.stamp(at, now);
    for (let move = 0; move < moves.count; move++) {
      const market = marketOf(moves.rows[moveWidth * move] as number);
      books.move(moves, move);
      events++;
      if (isSilent()) {
        if (!books.isMarked(market, now, windows as Windows)) continue;
        books.take(market);
        openWindow(now);
      }
      books.give(market);
    }
    windows?.review(now);
  };
  const beat = (stamp: Stamp): void => {
    for (const exchange of exchanges)
      tell(exchange, { type: 'HeartbeatReceived', exchange, exchange_time: null, ...stamp });
  };
  const lookAround = ({ at, received }: Stamp): void => {
    if (!isSilent()) return;
    for (const [place, { maxBookAgeMs }] of (listening?.markets ?? []).entries())
      listening?.look(exchanges[place] as string, books.tops(place, since(epoch, received), maxBookAgeMs), at);
  };
  /** What a message has begun goes on before time passes. */
  const pass = (at: number): Promise<void> => {
    if (isSilent() && windows?.reads(at - from)) openWindow(since(epoch, clock.monotonic()));
    if (books.given() === settled) return clock.goOn(at - clock.now());
    settled = books.given();
    return clock.advance(at - clock.now());
  };

  return {
    name: `simulated market${preset === 'realistic' ? ' (realistic)' : ''} (version ${worldVersion}), seed ${seed}`,
    feeds: exchanges.map((name) => feedOf(name, preset, listeners)),
    touches: (exchange) => books.pricesOf(exchanges.indexOf(exchange)),
    markets: markets.listings.length,
    from,
    to,
    notes: () => ['Every quote is invented: nothing of this happened on any exchange.'],
    events: () => events,
    given: () => ({ given: books.given(), windows: windows?.count() ?? 0 }),
    openWindows: (given) => {
      listening = given;
      windows = createWindows(
        given,
        exchanges.map((_, place) => books.pricesOf(place)),
      );
    },
    tops: (exchange, now) => {
      const place = exchanges.indexOf(exchange);
      return isSilent() ? books.tops(place, since(epoch, now), listening?.markets[place]?.maxBookAgeMs ?? 0) : null;
    },
    mids: (exchange) => books.mids(exchanges.indexOf(exchange)),
    minutes: () => (next - from) / 60_000,
    play: async (until) => {
      for (let steps = 0; next < until; next += stepMs) {
        if (++steps % pulseSteps === 0 && !(await pulse((next - from) / (to - from)))) return false;
        if (!clock.moveTo(next)) await pass(next);
        const stamp = { at: clock.now(), received: clock.monotonic() };
        if (next === from) open(stamp);
        else step(stamp);
        if ((next - from) % heartbeatMs === 0) beat(stamp);
        if ((next - from) % lookMs === 0) lookAround(stamp);
      }
      if (!clock.moveTo(until)) await pass(until);
      return true;
    },
  };
};

const feedOf = (
  name: string,
  preset: Extract<BacktestData, { kind: 'simulated' }>['preset'],
  listeners: Map<string, (event: FeedEvent) => void>,
): MarketData => {
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
};

/** The books of all exchanges, and what of them the engine was given. Exchanges and markets by their places. */
const createBooks = (
  exchanges: readonly string[],
  markets: SimulatedPrices['markets'],
  emit: (event: FeedEvent) => void,
) => {
  const { starts, exchangeOf, listings } = markets;
  const books = new SimulatedBooks(markets);
  const midsNow = (): Float64Array => books.bids.map((bid, market) => (bid + (books.asks[market] as number)) / 2);
  const first = midsNow();
  /** 1 once a market has moved: its book is trusted from then on. */
  const hasMoved = new Uint8Array(listings.length);
  const isNew = new Uint8Array(listings.length);
  let given = 0;
  const start = (exchange: number): number => starts[exchange] as number;
  const columns = exchanges.map((_, exchange): LastPrices => {
    const part = (column: Float64Array) => column.subarray(start(exchange), start(exchange + 1));
    return { bids: part(books.bids), asks: part(books.asks), times: part(books.received) };
  });
  const count = (event: FeedEvent): void => {
    given++;
    emit(event);
  };

  return {
    given: () => given,
    pricesOf: (exchange: number): LastPrices => columns[exchange] as LastPrices,
    /** Gives all books as they stand; how many there are. */
    begin: (exchange: number, stamp: Stamp): number => {
      books.tellAll(exchange, stamp, count);
      return start(exchange + 1) - start(exchange);
    },
    stamp: (at: number, now: number): void => books.stamp(at, now),
    move: (...moved: Parameters<SimulatedBooks['move']>): void => books.move(...moved),
    /** Takes note of the last move of a market; whether a cycle through it could pay. */
    isMarked: (market: number, now: number, { marks }: Windows): boolean => {
      const exchange = exchangeOf[market] as number;
      const own = marks[exchange];
      const place = market - start(exchange);
      hasMoved[market] = 1;
      isNew[market] = 1;
      if (!own) return false;
      const isCalm =
        (books.bids[market] as number) <= (own.bids[place] as number) &&
        (books.asks[market] as number) >= (own.asks[place] as number);
      return !isCalm && own.look(place, now);
    },
    take: (market: number): void => {
      isNew[market] = 0;
    },
    give: (market: number): void => {
      hasMoved[market] = 1;
      count(books.changes(market));
    },
    /** Gives what the engine was not given, each book as of its last move: nothing is looked for after it. */
    giveAll: (): void => {
      const late: number[] = [];
      for (let market = isNew.indexOf(1); market >= 0; market = isNew.indexOf(1, market + 1)) late.push(market);
      isNew.fill(0);
      late.sort((one, other) => (books.received[one] as number) - (books.received[other] as number));
      for (const market of late) count(books.late(market));
    },
    /** Best prices as the books of an engine would have them that was given every move; `now` in ms of the monotonic clock. */
    tops: (exchange: number, now: number, maxAgeMs: number): Tops => {
      const { bids, asks, times } = columns[exchange] as LastPrices;
      const isUsed = (at: number): boolean =>
        hasMoved[start(exchange) + at] === 1 && now - (times[at] as number) <= maxAgeMs;
      const usedOf = (column: Float64Array): number[] =>
        Array.from(column, (price, at) => (isUsed(at) ? price : Number.NaN));
      return { bids: usedOf(bids), asks: usedOf(asks) };
    },
    mids: (exchange: number) => ({
      first: first.subarray(start(exchange), start(exchange + 1)),
      last: midsNow().subarray(start(exchange), start(exchange + 1)),
    }),
  };
};
