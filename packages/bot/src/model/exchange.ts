import type { ExchangeFees, PaperConditionsRecord, PaperSettings } from '@triquad/core/contract';
import type { BookUpdated, FeedEvent, RawLevels } from './feed-event.ts';
import type { Instrument } from './instrument.ts';
import type { LevelUpdates } from './levels.ts';
import type { Elapsed } from './moment.ts';

/** An exact decimal as text, e.g. `0.00120000`: what travels between the ledger, orders and the journal. */
export type Amount = string;

export type Side = 'buy' | 'sell';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
export type Fee = { readonly asset: string; readonly amount: Amount };
/** What one execution of an order has taken as its fees, by the id that the exchange has given it. */
export type ExecutionFees = {
  readonly id: string;
  /** Base that it filled. Left out in facts of earlier versions. */
  readonly quantity?: Amount;
  /** One entry an asset; an execution that costs nothing has an entry of zero. */
  readonly fees: readonly Fee[];
};

/** What proves that no message of a book is missing. */
export type BookProof =
  /** Each message is the whole book. */
  | { readonly kind: 'whole' }
  /** A snapshot, then deltas with first and last number: the first may not leave one out. Trusted from the first delta on that joins. */
  | { readonly kind: 'numbered' }
  /** A snapshot, then deltas, on one connection that loses none: nothing else proves it. */
  | { readonly kind: 'unnumbered' }
  /**
   * A snapshot, then deltas, each with a checksum of the book after it, over the best `depth` levels a side as the exchange
   * wrote them. Levels that fall out of these are gone. `checksum` gets both sides, best first, and may not change them.
   */
  | { readonly kind: 'checksummed'; readonly depth: number; checksum(bids: RawLevels, asks: RawLevels): number };

/**
 * `resync`: the engine found a gap or a wrong checksum, or no first snapshot came. The feed sends a new snapshot of that book, and deltas that follow it;
 * until then the book is used for nothing. It is asked again after 1 s, then after longer and longer, while there is none.
 */
export type Books =
  | Extract<BookProof, { kind: 'whole' }>
  | (Exclude<BookProof, { kind: 'whole' }> & { resync(symbol: string): void });

/**
 * Market data of one venue: simulated, recorded or real. One serves all accounts of its venue. `timeoutMs` is how long the caller waits, in
 * ms: an adapter gives up its request then.
 */
export type MarketData = {
  /** Lower case, e.g. `kucoin`: its events and instruments bear the same name. */
  readonly venue: string;
  readonly source: 'simulated' | 'recorded' | 'exchange';
  /** How its messages make a book. */
  readonly books: Books;
  /**
   * How often each connection is heard at least, in ms, above 0: with `HeartbeatReceived` where nothing else comes, once in a while with an
   * `exchange_time`. A quiet book is then true as long as its connection is heard, and `MarketSubscribed` comes for each market.
   * Left out, nothing proves that the connection is alive, and a book that does not change is soon too old.
   */
  readonly heartbeatMs?: number;
  /** All markets with their rules, within `timeoutMs`. Called before `subscribe`, and again while the bot runs. May reject. */
  instruments(timeoutMs: number): Promise<readonly Instrument[]>;
  /**
   * Starts the data. Events come in order, never inside this call; the returned function ends them. A message about a book may be the
   * same object each time: the listener has copied what it keeps when it returns.
   */
  subscribe(listener: (event: FeedEvent) => void): () => void;
  /** Reads one book by a request of its own. Without it, no cycle through a book that is unchanged for 30 s is executed. */
  readBook?(symbol: string, timeoutMs: number): Promise<BookAnswer>;
  /** The exchange's clock, by a request of its own: the age of its messages is measured against it. Left out, its clock counts as ours. */
  serverTime?(timeoutMs: number): Promise<TimeAnswer>;
  /** Connects again, that connection or all: every book is sent again. Left out where each message is a whole book of its own. */
  reconnect?(connection?: string): void;
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
  /** An exchange that reads it refuses the order when it arrives later, in ms since 1970 by the clock of the exchange. */
  readonly deadline: number;
  /** When its intent was recorded: a simulated exchange counts the way from then on, as the disk takes its own time. */
  readonly intended?: Elapsed;
};

/** An order at its exchange. `exchange_order_id` is null while it is not known; `sent_at` in ms since 1970. */
export type OrderRef = {
  readonly client_order_id: string;
  readonly exchange_order_id: string | null;
  readonly symbol: string;
  readonly sent_at: number;
};

/**
 * An order as the exchange has it. Amounts are totals since the order was placed, so that the same report
 * may arrive twice, or late, without being counted twice. `filled_quote` is before fees. A fee that is not known yet is left out of
 * `fees`, and nothing that may be taken for it is spent; one of zero is known.
 */
export type OrderReport = {
  readonly client_order_id: string;
  readonly exchange_order_id: string;
  readonly symbol: string;
  readonly state: 'open' | 'filled' | 'cancelled';
  readonly filled_quantity: Amount;
  readonly filled_quote: Amount;
  readonly fees: readonly Fee[];
  /**
   * The same by execution, where the exchange names its executions: those whose fees this report tells, all or a few, as they are now;
   * without fees one that was taken back. The fee of an id is booked once, and `fees` is not read.
   */
  readonly executions?: readonly (ExecutionFees & { readonly quantity: Amount })[];
};

/** Whether it took effect cannot be known (time-out, reset, 5xx, unreadable answer). Never an exception. */
export type Unknown = { readonly kind: 'unknown'; readonly reason: string };
/**
 * The requests that an exchange refuses for a while. `data`: readings of the market. `account`: readings of the account. `orders`:
 * placing and cancelling. `address`: every request from this machine's address.
 */
export const throttleScopes = ['data', 'account', 'orders', 'address'] as const;
export type ThrottleScope = (typeof throttleScopes)[number];
/**
 * The exchange did not look at the request: too many came. The next request of that scope at the earliest after `retryAfterMs`, in ms,
 * above 0; more than `longestThrottleMs` counts as that.
 */
export type Throttled = { readonly kind: 'throttled'; readonly scope: ThrottleScope; readonly retryAfterMs: number };
/** Three days, in ms: the longest for which an exchange is known to ban an address (Binance). */
export const longestThrottleMs = 259_200_000;
type Report = { readonly kind: 'report'; readonly report: OrderReport };
/** The book as it was while it was asked for, best first: the best level a side at least. */
export type BookAnswer =
  | { readonly kind: 'book'; readonly bids: LevelUpdates; readonly asks: LevelUpdates }
  /** The exchange does not know the market, or does not trade it any more. */
  | { readonly kind: 'gone'; readonly reason: string }
  | Throttled
  | Unknown;
/** In ms since 1970. */
export type TimeAnswer = { readonly kind: 'time'; readonly at: number } | Throttled | Unknown;

/** What is at fault: the `market` (tick, lot, minimum, price band, suspended), the `balance`, the `rate` of requests, or something else. */
export type RefusalScope = 'market' | 'balance' | 'rate' | 'other';
/** The exchange did not take the order, nothing was filled and nothing will be. Without a scope it is `other`. */
type Refused = { readonly kind: 'refused'; readonly reason: string; readonly scope?: RefusalScope };
/** The exchange has taken the order and says no more: reports of its fills and its end follow by `subscribe`. */
type Acknowledged = { readonly kind: 'acknowledged'; readonly exchange_order_id: string };
export type PlaceAnswer = Acknowledged | Report | Refused | Throttled | Unknown;
/** `not-found`: the exchange does not know the id now; a request still under way may yet arrive. */
export type LookUpAnswer = Report | { readonly kind: 'not-found' } | Throttled | Unknown;
export type CancelAnswer = LookUpAnswer;
/** Every order of the account that rests in a book, also those of other programs. */
export type OpenOrdersAnswer =
  | { readonly kind: 'orders'; readonly orders: readonly OrderReport[] }
  | Throttled
  | Unknown;
/** By asset: what may be spent, and what open orders lock. */
export type Holdings = Readonly<Record<string, { readonly free: Amount; readonly locked: Amount }>>;
export type BalancesAnswer = { readonly kind: 'balances'; readonly holdings: Holdings } | Throttled | Unknown;

/** What an account says by itself. After `connected` its orders and balances are read. */
export type AccountEvent =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly reason: string }
  /** An order of the account has changed. */
  | { readonly kind: 'report'; readonly report: OrderReport }
  /** A balance has changed, maybe by something else than our orders. */
  | { readonly kind: 'balance' };

/** What the journal holds of an account: its balances by asset, and the orders that rest. */
export type AccountState = {
  readonly balances: Readonly<Record<string, Amount>>;
  readonly open: readonly { readonly request: OrderRequest; readonly report: OrderReport }[];
};

/** What the engine does with an account that exists in this process alone. */
export type PaperControls = {
  /** Called before anything is sent, with what the journal knows. */
  restore(state: AccountState): void;
  /** What is charged and what orders meet from now on. */
  configure?(terms: PaperTerms): void;
  /** What orders meet under these settings: computed from them alone. */
  conditions?(settings: PaperSettings | undefined): PaperConditionsRecord;
  /**
   * Called before `subscribe`: `read` gives a book as the engine has it, as a snapshot that is read at once, null where it is void. Until an
   * order of the account has rested in a market or taken something there, the account needs no book of its own.
   */
  readBooks?(read: (symbol: string) => BookUpdated | null): void;
  /**
   * What a market offers to an order of that side, best first, less all that orders of this account had taken there before that moment, as
   * if nothing ever came back.
   */
  leastOffers?(symbol: string, side: Side, before: Elapsed): LevelUpdates;
};
/** Of the configuration; where it names nothing, markets charge their own fees under the usual conditions. */
export type PaperTerms = {
  readonly fees?: ExchangeFees | undefined;
  readonly paper?: PaperSettings | undefined;
};

/** The mode in which orders may lead to the account. */
export const modeOf = ({ money }: Pick<Account, 'money'>): 'paper' | 'live' => (money === 'real' ? 'live' : 'paper');

/** The requests of the port; `resync` may make one too. */
export type RequestKind =
  | 'place'
  | 'cancel'
  | 'lookUp'
  | 'balances'
  | 'openOrders'
  | 'instruments'
  | 'readBook'
  | 'serverTime'
  | 'resync';
/** The throttle that stops each request, beside that of the address. */
export const scopeOf: Readonly<Record<RequestKind, Exclude<ThrottleScope, 'address'>>> = {
  place: 'orders',
  cancel: 'orders',
  lookUp: 'account',
  balances: 'account',
  openOrders: 'account',
  instruments: 'data',
  readBook: 'data',
  serverTime: 'data',
  resync: 'data',
};
/** At most so many orders placed, or so much weight of all requests, within any `windowMs`, in ms. */
export type RequestLimit = { readonly of: 'orders' | 'weight'; readonly most: number; readonly windowMs: number };
/** What an exchange allows. `weights`: what each request weighs, 1 where it is left out. */
export type RequestBudget = {
  readonly limits: readonly RequestLimit[];
  readonly weights?: Readonly<Partial<Record<RequestKind, number>>>;
};

/**
 * One account at one venue. Every answer is data. The engine guards each call: what throws or rejects becomes `unknown` and a line in the
 * log. `timeoutMs` is how long the caller waits, in ms: an adapter gives up its request then, and never sends an order later; what it
 * answers later counts for nothing. A method that is left out: the exchange cannot.
 */
export type Account = {
  /** `kucoin`, or `kucoin:second`: ledger, orders and limits are kept apart by it. */
  readonly id: string;
  readonly venue: string;
  /** `test`: at an exchange's own test system, where orders count as paper trading. */
  readonly money: 'paper' | 'test' | 'real';
  /**
   * How long after an order's deadline, in ms, `not-found` is to be believed: until then the request may still be on its way. 0 where the
   * account exists in this process alone.
   */
  readonly notFoundAfterMs: number;
  /** Where the account exists in this process alone. */
  readonly paper?: PaperControls;
  /**
   * What the exchange allows of requests. Nothing is begun unless it allows the orders of all legs, the questions about them and a way back,
   * and market data take at most half. Left out, only `throttled` holds the engine back.
   */
  readonly budget?: RequestBudget;
  /** Sends the order once; an adapter never sends it again. */
  place(request: OrderRequest, timeoutMs: number): Promise<PlaceAnswer>;
  /** The order as it stands, with its totals. */
  lookUp(ref: OrderRef, timeoutMs: number): Promise<LookUpAnswer>;
  /** Answers with the order as it stands after the attempt. */
  cancel(ref: OrderRef, timeoutMs: number): Promise<CancelAnswer>;
  balances(timeoutMs: number): Promise<BalancesAnswer>;
  openOrders(timeoutMs: number): Promise<OpenOrdersAnswer>;
  /** The account's own events, in order, never inside this call. The returned function ends them. */
  subscribe(listener: (event: AccountEvent) => void): () => void;
};

/** An account with the market data of its venue, which two accounts may share. */
export type Exchange = { readonly market: MarketData; readonly account: Account };
