import { BigNumber } from 'bignumber.js';
import type { Clock } from '../../model/clock.ts';
import type { BookUpdated, FeedEvent, Stamp } from '../../model/event.ts';
import type {
  Account,
  AccountEvent,
  AccountState,
  BalancesAnswer,
  Exchange,
  LookUpAnswer,
  MarketData,
  OpenOrdersAnswer,
  OrderRef,
  OrderRequest,
  PaperControls,
  PaperTerms,
  PlaceAnswer,
  Side,
} from '../../model/exchange.ts';
import { type Elapsed, elapsedOf, since } from '../../model/moment.ts';
import type { Trip } from './chance.ts';
import type { Offer, PaperBook } from './paper-book.ts';
import { createPaperFunds, type Fill } from './paper-funds.ts';
import { createPaperMarkets, type PaperMarkets } from './paper-markets.ts';
import {
  addFill,
  bestPriceOf,
  knownOrder,
  match,
  newOrder,
  openQuantity,
  type PaperOrder,
  refusalOf,
  reportOf,
} from './paper-order.ts';
import { createPaperOrders } from './paper-orders.ts';
import { passedOn } from './passed-on.ts';
import { tokenPriceOf } from './token-price.ts';
import { createTravel, type Travel, type TravelOptions } from './travel.ts';

type PaperOptions = TravelOptions & {
  /** Id of the account; left out, its venue. */
  readonly account?: string;
  /** An older book offers nothing, in ms. */
  readonly maxBookAgeMs?: number;
};

/** What a rate limit tells its caller to wait, in ms. */
const retryAfterMs = 1_000;
/** How long a feed may take to list its markets where the caller sets no limit, in ms. */
const longestLoadMs = 30_000;

/**
 * An exchange that only exists here. It fills against the feed's books after a delay, takes the liquidity that it fills,
 * charges its fees and refuses what a real one would. It forgets everything when the process ends: `restore` tells it.
 */
export const createPaperExchange = (feed: MarketData, clock: Clock, options: PaperOptions = {}): PaperVenue => {
  return new PaperExchange(feed, clock, options);
};

/** Its calls need no time-out: it always answers, after its delays. */
type PaperAccount = Account & {
  readonly paper: PaperControls;
  place(request: OrderRequest): Promise<PlaceAnswer>;
  lookUp(ref: OrderRef): Promise<LookUpAnswer>;
  cancel(ref: OrderRef): Promise<LookUpAnswer>;
  balances(): Promise<BalancesAnswer>;
  openOrders(): Promise<OpenOrdersAnswer>;
};
export type PaperVenue = Exchange & {
  readonly account: PaperAccount;
  /** Whether any book lacks what paper orders have taken. */
  owes(): boolean;
};

class PaperExchange implements PaperVenue {
  readonly market: MarketData;
  readonly account: PaperAccount;
  readonly #feed: MarketData;
  readonly #clock: Clock;
  readonly #travel: Travel;
  readonly #maxBookAgeMs: number;
  readonly #funds = createPaperFunds();
  readonly #orders = createPaperOrders(this.#funds);
  readonly #markets: PaperMarkets;
  /** The books of the engine; null where there is none. */
  #read: ((symbol: string) => BookUpdated | null) | null = null;
  /** When the feed was last heard: the books of one that has heartbeats do not grow old while it is. */
  #heard: Elapsed = elapsedOf(0);
  readonly #watchers = new Set<(event: AccountEvent) => void>();
  #listeners: readonly ((event: FeedEvent) => void)[] = [];

  constructor(feed: MarketData, clock: Clock, options: PaperOptions) {
    const { account: id = feed.venue, maxBookAgeMs = 5_000, ...travel } = options;
    this.#feed = feed;
    this.#markets = createPaperMarkets(feed, (symbol) => this.#read?.(symbol) ?? null);
    this.#clock = clock;
    this.#travel = createTravel(id, clock, travel);
    this.#maxBookAgeMs = maxBookAgeMs;
    this.market = this.#marketOf(feed);
    this.account = this.#accountOf(id, feed.venue);
  }

  #marketOf(feed: MarketData): MarketData {
    return {
      ...{ venue: feed.venue, source: feed.source, books: feed.books },
      ...passedOn(feed, (symbol, side, levels) => this.#markets.get(symbol)?.book.less(side, levels) ?? levels),
      instruments: async (timeoutMs = longestLoadMs) => {
        const instruments = await feed.instruments(timeoutMs);
        this.#markets.list(instruments);
        return instruments;
      },
      subscribe: (listener) => {
        this.#listeners = [...this.#listeners, listener];
        const stop = feed.subscribe((event) => this.#hear(event));
        return () => {
          stop();
          this.#listeners = this.#listeners.filter((one) => one !== listener);
        };
      },
    };
  }

  #accountOf(id: string, venue: string): PaperAccount {
    const find = ({ client_order_id }: OrderRef): PaperOrder | undefined => this.#orders.get(client_order_id);
    return {
      ...{ id, venue, money: 'paper', notFoundAfterMs: 0 },
      paper: {
        restore: (state) => this.#restore(state),
        configure: (terms) => this.#configure(terms),
        conditions: (settings) => this.#travel.conditions(settings),
        readBooks: (read) => {
          this.#read = read;
        },
        leastOffers: (symbol, side, before) => this.#markets.get(symbol)?.book.least(side, before) ?? [],
      },
      place: (request) => this.#travel.order(request.intended, (trip) => this.#receive(request, trip)),
      lookUp: (ref) => this.#travel.ask(() => answerOf(find(ref))),
      cancel: (ref) =>
        this.#travel.ask(() => {
          const order = find(ref);
          if (order?.state === 'open') this.#orders.close(order, 'cancelled');
          return answerOf(order);
        }),
      openOrders: () => this.#travel.ask(() => ({ kind: 'orders', orders: this.#orders.open().map(reportOf) })),
      balances: () => this.#travel.ask(() => ({ kind: 'balances', holdings: this.#funds.holdings() })),
      subscribe: (listener) => {
        this.#watchers.add(listener);
        return () => this.#watchers.delete(listener);
      },
    };
  }

  #configure({ fees, paper }: PaperTerms): void {
    this.#markets.charge(fees);
    this.#travel.configure(paper);
  }

  #restore({ balances, open }: AccountState): void {
    this.#funds.restore(balances);
    this.#orders.clear();
    for (const { request, report } of open) {
      const instrument = this.#markets.get(request.symbol)?.instrument;
      if (!instrument) continue;
      const order = knownOrder(request, instrument, report);
      this.#orders.keep(order);
      this.#rest(order);
    }
  }

  #stamp(): Stamp {
    return { at: this.#clock.now(), received: this.#clock.monotonic() };
  }

  #receive(request: OrderRequest, { fault, isLate }: Trip): PlaceAnswer {
    if (fault === 'rejected') return { kind: 'refused', reason: 'the exchange refused it, as it does now and then' };
    if (fault === 'rate-limited') return { kind: 'throttled', scope: 'orders', retryAfterMs };
    const noAnswer = { kind: 'unknown', reason: 'the connection broke off' } as const;
    if (fault === 'lost') return noAnswer;
    if (isLate) this.#giveWay(request);
    const answer = this.#accept(request);
    return fault === 'unanswered' ? noAnswer : answer;
  }

  /** Somebody else takes as much as the order wants, at the best prices that it would have paid. */
  #giveWay(request: OrderRequest): void {
    const market = this.#markets.get(request.symbol);
    const taken = match(this.#offers(request.symbol, request.side), new BigNumber(request.quantity), request);
    if (market && taken.length > 0) this.#take(market.book, request.side, taken);
  }

  #accept(request: OrderRequest): PlaceAnswer {
    const market = this.#markets.get(request.symbol);
    if (!market) return { kind: 'refused', reason: `${request.symbol} is not traded here`, scope: 'market' };
    if (this.#orders.get(request.client_order_id)) return { kind: 'refused', reason: 'duplicate client order id' };
    const { instrument } = market;
    const offers = this.#offers(request.symbol, request.side);
    const spends = request.side === 'sell' ? instrument.base : instrument.quote;
    const refusal = refusalOf(instrument, request, offers, this.#funds.free(spends));
    if (refusal !== null) return { kind: 'refused', ...refusal };
    const order = newOrder(request, instrument);
    this.#orders.keep(order);
    this.#takeFrom(market.book, order, offers);
    if (order.state === 'open' && request.time_in_force === 'GTC') this.#rest(order);
    else if (order.state === 'open') order.state = 'cancelled';
    return { kind: 'report', report: reportOf(order) };
  }

  #takeFrom(book: PaperBook, order: PaperOrder, offers: Iterable<Offer>): void {
    const { side, time_in_force } = order.request;
    const taken = match(offers, openQuantity(order), order.request);
    const sum = taken.reduce((all, { size }) => all.plus(size), new BigNumber(0));
    if (sum.isZero() || (time_in_force === 'FOK' && sum.isLessThan(order.request.quantity))) return;
    const rate = order.instrument.takerFee;
    for (const { price, size } of taken) this.#fill(order, { quantity: size, quote: price.multipliedBy(size), rate });
    this.#take(book, side, taken);
  }

  #take(book: PaperBook, side: Side, taken: readonly Offer[]): void {
    // The engine's book, without what is taken here, no longer says what the feed has.
    book.follow();
    this.#tell(book.take(side, taken, this.#stamp()));
  }

  #fill(order: PaperOrder, given: Omit<Fill, 'tokenPrice'>): void {
    const tokenPrice = tokenPriceOf(order.instrument, (symbol, side) => bestPriceOf(this.#offers(symbol, side)));
    const fill = { ...given, tokenPrice };
    addFill(order, fill.quantity, fill.quote, this.#funds.settle(order.instrument, order.request.side, fill));
  }

  /** Whether any book lacks what paper orders have taken. */
  owes(): boolean {
    for (const { book } of this.#markets.all()) if (book.owes()) return true;
    return false;
  }

  #offers(symbol: string, side: Side): Iterable<Offer> {
    const now = this.#clock.monotonic();
    const isHeard = this.#feed.heartbeatMs !== undefined && since(this.#heard, now) <= this.#maxBookAgeMs;
    const market = this.#markets.get(symbol);
    return market?.book.offers(side, now, isHeard ? Infinity : this.#maxBookAgeMs, market.listed.lotStep) ?? [];
  }

  #rest(order: PaperOrder): void {
    this.#markets.get(order.request.symbol)?.book.follow();
    this.#orders.rest(order);
  }

  #tell(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #hear(event: FeedEvent): void {
    if ('received' in event) this.#heard = event.received;
    if (event.type === 'BookUpdated') {
      this.#update(event);
      return;
    }
    if (event.type === 'InstrumentsChanged') this.#markets.list(event.instruments);
    if (event.type === 'BooksReset') for (const { book } of this.#markets.all()) book.reset();
    if (event.type === 'BookDistrusted') this.#markets.get(event.symbol)?.book.distrust();
    this.#tell(event);
  }

  #update(event: BookUpdated): void {
    const market = this.#markets.get(event.symbol);
    if (!market) return;
    // Nothing of ours is in that book, and the engine has it: the message passes as it is.
    if (this.#read !== null && !market.book.isFollowing()) {
      this.#tell(event);
      return;
    }
    const seen = market.book.update(event);
    if (market.book.isWrong()) {
      this.#distrust(event.symbol, event.at);
      return;
    }
    this.#tell(seen);
    for (const order of this.#orders.resting(event.symbol)) this.#cross(market.book, order);
  }

  #distrust(symbol: string, at: number): void {
    this.#tell({ type: 'BookDistrusted', exchange: this.market.venue, symbol, reason: 'wrong checksum', at });
    if (this.market.books.kind !== 'whole') this.market.books.resync(symbol);
  }

  /** A resting order is filled at its own price by what comes to it. */
  #cross(book: PaperBook, order: PaperOrder): void {
    const { side, price } = order.request;
    const taken = match(this.#offers(order.request.symbol, side), openQuantity(order), order.request);
    const sum = taken.reduce((all, { size }) => all.plus(size), new BigNumber(0));
    if (sum.isZero()) return;
    const { takerFee, makerFee: rate = takerFee } = order.instrument;
    this.#fill(order, { quantity: sum, quote: sum.multipliedBy(price ?? 0), rate });
    if (order.state === 'filled') this.#orders.close(order, 'filled');
    else this.#rest(order);
    this.#take(book, side, taken);
    const report = reportOf(order);
    this.#travel.tell(() => {
      for (const watcher of this.#watchers) watcher({ kind: 'report', report });
    });
  }
}

const answerOf = (order: PaperOrder | undefined): LookUpAnswer =>
  order ? { kind: 'report', report: reportOf(order) } : { kind: 'not-found' };
