import { BigNumber } from 'bignumber.js';
import { endAfter, type LegOffers } from '../execution/bounds.ts';
import type { Core, Settings, Venues } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market } from '../kernel/market.ts';
import type { Reports } from '../kernel/reports.ts';
import { bestPrice } from '../market/book-side.ts';
import { type Elapsed, since } from '../model/clock.ts';
import { profitBoundPct } from '../model/config.ts';
import type { Side } from '../model/exchange.ts';
import type { Levels, LevelUpdates } from '../model/levels.ts';
import type { MarketLives } from './market-lives.ts';
import type { Candidate, Sized } from './opportunity.ts';
import type { QuietListener } from './quiet-books.ts';

type Needs = Settings & Venues & Reports & Pick<Core, 'clock' | 'after'>;

type Doubt = { readonly detail: string };
export type Doubted = Pick<Sized, 'markets' | 'cycle' | 'sizing'>;

/** Reads the books of a cycle again before a profit is believed that is too good to be true. */
export type Doubts = {
  /** The reading of a market of the cycle, which keeps others from beginning; null where none is under way. */
  reading(cycle: Candidate): Doubt | null;
  /** The doubt about a size that promises too much and whose books have not just agreed; null without one. */
  of(sized: Doubted): Doubt | null;
  /** Reads each book once more. Resolves with why the profit is not there; null where the books agree: it may be planned again within a second. */
  ask(sized: Doubted): Promise<string | null>;
  /** Whether any book is read again. */
  isReading(): boolean;
  /** Resolves once no market of the cycle is being read. */
  settled(cycle: Candidate): Promise<void>;
  /** `agrees` for a book of a cycle that may be planned again, `differs` for one that was wrong and is void. */
  onRead(listener: QuietListener): void;
};

/** An answer counts for so long from when it was asked for, in ms. */
const validMs = 1000;
/** The share of the profit that the second reading has to show. */
const enough = 0.5;

type Reading = {
  readonly market: Market;
  readonly side: Side;
  readonly touch: number;
  readonly offers: LevelUpdates | string;
};

export const createDoubts = (core: Needs, lives: Pick<MarketLives, 'note'>): Doubts => {
  const { clock, exchanges, log } = core;
  const asked = new Map<Market, Promise<unknown>>();
  const agreedAt = new Map<string, Elapsed>();
  let listener: QuietListener | null = null;

  /** Second reading of invented or recorded prices: the book as an order would find it. */
  const later = async (own: ExchangeMarkets, symbol: string, side: Side): Promise<LevelUpdates | string> => {
    const paper = exchanges.get(own.exchange)?.account.paper?.conditions?.(core.config().paper);
    await new Promise<void>((resolve) => core.after(paper?.order_delay.median_ms ?? 0, resolve));
    const levels = own.levels(symbol, side);
    return levels ? offersOf(levels) : `the book of ${symbol} is not trusted any more`;
  };

  const request = async (own: ExchangeMarkets, symbol: string, side: Side): Promise<LevelUpdates | string> => {
    const readBook = exchanges.get(own.exchange)?.market.readBook;
    if (!readBook) return `${own.exchange} offers no way to read a book again`;
    const answer = await readBook(symbol, core.config().order_timeout_ms);
    const market = own.market(symbol);
    if (answer.kind === 'gone' && market) listener?.gone(own, market, answer.reason);
    if (answer.kind !== 'book') return `the book of ${symbol} could not be read again: ${answer.reason}`;
    return side === 'sell' ? answer.bids : answer.asks;
  };

  const readOne = async (own: ExchangeMarkets, edge: number): Promise<readonly Reading[]> => {
    const market = own.markets[edge >> 1];
    if (!market) return [];
    const side = edge % 2 === 0 ? 'sell' : 'buy';
    const touch = bestPrice(side === 'sell' ? market.book.bids : market.book.asks);
    const read = exchanges.get(own.exchange)?.market.source === 'exchange' ? request : later;
    return [{ market, side, touch, offers: await read(own, market.instrument.symbol, side) }];
  };

  /** The book that is furthest from what was read is void; for the second time in a while, its market is excluded. */
  const dispute = (own: ExchangeMarkets, readings: readonly Reading[]): void => {
    const [worst] = readings.toSorted((one, other) => deviation(other) - deviation(one));
    if (!worst || deviation(worst) === 0) return;
    const { market, touch } = worst;
    const { exchange, symbol } = market.instrument;
    const how = `its best price was ${touch}, not ${bestOf(worst)}`;
    listener?.differs(own, market, how);
    lives.note(exchange, symbol, { type: 'wrong', reason: how });
  };

  const judge = async ({ markets, cycle, sizing }: Doubted): Promise<string | null> => {
    const from = clock.monotonic();
    const readings = (await Promise.all(cycle.edges.map((edge) => readOne(markets, edge)))).flat();
    const silent = readings.map(({ offers }) => offers).find((offers) => typeof offers === 'string');
    if (silent !== undefined) return silent;
    if (since(from, clock.monotonic()) > validMs) return `the answers took longer than ${validMs} ms`;
    const capital = new BigNumber(sizing.capital_required);
    const profit = endAfter(capital, readings.map(legOf)).minus(capital).toNumber();
    if (profit >= enough * sizing.profit) {
      agreedAt.set(keyOf({ markets, cycle }), from);
      return null;
    }
    if (exchanges.get(markets.exchange)?.market.source === 'exchange') dispute(markets, readings);
    return `read again, the books show ${pct(profit / sizing.capital_required)}`;
  };

  return {
    reading: (candidate) => {
      const market = marketsOf(candidate).find((one) => asked.has(one));
      if (!market) return null;
      return { detail: `the book of ${market.instrument.symbol} is read again, as a profit is doubted` };
    },
    isReading: () => asked.size > 0,
    of: ({ markets, cycle, sizing }) => {
      const most = profitBoundPct(core.config());
      if (sizing.profit_pct <= most) return null;
      const agreed = agreedAt.get(keyOf({ markets, cycle }));
      if (agreed !== undefined && since(agreed, clock.monotonic()) <= validMs) return null;
      return { detail: `${sizing.profit_pct.toFixed(2)} % is more than ${most} %: its books are read again first` };
    },
    ask: async (sized) => {
      const { markets, cycle } = sized;
      const own = marketsOf(sized);
      const judged = judge(sized);
      for (const market of own) asked.set(market, judged);
      log(
        'WARNING',
        'execution',
        `${cycle.symbols.join(' → ')} on ${markets.exchange} promises ${sized.sizing.profit_pct.toFixed(2)} %: its books are read again`,
      );
      const why = await judged;
      for (const market of own) asked.delete(market);
      const outcome = why ?? 'read again, the books agree';
      log(
        why === null ? 'INFO' : 'WARNING',
        'execution',
        `${cycle.symbols.join(' → ')} on ${markets.exchange}: ${outcome}`,
      );
      for (const [key, at] of agreedAt) if (since(at, clock.monotonic()) > validMs) agreedAt.delete(key);
      if (why === null) for (const market of own.slice(0, 1)) listener?.agrees(markets, market);
      return why;
    },
    settled: async (candidate) => {
      await Promise.all(marketsOf(candidate).map((market) => asked.get(market)));
    },
    onRead: (given) => {
      listener = given;
    },
  };
};

const keyOf = ({ markets, cycle }: Candidate): string => `${markets.exchange} ${cycle.key}`;

const marketsOf = ({ markets, cycle }: Candidate): readonly Market[] =>
  cycle.edges.flatMap((edge) => markets.markets[edge >> 1] ?? []);

const offersOf = ({ price, size, count }: Levels): LevelUpdates =>
  Array.from({ length: count }, (_, at) => [price[at] ?? 0, size[at] ?? 0] as const);

const legOf = ({ market: { instrument }, side, offers }: Reading): LegOffers => ({
  instrument,
  side,
  offers: typeof offers === 'string' ? [] : offers,
});

const bestOf = ({ offers }: Reading): number => (typeof offers === 'string' ? 0 : (offers[0]?.[0] ?? 0));

/** Distance of the best price from what was read, as a fraction of that. */
const deviation = (reading: Reading): number => {
  const best = bestOf(reading);
  return best === 0 ? Number.POSITIVE_INFINITY : Math.abs(reading.touch - best) / best;
};

const pct = (share: number): string => `${(share * 100).toFixed(2)} %`;
