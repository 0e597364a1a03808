import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import { isoTime } from '../model/moment.ts';
import type { Cycle } from './cycle.ts';
import { createDetector, type DetectorOptions } from './detector.ts';
import { createFreshness } from './freshness.ts';
import type { RouteLeg } from './leg.ts';
import { type Sizing, sizeContinuous, sizeInLots } from './sizing.ts';

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
  const freshness = createFreshness();
  const books = instruments.map(() => ({ bids: oneLevel(), asks: oneLevel() }));
  const rivals = rivalsOf(instruments);
  const seen = new Set<number>();
  let timeMs = 0;

  function detect(market: number): void {
    for (const rival of rivals[market] as readonly number[]) detector.update(rival, Number.NaN, Number.NaN);
    const { bids, asks } = books[market] as Book;
    const hits = detector.update(market, bids.price[0] as number, asks.price[0] as number);
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
    const sizing = sizeCycle(cycle, options, books);
    if (sizing === null) {
      const profit_pct = 100 * (cycle.product - 1);
      return { type, symbols, markets, profit_pct, capital_required: null, profit: null, detected_at };
    }
    if (!sizing.ok || sizing.profit_pct <= minProfitPct) return null;
    const { profit_pct, capital_required, profit } = sizing;
    return { type, symbols, markets, profit_pct, capital_required, profit, detected_at };
  }

  function dropStale(): void {
    if (maxAgeMs === null) return;
    freshness.dropBefore(timeMs - maxAgeMs, (market) => {
      if (!atEnd) detector.update(market, Number.NaN, Number.NaN);
    });
  }

  return {
    quote: (market, quote) => {
      timeMs = quote.timeMs;
      dropStale();
      freshness.touch(market, timeMs);
      setBook(books[market] as Book, quote);
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

type Book = { bids: Levels; asks: Levels };

function oneLevel(): Levels {
  return { price: new Float64Array(1), size: new Float64Array(1), count: 1 };
}

function setBook({ bids, asks }: Book, { bid, bidSize, ask, askSize }: ScannedQuote): void {
  bids.price[0] = bid;
  bids.size[0] = bidSize;
  asks.price[0] = ask;
  asks.size[0] = askSize;
}

const unlimited = { maxCapital: Infinity, freeBalance: Infinity };

function sizeCycle(cycle: Cycle, { sizing, instruments }: ScannerOptions, books: readonly Book[]): Sizing | null {
  if (sizing === 'none') return null;
  const route = cycle.edges.map((edge): RouteLeg => {
    const { bids, asks } = books[edge >> 1] as Book;
    const instrument = instruments[edge >> 1] as Instrument;
    return edge % 2 === 0 ? { instrument, side: 'sell', levels: bids } : { instrument, side: 'buy', levels: asks };
  });
  return sizing === 'lots' ? sizeInLots(route, unlimited) : sizeContinuous(route, unlimited);
}
