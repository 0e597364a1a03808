import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createForgetfulStore } from '../../packages/bot/src/backtest/forgetful-store.ts';
import { createEngine } from '../../packages/bot/src/engine/engine.ts';
import { createExchangeMarkets } from '../../packages/bot/src/kernel/markets.ts';
import { applyUpdate, createOrderBook } from '../../packages/bot/src/market/order-book.ts';
import { realClock } from '../../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { BookUpdated } from '../../packages/bot/src/model/event.ts';
import { type BookMessage, createBookMessage } from '../../packages/bot/src/model/feed-event.ts';
import { gridOf, lotsOf, unitsOf } from '../../packages/bot/src/model/grid.ts';
import { addLevel } from '../../packages/bot/src/model/levels.ts';
import { createUuids } from '../../packages/bot/src/server/uuid.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { scriptedFeed } from '../../packages/bot/src/venues/scripted.suite.ts';
import { nanoseconds, printTable } from './table.ts';
import { createStream, createUniverse, type StreamShape } from './universe.ts';

const levels = 20;
const blocks = 15;
/** Different messages, and how often a block plays them: some systems count CPU in steps of 4 ms. */
const messageCount = 4_000;
const timesABlock = 10;
const chunk = 250;
const flood = { markets: 2_000, perSecond: 20_000, seconds: 10 };

/** What a book is made of: the feed of the bench writes its levels as fast as a decoder could, and reads no memory for them. */
type Quoted = Pick<BookMessage, 'symbol' | 'grid'> & {
  readonly bid: number;
  readonly ask: number;
  readonly step: number;
  readonly lots: number;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
/** What this thread has worked, in ms: on a busy machine less than the time that passes. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Books of 20 levels a side near the fair prices. */
const messagesOf = (universe: ReturnType<typeof createUniverse>, shape: StreamShape): Quoted[] => {
  const stream = createStream(universe, shape, messageCount);
  const grids = universe.instruments.map((instrument) => gridOf(instrument));
  return Array.from(stream.market, (market, at): Quoted => {
    const [instrument, grid] = [universe.instruments[market], grids[market]];
    if (instrument === undefined || grid === undefined) throw new Error('a market that there is not');
    const [bid, ask] = [stream.bid[at] as number, stream.ask[at] as number];
    const units = (price: number): number => unitsOf(grid, Number(price.toFixed(8)));
    const step = Math.max(1, Math.round(units(bid) * 0.0002));
    return { symbol: instrument.symbol, grid, bid: units(bid), ask: units(ask), step, lots: lotsOf(grid, 1_000 / bid) };
  });
};

/** Takes all messages, stamped as their feed would stamp them now. */
type Play = (messages: readonly Quoted[]) => void;
const playing = (take: (message: BookUpdated) => void): Play => {
  const message = createBookMessage('bench');
  message.depth = levels;
  return (messages) => {
    message.at = realClock.now();
    message.exchange_time = message.at;
    message.received = realClock.monotonic();
    for (const { symbol, grid, bid, ask, step, lots } of messages) {
      message.symbol = symbol;
      message.grid = grid;
      message.bids.count = 0;
      message.asks.count = 0;
      for (let level = 0; level < levels; level++) {
        addLevel(message.bids, bid - level * step, lots);
        addLevel(message.asks, ask + level * step, lots);
      }
      take(message);
    }
  };
};

const running = async (universe: ReturnType<typeof createUniverse>) => {
  const feed = scriptedFeed(realClock, universe.instruments);
  const engine = createEngine({
    exchanges: [createPaperExchange(feed, realClock)],
    clock: realClock,
    store: createForgetfulStore(),
    ids: createUuids(realClock.now),
    config: {
      ...defaultConfig,
      parameters: { ...defaultConfig.parameters, enabled_exchanges: [feed.venue], min_profit_threshold: 5 },
      assets: {},
    },
  });
  await engine.start();
  const started = await engine.command({ type: 'StartBot', parameters: {} });
  if (!started.ok) throw new Error(started.detail);
  return { engine, play: playing(feed.say) };
};

/** The CPU of a message in ms, the median of blocks, and the bytes that it allocates. */
const cost = (play: Play, messages: readonly Quoted[]): { readonly ms: number; readonly bytes: number } => {
  for (let round = 0; round < 5; round++) play(messages);
  const spent = Array.from({ length: blocks }, () => {
    const before = worked();
    for (let time = 0; time < timesABlock; time++) play(messages);
    return (worked() - before) / (timesABlock * messages.length);
  });
  const allocated: number[] = [];
  for (let from = 0; from + chunk <= messages.length; from += chunk) {
    const part = messages.slice(from, from + chunk);
    const before = process.memoryUsage().heapUsed;
    play(part);
    const grown = process.memoryUsage().heapUsed - before;
    // A collection in between takes back.
    if (grown >= 0) allocated.push(grown / chunk);
  }
  return { ms: median(spent), bytes: median(allocated) };
};

const measure = async (markets: number, shape: StreamShape): Promise<string[][]> => {
  const universe = createUniverse(markets);
  const messages = messagesOf(universe, shape);
  const books = new Map(universe.instruments.map(({ symbol }) => [symbol, createOrderBook({ kind: 'whole' })]));
  const own = createExchangeMarkets(
    {
      exchange: 'bench',
      books: { kind: 'whole' },
      instruments: universe.instruments,
      fundingCurrencies: defaultConfig.start_currencies,
      maxBookAgeMs: defaultConfig.max_book_age_ms,
      now: realClock.monotonic,
    },
    { threshold: 0.05, pairs: [], tri: true, quad: true },
  );
  const { engine, play } = await running(universe);
  const stages: [string, Play][] = [
    [
      'book',
      playing((message) => {
        const book = books.get(message.symbol);
        if (book) applyUpdate(book, message);
      }),
    ],
    ['book, trust, detector', playing((message) => own.apply(message))],
    ['feed to decision', play],
  ];
  const costs = stages.map(([stage, run]) => ({ stage, ...cost(run, messages) }));
  const ofBook = costs[0]?.ms ?? Number.NaN;
  const rows = costs.map(({ stage, ms, bytes }) => [
    `${markets} markets, ${shape}: ${stage}`,
    nanoseconds(ms),
    `${(ms / ofBook).toFixed(2)}×`,
    bytes.toFixed(0),
  ]);
  await engine.close();
  return rows;
};

/** The loop while so many messages come: what they cost, and how late it runs. */
const endure = async (): Promise<string[]> => {
  const universe = createUniverse(flood.markets);
  const messages = messagesOf(universe, 'liquid-heavy');
  const { engine, play } = await running(universe);
  for (let round = 0; round < 5; round++) play(messages);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [began, before] = [performance.now(), worked()];
  let [sent, latest] = [0, 0];
  while (performance.now() - began < flood.seconds * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * flood.perSecond);
    latest = Math.max(latest, due - sent);
    while (sent < due) {
      const from = sent % messages.length;
      const part = messages.slice(from, from + due - sent);
      play(part);
      sent += part.length;
    }
    await pause(1);
  }
  const [passed, work] = [performance.now() - began, worked() - before];
  delay.disable();
  await engine.close();
  return [
    `${Math.round((sent / passed) * 1_000).toLocaleString('en-US')}/s`,
    `${((100 * work) / passed).toFixed(1)} %`,
    nanoseconds(work / sent),
    `${(delay.percentile(50) / 1e6).toFixed(1)} ms`,
    `${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
    `${latest}`,
  ];
};

const rows: string[][] = [];
for (const markets of [400, 2_000])
  for (const shape of ['uniform', 'liquid-heavy'] as const) rows.push(...(await measure(markets, shape)));
printTable(
  `A message of ${levels} levels a side, after decoding: CPU, medians of ${blocks} blocks (load ${loadavg()[0]?.toFixed(1)})`,
  ['', 'CPU', 'of the book alone', 'bytes'],
  rows,
);
printTable(
  `${flood.markets} markets at ${flood.perSecond.toLocaleString('en-US')} messages/s for ${flood.seconds} s, the whole path`,
  ['taken', 'of a core', 'a message', 'loop p50', 'loop p99', 'most at once'],
  [await endure()],
);
