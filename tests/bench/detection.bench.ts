import { createCycleIndex } from '../../packages/bot/src/market/cycle-index.ts';
import { createDetector, type Detector } from '../../packages/bot/src/strategy/detector.ts';
import { enumerateCycles } from '../../packages/bot/src/strategy/enumerate.ts';
import { nanoseconds, printTable } from './table.ts';
import { createStream, createUniverse, type QuoteStream, type StreamShape, type Universe } from './universe.ts';

const threshold = 0.001;
const updates = 500_000;
const enumerationBudgetMs = 400;
const rounds = 3;

/** What a bot without an index does: each update multiplies out every cycle through its market, found beforehand. */
function createEnumeration({ instruments }: Universe): {
  update(market: number, bid: number, ask: number): number;
  cycles: number;
} {
  const index = createCycleIndex(instruments);
  const cycles: number[] = [];
  const through: number[][] = instruments.map(() => []);
  enumerateCycles(index, (edges) => {
    for (const edge of edges) through[edge >> 1]?.push(cycles.length);
    cycles.push(edges[0] as number, edges[1] as number, edges[2] as number, edges[3] ?? index.edgeFrom.length);
  });
  const legs = Int32Array.from(cycles);
  const own = through.map((list) => Int32Array.from(list));
  const rates = new Float64Array(index.edgeFrom.length + 1);
  // A triangle's fourth leg.
  rates[index.edgeFrom.length] = 1;
  return {
    cycles: legs.length / 4,
    update: (market, bid, ask) => {
      rates[2 * market] = bid * 0.999;
      rates[2 * market + 1] = 0.999 / ask;
      let hits = 0;
      for (const at of own[market] as Int32Array) {
        const two = (rates[legs[at] as number] as number) * (rates[legs[at + 1] as number] as number);
        const other = (rates[legs[at + 2] as number] as number) * (rates[legs[at + 3] as number] as number);
        if (two * other > 1 + threshold) hits++;
      }
      return hits;
    },
  };
}

type Run = { perUpdate: number; hits: number; updates: number };

/** Plays the stream until it ends or the time is up. */
function play(update: Detector['update'], stream: QuoteStream, budgetMs: number): Run {
  let hits = 0;
  let at = 0;
  const start = performance.now();
  let elapsed = 0;
  while (at < stream.market.length && elapsed < budgetMs) {
    const end = Math.min(at + 1_000, stream.market.length);
    for (; at < end; at++)
      hits += update(stream.market[at] as number, stream.bid[at] as number, stream.ask[at] as number);
    elapsed = performance.now() - start;
  }
  return { perUpdate: elapsed / at, hits, updates: at };
}

/** The round that was disturbed least. */
function fastest(run: () => Run): Run {
  return Array.from({ length: rounds }, run).reduce((best, next) => (next.perUpdate < best.perUpdate ? next : best));
}

function measure(markets: number, shape: StreamShape): string[] {
  const universe = createUniverse(markets);
  const stream = createStream(universe, shape, updates);
  const detector = createDetector({
    instruments: universe.instruments,
    types: { tri: true, quad: true },
    fundingCurrencies: [],
    anyStart: true,
    threshold,
  });
  play(detector.update, stream, Infinity);
  const ours = fastest(() => play(detector.update, stream, Infinity));
  const enumeration = createEnumeration(universe);
  const theirs = fastest(() => play(enumeration.update, stream, enumerationBudgetMs));
  const { tri, quad } = detector.counts();
  return [
    `${markets} markets, ${shape}`,
    `${tri} / ${quad}`,
    (ours.hits / ours.updates).toFixed(3),
    nanoseconds(ours.perUpdate),
    nanoseconds(theirs.perUpdate),
    `${(theirs.perUpdate / ours.perUpdate).toFixed(0)}×`,
  ];
}

const rows = [50, 400, 2_000].flatMap((markets) =>
  (['uniform', 'liquid-heavy'] as const).map((shape) => measure(markets, shape)),
);
printTable('Detection, one update', ['market', 'directed TRI / QUAD', 'hits', 'ours', 'enumeration', 'ratio'], rows);
