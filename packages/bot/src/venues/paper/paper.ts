import { BigNumber } from 'bignumber.js';
import type { Clock } from '../../model/clock.ts';
import type { BookUpdated, FeedEvent } from '../../model/event.ts';
import type {
  AccountState,
  BalancesAnswer,
  Exchange,
  Feed,
  LookUpAnswer,
  OpenOrdersAnswer,
  OrderReport,
  OrderRequest,
  PaperAccount,
  PlaceAnswer,
} from '../../model/exchange.ts';
import type { Instrument } from '../../model/instrument.ts';
import { createPaperAccount, holdFor } from './paper-account.ts';
import { createPaperBook, type Offer, type PaperBook } from './paper-book.ts';
import { addFill, match, openQuantity, type PaperOrder, refusalOf, reportOf } from './paper-order.ts';

type PaperOptions = {
  /** From here to the exchange, and back again, in ms. */
  readonly latencyMs?: number;
  /** An older book offers nothing, in ms. */
  readonly maxBookAgeMs?: number;
};

/** From here to a paper exchange, unless it is said otherwise. */
export const usualLatencyMs = 25;
/** How long a feed may take to list its markets where the caller sets no limit, in ms. */
const longestLoadMs = 30_000;
/** Closed orders that can still be asked for. */
const keptOrders = 2_000;

/** Its calls need no time-out: it always answers, after its latency. */
export type PaperVenue = Exchange & {
  readonly account: PaperAccount;
  instruments(): Promise<readonly Instrument[]>;
  place(request: OrderRequest): Promise<PlaceAnswer>;
  lookUp(symbol: string, clientOrderId: string): Promise<LookUpAnswer>;
  cancel(symbol: string, clientOrderId: string): Promise<LookUpAnswer>;
  balances(): Promise<BalancesAnswer>;
  openOrders(): Promise<OpenOrdersAnswer>;
};

/**
 * An exchange that only exists here. It fills against the feed's books after a latency, takes the liquidity that it fills,
 * charges the taker fee and refuses what a real one would. It forgets everything when the process ends: `restore` tells it.
 */
export const createPaperExchange = (feed: Feed, clock: Clock, options: PaperOptions = {}): PaperVenue =>
  new PaperExchange(feed, clock, options);

class PaperExchange implements PaperVenue {
  readonly name: string;
  readonly source: Feed['source'];
  readonly books: Feed['books'];
  readonly account: PaperAccount = { kind: 'paper', restore: (state) => this.#restore(state) };
  /** As the feed does, where it does. */
  readonly reconnect?: () => void;
  readonly #feed: Feed;
  readonly #clock: Clock;
  readonly #latencyMs: number;
  readonly #maxBookAgeMs: number;
  readonly #funds = createPaperAccount();
  readonly #orders = new Map<string, PaperOrder>();
  readonly #resting = new Map<string, Set<PaperOrder>>();
  readonly #markets = new Map<string, { readonly instrument: Instrument; readonly book: PaperBook }>();
  /** Markets in which an order has ever rested, or taken something. */
  readonly #touched = new Set<string>();
  readonly #watchers = new Set<(report: OrderReport) => void>();
  readonly #listeners = new Set<(event: FeedEvent) => void>();

  constructor(feed: Feed, clock: Clock, { latencyMs = usualLatencyMs, maxBookAgeMs = 5_000 }: PaperOptions) {
    this.name = feed.name;
    this.source = feed.source;
    this.books = feed.books;
    this.#feed = feed;
    if (feed.reconnect) this.reconnect = feed.reconnect.bind(feed);
    this.#clock = clock;
    this.#latencyMs = latencyMs;
    this.#maxBookAgeMs = maxBookAgeMs;
  }

  async instruments(timeoutMs = longestLoadMs): Promise<readonly Instrument[]> {
    const instruments = await this.#feed.instruments(timeoutMs);
    for (const instrument of instruments) {
      if (this.#markets.has(instrument.symbol)) continue;
      const { symbol } = instrument;
      const whole = this.#feed.whole?.bind(this.#feed, symbol) ?? null;
      this.#markets.set(symbol, { instrument, book: createPaperBook(instrument, this.books, whole) });
    }
    return instruments;
  }

  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.#listeners.add(listener);
    const stop = this.#feed.subscribe((event) => this.#hear(event));
    return () => {
      stop();
      this.#listeners.delete(listener);
    };
  }

  watchOrders(listener: (report: OrderReport) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  #restore({ balances, open }: AccountState): void {
    this.#funds.restore(balances);
    this.#orders.clear();
    this.#resting.clear();
    for (const { request, report } of open) {
      const instrument = this.#markets.get(request.symbol)?.instrument;
      if (!instrument) continue;
      const { exchange_order_id, fees } = report;
      const filled = new BigNumber(report.filled_quantity);
      const quote = new BigNumber(report.filled_quote);
      const order: PaperOrder = { request, instrument, exchange_order_id, state: 'open', filled, quote, fees };
      this.#orders.set(request.client_order_id, order);
      this.#rest(order);
    }
  }

  async place(request: OrderRequest): Promise<PlaceAnswer> {
    await this.#travel();
    const answer = this.#accept(request);
    await this.#travel();
    return answer;
  }

  async lookUp(_symbol: string, clientOrderId: string): Promise<LookUpAnswer> {
    await this.#travel();
    const answer = this.#answer(clientOrderId);
    await this.#travel();
    return answer;
  }

  async cancel(_symbol: string, clientOrderId: string): Promise<LookUpAnswer> {
    await this.#travel();
    const order = this.#orders.get(clientOrderId);
    if (order?.state === 'open') this.#close(order, 'cancelled');
    const answer = this.#answer(clientOrderId);
    await this.#travel();
    return answer;
  }

  async openOrders(): Promise<OpenOrdersAnswer> {
    await this.#travel();
    const orders = [...this.#orders.values()].filter(({ state }) => state === 'open').map(reportOf);
    await this.#travel();
    return { kind: 'orders', orders };
  }

  async balances() {
    await this.#travel();
    const answer = { kind: 'balances', total: this.#funds.total() } as const;
    await this.#travel();
    return answer;
  }

  #travel(): Promise<void> {
    return new Promise((resolve) => this.#clock.after(this.#latencyMs, resolve));
  }

  #answer(clientOrderId: string): LookUpAnswer {
    const order = this.#orders.get(clientOrderId);
    return order ? { kind: 'report', report: reportOf(order) } : { kind: 'not-found' };
  }

  #accept(request: OrderRequest): PlaceAnswer {
    const market = this.#markets.get(request.symbol);
    if (!market) return { kind: 'refused', reason: `${request.symbol} is not traded here`, scope: 'market' };
    if (this.#orders.has(request.client_order_id)) return { kind: 'refused', reason: 'duplicate client order id' };
    const { instrument } = market;
    const offers = market.book.offers(request.side, this.#clock.monotonic(), this.#maxBookAgeMs);
    const spends = request.side === 'sell' ? instrument.base : instrument.quote;
    const refusal = refusalOf(instrument, request, offers, this.#funds.free(spends));
    if (refusal !== null) return { kind: 'refused', ...refusal };
    const exchange_order_id = `paper-${request.client_order_id}`;
    const zero = new BigNumber(0);
    const order: PaperOrder = {
      request,
      instrument,
      exchange_order_id,
      state: 'open',
      filled: zero,
      quote: zero,
      fees: [],
    };
    this.#keep(order);
    this.#takeFrom(market.book, order, offers);
    if (order.state === 'open' && request.time_in_force === 'GTC') this.#rest(order);
    else if (order.state === 'open') order.state = 'cancelled';
    return { kind: 'report', report: reportOf(order) };
  }

  #takeFrom(book: PaperBook, order: PaperOrder, offers: readonly Offer[]): void {
    const { side, price, time_in_force } = order.request;
    const taken = match(offers, openQuantity(order), (offered) => isAcceptable(side, price, offered));
    const sum = taken.reduce((all, { size }) => all.plus(size), new BigNumber(0));
    if (sum.isZero() || (time_in_force === 'FOK' && sum.isLessThan(order.request.quantity))) return;
    for (const { price: at, size } of taken) this.#fill(order, size, at.multipliedBy(size));
    this.#touched.add(order.request.symbol);
    this.#tell(book.take(side, taken, this.#clock.now()));
  }

  #fill(order: PaperOrder, quantity: BigNumber, quote: BigNumber): void {
    addFill(order, quantity, quote, this.#funds.settle(order.instrument, order.request.side, quantity, quote));
  }

  #rest(order: PaperOrder): void {
    const { symbol, client_order_id } = order.request;
    this.#touched.add(symbol);
    this.#funds.hold(client_order_id, holdFor(order.instrument, order.request, openQuantity(order)));
    this.#resting.set(symbol, (this.#resting.get(symbol) ?? new Set()).add(order));
  }

  #close(order: PaperOrder, state: 'filled' | 'cancelled'): void {
    order.state = state;
    this.#funds.release(order.request.client_order_id);
    this.#resting.get(order.request.symbol)?.delete(order);
  }

  #keep(order: PaperOrder): void {
    this.#orders.set(order.request.client_order_id, order);
    if (this.#orders.size <= keptOrders) return;
    for (const [id, { state }] of this.#orders) {
      if (state === 'open') continue;
      this.#orders.delete(id);
      return;
    }
  }

  #tell(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #hear(event: FeedEvent): void {
    if (event.type === 'BookUpdated') {
      this.#update(event);
      return;
    }
    if (event.type === 'BooksReset') for (const { book } of this.#markets.values()) book.reset();
    if (event.type === 'BookDistrusted') this.#markets.get(event.symbol)?.book.reset();
    this.#tell(event);
  }

  #update(event: BookUpdated): void {
    // Nothing of ours is in that book, and it need not be put together: the message passes as it is.
    if (this.#feed.whole && !this.#touched.has(event.symbol)) {
      this.#tell(event);
      return;
    }
    const market = this.#markets.get(event.symbol);
    if (!market) return;
    const seen = market.book.update(event);
    if (market.book.isWrong()) {
      this.#distrust(event.symbol, event.at);
      return;
    }
    this.#tell(seen);
    for (const order of this.#resting.get(event.symbol) ?? []) this.#cross(market.book, order);
  }

  #distrust(symbol: string, at: number): void {
    this.#tell({ type: 'BookDistrusted', exchange: this.name, symbol, reason: 'wrong checksum', at });
    if (this.books.kind !== 'whole') this.books.resync(symbol);
  }

  /** A resting order is filled at its own price by what comes to it. */
  #cross(book: PaperBook, order: PaperOrder): void {
    const { side, price } = order.request;
    const offers = book.offers(side, this.#clock.monotonic(), this.#maxBookAgeMs);
    const taken = match(offers, openQuantity(order), (offered) => isAcceptable(side, price, offered));
    const sum = taken.reduce((all, { size }) => all.plus(size), new BigNumber(0));
    if (sum.isZero()) return;
    this.#fill(order, sum, sum.multipliedBy(price ?? 0));
    if (order.state === 'filled') this.#close(order, 'filled');
    else this.#rest(order);
    this.#tell(book.take(side, taken, this.#clock.now()));
    const report = reportOf(order);
    this.#clock.after(this.#latencyMs, () => {
      for (const watcher of this.#watchers) watcher(report);
    });
  }
}

const isAcceptable = (side: 'buy' | 'sell', limit: string | null, offered: BigNumber): boolean =>
  limit === null || (side === 'buy' ? offered.isLessThanOrEqualTo(limit) : offered.isGreaterThanOrEqualTo(limit));
