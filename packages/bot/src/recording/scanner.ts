import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import { isoTime } from '../model/moment.ts';
import type { Cycle } from '../strategy/cycle.ts';
import { createDetector, type DetectorOptions } from '../strategy/detector.ts';
import type { RouteLeg } from '../strategy/leg.ts';
import { type Sizing, sizeContinuous, sizeInLots } from '../strategy/sizing.ts';
import { createFreshness } from './freshness.ts';

/** How to scan a stream of best quotes. */
export type ScannerOptions = Omit<DetectorOptions, 'threshold'> & {
  /** Report what earns more than this, percent. */
  minProfitPct: number;
  /** A cycle counts while its oldest quote is at most so old by the stream's own time; null for any age. */
  maxAgeMs: number | null;
  /** `none` goes by the rates of the top of the books alone. */
  sizing: 'none' | 'continuous' | 'lots';
  /** Judge the latest quotes at the end of each session instead of every update. */
  atEnd: boolean;
};

/** A directed cycle found, amounts in its start currency; capital and profit are null where nothing was sized. */
export type ScannedCycle = {
  type: 'TRI' | 'QUAD';
  symbols: string[];
  markets: string[];
  profit_pct: number;
  capital_required: number | null;
  profit: number | null;
  /** ISO 8601, the stream's own time. */
  detected_at: string;
};

/** The best quote of a market; prices and sizes above zero. */
export type ScannedQuote = { timeMs: number; bid: number; bidSize: number; ask: number; askSize: number };

/** What stood at the end of a session: markets with a quote young enough, and the directed cycles over them. */
export type SessionCensus = { live: number[]; tri: number; quad: number };

/**
 * Finds the cycles of one exchange in a stream of quotes, each directed cycle of currencies at most once a session. Where two markets trade
 * the same two currencies (USDC/USDT and USDT/USDC), the one quoted last stands for both.
 */
export type Scanner = {
  quote(market: number, quote: ScannedQuote): void;
  /** Ends the session: what stood is counted, every book is emptied. */
  endSession(): SessionCensus;
};

/** Creates a scanner; `found` is called as cycles are found. */
export function createScanner(options: ScannerOptions, found: (cycle: ScannedCycle) => void): Scanner {
  const { instruments, minProfitPct, maxAgeMs, atEnd } = options;
  const detector = createDetector({ ...options, threshold: minProfitPct / 100 });
  const freshness = createFreshness(instruments.length);
  // A row touches one place of each column: a book for each market would be looked for all over the memory.
  const [bids, bidSizes] = [new Float64Array(instruments.length), new Float64Array(instruments.length)];
  const [asks, askSizes] = [new Float64Array(instruments.length), new Float64Array(instruments.length)];
  const rivals = rivalsOf(instruments);
  const seen = new Set<number>();
  let timeMs = 0;

  function detect(market: number): void {
    for (const rival of rivals[market] as readonly number[]) detector.update(rival, Number.NaN, Number.NaN);
    const hits = detector.update(market, bids[market] as number, asks[market] as number);
    for (let hit = 0; hit < hits; hit++) {
      if (seen.has(detector.key(hit))) continue;
      const cycle = detector.cycle(hit);
      const scanned = judge(cycle);
      if (scanned === null) continue;
      seen.add(cycle.key);
      found(scanned);
    }
  }

  function judge(cycle: Cycle): ScannedCycle | null {
    const { type, symbols, markets } = cycle;
    const detected_at = isoTime(timeMs);
    const sizing = sizeCycle(cycle, options, levelsOf);
    if (sizing === null) {
      const profit_pct = 100 * (cycle.product - 1);
      return { type, symbols, markets, profit_pct, capital_required: null, profit: null, detected_at };
    }
    if (!sizing.ok || sizing.profit_pct <= minProfitPct) return null;
    const { profit_pct, capital_required, profit } = sizing;
    return { type, symbols, markets, profit_pct, capital_required, profit, detected_at };
  }

  const levelsOf: LevelsOf = (market, side) =>
    side === 'sell'
      ? oneLevel(bids[market] as number, bidSizes[market] as number)
      : oneLevel(asks[market] as number, askSizes[market] as number);

  const leave = (market: number): void => {
    if (!atEnd) detector.update(market, Number.NaN, Number.NaN);
  };

  return {
    quote: (market, quote) => {
      timeMs = quote.timeMs;
      if (maxAgeMs !== null) freshness.dropBefore(timeMs - maxAgeMs, leave);
      freshness.touch(market, timeMs);
      bids[market] = quote.bid;
      bidSizes[market] = quote.bidSize;
      asks[market] = quote.ask;
      askSizes[market] = quote.askSize;
      if (!atEnd) detect(market);
    },
    endSession: () => {
      const live: number[] = [];
      freshness.dropBefore(Infinity, (market) => live.push(market));
      if (atEnd) for (const market of live) detect(market);
      const counts = detector.counts();
      detector.reset();
      seen.clear();
      return { live, ...counts };
    },
  };
}

/** For each market the others of the same two currencies. */
function rivalsOf(instruments: readonly Instrument[]): number[][] {
  const sharing = new Map<string, number[]>();
  const pairOf = ({ base, quote }: Instrument): string => [base, quote].sort().join('/');
  instruments.forEach((instrument, market) => {
    sharing.set(pairOf(instrument), [...(sharing.get(pairOf(instrument)) ?? []), market]);
  });
  return instruments.map((instrument, market) =>
    (sharing.get(pairOf(instrument)) ?? []).filter((other) => other !== market),
  );
}

/** What a market offers to an order of that side. */
type LevelsOf = (market: number, side: 'buy' | 'sell') => Levels;

const oneLevel = (price: number, size: number): Levels => ({
  price: Float64Array.of(price),
  size: Float64Array.of(size),
  count: 1,
});

const unlimited = { maxCapital: Infinity, freeBalance: Infinity };

function sizeCycle(cycle: Cycle, { sizing, instruments }: ScannerOptions, levelsOf: LevelsOf): Sizing | null {
  if (sizing === 'none') return null;
  const route = cycle.edges.map((edge): RouteLeg => {
    const side = edge % 2 === 0 ? 'sell' : 'buy';
    return { instrument: instruments[edge >> 1] as Instrument, side, levels: levelsOf(edge >> 1, side) };
  });
  return sizing === 'lots' ? sizeInLots(route, unlimited) : sizeContinuous(route, unlimited);
}
