import { openExecutions } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market } from '../kernel/market.ts';
import { bestPrice } from '../market/book-side.ts';
import { since } from '../model/clock.ts';
import { ticksIn } from '../model/steps.ts';
import type { Candidate } from './opportunity.ts';

type Needs = Venues & Pick<Core, 'clock' | 'recorder'>;

/** Why a book is not trusted, as a sentence. */
export const staleness = (
  { clock, config }: Pick<Core, 'clock' | 'config'>,
  markets: ExchangeMarkets,
  market: Market,
): string => {
  const age = `${Math.round(since(market.book.receiveTime, clock.monotonic()))} ms old, at most ${config().max_book_age_ms} ms`;
  return `the book of ${market.instrument.symbol} is not trusted (${markets.trust(market)}): ${age}`;
};

/** Why the exchange's request limits carry no execution of so many legs now; null when they do. */
export const overBudget = (core: Needs, exchange: string, legs: number): string | null => {
  const running = openExecutions(core).filter((one) => one.exchange === exchange);
  return core.budgets.obstacle(
    exchange,
    legs,
    running.map((one) => one.legs.length),
  );
};

/** Why nothing may be begun in a market of the cycle, as a sentence; null where all are traded. */
export const scanOnlyOf = ({ markets, cycle }: Candidate): string | null => {
  const legs = cycle.edges.flatMap((edge) => markets.markets[edge >> 1]?.instrument ?? []);
  const watched = legs.find(({ scanOnly }) => scanOnly !== undefined);
  return watched === undefined ? null : `${watched.symbol} on ${watched.exchange} is scanned only: ${watched.scanOnly}`;
};

/** The markets of a cycle whose books have not changed for so long that they are read again first. */
export const quietOf = ({ markets, cycle }: Candidate): readonly Market[] =>
  cycle.edges.flatMap((edge) => markets.markets[edge >> 1] ?? []).filter((market) => markets.isQuiet(market));

/** Since when a book has not changed, and what is done about it, as a sentence. */
export const quietness = (
  { clock, exchanges, throttles }: Needs,
  { exchange }: ExchangeMarkets,
  { instrument, book }: Market,
): string => {
  const seconds = Math.floor(since(book.receiveTime, clock.monotonic()) / 1000);
  const waitMs = throttles.leftMs(exchange, 'data');
  const first =
    waitMs > 0
      ? `it is read again first, in ${Math.ceil(waitMs / 1000)} s: too many requests`
      : 'it is read again first';
  const next = exchanges.get(exchange)?.market.readBook ? first : `${exchange} offers no way to read it again`;
  return `the book of ${instrument.symbol} has not changed for ${seconds} s: ${next}`;
};

const touchOf = ({ markets }: ExchangeMarkets, edge: number): number => {
  const book = markets[edge >> 1]?.book;
  return book ? bestPrice(edge % 2 === 0 ? book.bids : book.asks) : 0;
};

/** The exchange's own price is not on its own grid: what it says of the market's ticks is wrong, and no order would match. */
export const offGrid = (
  markets: ExchangeMarkets,
  edge: number,
  price = touchOf(markets, edge),
): readonly { symbol: string; detail: string }[] => {
  const market = markets.markets[edge >> 1];
  if (!market) return [];
  const { symbol, tickSize } = market.instrument;
  return ticksIn(market.instrument, price) !== null
    ? []
    : [{ symbol, detail: `the price ${price} of ${symbol} is not in ticks of ${tickSize}` }];
};
