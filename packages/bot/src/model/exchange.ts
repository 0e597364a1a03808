import type { FeedEvent, WholeBook } from './feed-event.ts';
import type { Instrument } from './instrument.ts';

/** An exact decimal as text, e.g. `0.00120000`: what travels between the ledger, orders and the journal. */
export type Amount = string;

export type Side = 'buy' | 'sell';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
export type Fee = { readonly asset: string; readonly amount: Amount };

/** Market data of one exchange: simulated, recorded or real. */
export type Feed = {
  /** Lower case, e.g. `kucoin`. */
  readonly name: string;
  readonly source: 'simulated' | 'recorded' | 'exchange';
  /** `deltas`: a snapshot and a numbered chain of changes; `snapshots`: each message is the whole book. */
  readonly books: 'deltas' | 'snapshots';
  instruments(): Promise<readonly Instrument[]>;
  /** A book as its last message left it, where the feed itself keeps the books, always at hand: an invented one does. */
  whole?(symbol: string): WholeBook;
  /** Starts the data. Events come in order, never inside this call; the returned function ends them. */
  subscribe(listener: (event: FeedEvent) => void): () => void;
  /** Drops the connection and makes a new one: every book comes anew. Left out where each message is a whole book of its own. */
  reconnect?(): void;
};

/** `quantity` in base, a whole number of lots; `price` in quote per base, a whole number of ticks, null for a market order. */
export type OrderRequest = {
  readonly client_order_id: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly time_in_force: TimeInForce;
  readonly quantity: Amount;
  readonly price: Amount | null;
};

/**
 * An order as the exchange has it. Amounts are totals since the order was placed, so that the same report
 * may arrive twice, or late, without being counted twice. `filled_quote` is before fees.
 */
export type OrderReport = {
  readonly client_order_id: string;
  readonly exchange_order_id: string;
  readonly symbol: string;
  readonly state: 'open' | 'filled' | 'cancelled';
  readonly filled_quantity: Amount;
  readonly filled_quote: Amount;
  readonly fees: readonly Fee[];
};

/** `unknown`: nobody can tell whether it took effect (time-out, reset, 5xx, unreadable answer). Never an exception. */
type Unknown = { readonly kind: 'unknown'; readonly reason: string };
type Report = { readonly kind: 'report'; readonly report: OrderReport };

/** What is at fault: the `market` (tick, lot, minimum, price band, suspended), the `balance`, the `rate` of requests, or something else. */
export type RefusalScope = 'market' | 'balance' | 'rate' | 'other';
/** The exchange did not take the order, nothing was filled and nothing will be. Without a scope it is `other`. */
type Refused = { readonly kind: 'refused'; readonly reason: string; readonly scope?: RefusalScope };
export type PlaceAnswer = Report | Refused | Unknown;
/** `not-found`: the exchange does not know the id now; a request still under way may yet arrive. */
export type LookUpAnswer = Report | { readonly kind: 'not-found' } | Unknown;
export type CancelAnswer = LookUpAnswer;
/** Every order of the account that rests in a book, whoever placed it. */
export type OpenOrdersAnswer = { readonly kind: 'orders'; readonly orders: readonly OrderReport[] } | Unknown;
/** Free and held together, by asset. */
export type BalancesAnswer = { readonly kind: 'balances'; readonly total: Readonly<Record<string, Amount>> } | Unknown;

/** What the journal holds of an account at an exchange that has no memory of its own. */
export type Account = {
  readonly balances: Readonly<Record<string, Amount>>;
  readonly open: readonly { readonly request: OrderRequest; readonly report: OrderReport }[];
};

/** The edge to one exchange. Every answer is data; a rejected promise is a bug of the implementation. */
export type Exchange = Feed & {
  /** Where orders lead: `paper` for an account that only exists here. */
  readonly account: 'paper' | 'live';
  /** How long after an order's deadline, in ms, `not-found` is to be believed: until then the request may still be on its way. */
  readonly notFoundAfterMs: number;
  /** Sends the order once. */
  place(request: OrderRequest): Promise<PlaceAnswer>;
  lookUp(symbol: string, clientOrderId: string): Promise<LookUpAnswer>;
  /** Answers with the order as it stands after the attempt. */
  cancel(symbol: string, clientOrderId: string): Promise<CancelAnswer>;
  balances(): Promise<BalancesAnswer>;
  /** Left out by a simulated account, which has no orders but those of the journal. */
  openOrders?(): Promise<OpenOrdersAnswer>;
  /** Reports of orders that rest in the book, whenever they change. */
  watchOrders(listener: (report: OrderReport) => void): () => void;
  /** Only a simulated account has this: it is told, before anything is sent, what the journal knows. */
  restore?(account: Account): void;
};
