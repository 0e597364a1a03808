import type { Provenance, ScanRecord, TradingMode } from '@triquad/core/contract';
import type { AccountHaltCause, DifferenceFound } from './account-event.ts';
import type { BreakerName } from './breaker-settings.ts';
import type { Parameters } from './config.ts';
import type { ConfigActivated } from './config-event.ts';
import type { Effect } from './effect.ts';
import type { Holding } from './equity-event.ts';
import type {
  AnnouncedOrder,
  ExecutionBounded,
  ExecutionFinished,
  ExecutionPlan,
  HaltCause,
  NotificationRaised,
  ResidualReason,
} from './event.ts';
import type { Amount, ExecutionFees, Fee, RefusalScope } from './exchange.ts';
import type { KeptChoice, MarketExcluded, MarketOpened } from './market-event.ts';
import type { OrderIntent } from './order-event.ts';

/** An order with what became of it. `unknown`: asked for, never sent again. The last three are final. */
export type Order = OrderIntent & {
  /** Of its prices, under a paper account; absent where the journal named none. */
  readonly provenance?: Provenance;
  readonly status: 'intended' | 'sent' | 'open' | 'unknown' | 'filled' | 'cancelled' | 'failed';
  readonly exchange_order_id: string | null;
  readonly filled_quantity: Amount;
  /** Before fees. */
  readonly filled_quote: Amount;
  /** One entry an asset. */
  readonly fees: readonly Fee[];
  /** What of them is booked by execution; left out where the exchange names none. */
  readonly execution_fees?: readonly ExecutionFees[];
  /** Of how much of `filled_quantity` the fees are booked; left out while of nothing. The fees of the rest are pending. */
  readonly fees_known?: Amount;
  /** `filled_quote` contains a fill at the limit price, because the exchange named no amount for it. Left out where it named all. */
  readonly amount_due?: true;
  readonly reason: string | null;
  /** Scope of a refusal by the exchange, where it names one. */
  readonly refusal?: RefusalScope;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly updated_at: number;
};

/** Nothing more becomes of it. */
export const isFinal = ({ status }: Order): boolean =>
  status === 'filled' || status === 'cancelled' || status === 'failed';

/** `usd_value` is null where there was no price: then it counts as nothing. */
export type TakenOver = { readonly asset: string; readonly amount: Amount; readonly usd_value: number | null };

/** What an execution or an order holds at an exchange: nothing else may spend it. `amounts` by asset, greater than zero. */
export type Reservation = {
  readonly id: string;
  /** `difference`: missing from the account and not accepted yet. */
  readonly kind: 'execution' | 'order' | 'difference';
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly amounts: Readonly<Record<string, Amount>>;
};

/** What a holding cost: `usd` for all of it but `unpriced`, an amount that has no cost yet. */
export type Cost = { readonly usd: Amount; readonly unpriced: Amount };

/** A difference between an account and the ledger that is open. */
export type Difference = Omit<DifferenceFound, 'type'>;

/** An execution with its orders in the order of their intents. */
export type Execution = ExecutionPlan & {
  /** Whose prices it met; absent where the journal named none. */
  readonly market?: string;
  /** Under a paper account; absent where the journal named none. */
  readonly provenance?: Provenance;
  readonly status: 'legs' | 'unwinding' | ExecutionFinished['status'];
  readonly order_ids: readonly string[];
  readonly announced?: readonly AnnouncedOrder[];
  /** Orders that sold its residual positions by hand. */
  readonly sale_ids?: readonly string[];
  readonly unwind_reason: string | null;
  readonly unwind_started_at: number | null;
  readonly profit: Amount | null;
  readonly left: ExecutionFinished['left'];
  /** What of it its owner has taken, kept or sold with an order of their own, and what it was worth then; absent when nothing. */
  readonly taken_over?: readonly TakenOver[];
  readonly fees_usd: number | null;
  /** Of a paper execution, once it is known. */
  readonly range?: Pick<ExecutionBounded, 'optimistic' | 'pessimistic'>;
  readonly error_message: string | null;
  readonly started_at: number;
  readonly finished_at: number | null;
};

export type Notification = NotificationRaised & { readonly read: boolean };

/** A breaker that has ever tripped. `tripped_at` is null while it is not tripped, `reset_at` before its first reset. */
export type Breaker = {
  readonly tripped_at: number | null;
  readonly reason: string;
  readonly resumes: 'itself' | 'operator';
  readonly reset_at: number | null;
};

/** Where a residual position comes from, and the currency that it was to come back to. */
export type ResidualOrigin = {
  readonly execution_id: string;
  readonly since: number;
  readonly back_to: string;
  readonly reason?: ResidualReason;
};

/** A market that is excluded, or was; `at` when it was last, `readmitted_at` null while it is. */
export type Exclusion = Pick<MarketExcluded, 'reason' | 'for_ms' | 'rules' | 'at'> & {
  readonly readmitted_at: number | null;
};

/** Lifecycle of the bot; `starting` lasts while the journal is replayed and open orders are resolved. */
export type Lifecycle = 'starting' | 'stopped' | 'running' | 'stopping';

/** What happened on the trading day; `volume` in USD by asset, counted where it was bought. */
export type Today = {
  /** As `2026-01-31`, UTC. */
  readonly day: string;
  /** A `DayStarted` began it; left out in journals of before there were any. */
  readonly begun?: true;
  readonly executions: number;
  readonly volume: Readonly<Record<string, number>>;
  /** Assets of which something was bought that had no price: their volume is not known. */
  readonly unpriced: readonly string[];
  /** The highest equity marked, in USD; null before the first mark. */
  readonly peak_equity: number | null;
};

/**
 * In USD; `base` is the first mark under the present prices, or the one at which a halt was reset, `by_exchange` those of the last. What an exchange brings that
 * is connected later, or takes along that no longer is, is neither won nor lost: the base goes along.
 */
export type Equity = {
  readonly base: number | null;
  readonly last: number | null;
  readonly by_exchange: Readonly<Record<string, number>>;
  /** The market was opened again, and its prices may have begun anew: what they change of the holdings is no gain and no loss. */
  readonly reopened?: true;
};

/**
 * What explains the change of equity in one mode, exact decimals in USD, each counted from the first fact of the journal. What no
 * part explains is the revaluation of holdings, and what orders by hand, late fees and roundings made of them.
 */
export type MoneyParts = {
  /** What executions earned after fees. What they left behind counts as lost until it is sold or taken over. */
  readonly realised: Amount;
  /** Of it, fees. */
  readonly fees: Amount;
  /** How many executions paid a fee without a price: it is in neither figure. */
  readonly unpriced_fees: number;
  /** What came less what went other than by trading. */
  readonly flows: Amount;
  /** What residual positions and running executions hold is worth; null at a mark that names no prices. */
  readonly unrealised: Amount | null;
  /** What the dust of executions is worth; null at a mark that names no prices. */
  readonly dust: Amount | null;
};

/** What the parts have come to, and what those of the next mark are counted from. */
export type Money = Pick<MoneyParts, 'realised' | 'fees' | 'unpriced_fees' | 'flows'> & {
  /** By exchange and asset: what executions left that is too little to be sold. */
  readonly dust: Readonly<Record<string, Readonly<Record<string, Amount>>>>;
  /** Came or went since the last mark, and had no price then. */
  readonly pending: readonly Holding[];
  /** Null before the first mark. `outside`: held without a price, and in no residual position, execution or dust. */
  readonly marked: {
    readonly by_exchange: Readonly<Record<string, number>>;
    readonly outside: readonly Holding[];
    /** At the last marks, oldest first. */
    readonly parts: readonly (MoneyParts & { readonly at: number })[];
  } | null;
};

/**
 * `since`: from when on its paper wallet counts, in UTC milliseconds. `wallet`: a name that the wallet keeps; empty for the first one of
 * the journal.
 */
export type OpenedMarket = Pick<MarketOpened, 'market' | 'source' | 'provenance'> & {
  readonly since: number;
  readonly wallet: string;
};

/** What limits measure, of one market and kind of money. */
export type Counters = Pick<JournalledState, 'today' | 'equity' | 'breakers' | 'failures_in_a_row' | 'guard_halt'>;

/** The paper money of a market that is not watched now, and what was under way with it. */
export type PaperWallet = Pick<
  JournalledState,
  | 'held'
  | 'costs'
  | 'money'
  | 'residuals'
  | 'residual_origins'
  | 'reserved'
  | 'open_orders'
  | 'open_executions'
  | 'fees_pending'
  | 'excluded'
> & { readonly opened: OpenedMarket };

export type Halt = { readonly cause: HaltCause; readonly reason: string; readonly at: number };

/** A configuration in force, and who put it there. */
export type ActiveConfig = Omit<ConfigActivated, 'type'>;

/** What the journal alone says: folded from facts, equal after every restart. Maps keep the order of creation. */
export type JournalledState = {
  readonly mode: TradingMode;
  /** Whose prices are watched, and since when; null where the journal named none. */
  readonly market: OpenedMarket | null;
  /** The market of starts that name none. */
  readonly chosen_market: KeptChoice | null;
  /** Whether the last thing asked of the bot was to run. */
  readonly running: boolean;
  /** What the bot runs with, or ran with last. */
  readonly parameters: Parameters;
  readonly started_at: number | null;
  /** The configuration in force; null before the first, when the bot must not run. */
  readonly config: ActiveConfig | null;
  /** Version of the configuration that was in force when the bot was last started. */
  readonly started_under: number | null;
  readonly halted: Halt | null;
  /** By a loss of the present market and kind of money, also while something else halts the bot. */
  readonly guard_halt: Halt | null;
  /** By the names of other markets than the present one. */
  readonly wallets: ReadonlyMap<string, PaperWallet>;
  /** By `walletKey`, of other markets and kinds of money than the present ones. */
  readonly counters: ReadonlyMap<string, Counters>;
  readonly orders: ReadonlyMap<string, Order>;
  readonly executions: ReadonlyMap<string, Execution>;
  /** Ids of the orders and executions that are not final. */
  readonly open_orders: ReadonlySet<string>;
  readonly open_executions: ReadonlySet<string>;
  /** By their ids. */
  readonly differences: ReadonlyMap<string, Difference>;
  /** By exchange: nothing new is sent there but cancels and ways back. */
  readonly halted_accounts: ReadonlyMap<
    string,
    { readonly cause: AccountHaltCause; readonly reason: string; readonly at: number }
  >;
  /** By exchange and asset: how many fills moved it since the account was last found equal. */
  readonly fills_since: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Ids of the orders with pending fees, until their account is found equal ten minutes after they were last heard of. */
  readonly fees_pending: ReadonlySet<string>;
  /** By exchange: the last day on which roundings were adjusted, as `2026-01-31`, and how much in USD. */
  readonly rounded: ReadonlyMap<string, { readonly day: string; readonly usd: number }>;
  /** By the id of the execution, order or difference. The rest of what the ledger holds is free. */
  readonly reserved: ReadonlyMap<string, Reservation>;
  /** What the accounts hold by all transfers: mode and exchange → asset → amount, which is negative where it is owed. */
  readonly held: ReadonlyMap<string, ReadonlyMap<string, Amount>>;
  /** What of it cost how much; keys as in `held`. */
  readonly costs: ReadonlyMap<string, ReadonlyMap<string, Cost>>;
  /** Assets that an execution could not bring back: exchange → asset → amount. Sold by hand, they leave. */
  readonly residuals: ReadonlyMap<string, ReadonlyMap<string, Amount>>;
  /** By exchange and asset, for what is in `residuals`. */
  readonly residual_origins: ReadonlyMap<string, ReadonlyMap<string, ResidualOrigin>>;
  readonly breakers: ReadonlyMap<BreakerName, Breaker>;
  /** By exchange and symbol. */
  readonly excluded: ReadonlyMap<string, ReadonlyMap<string, Exclusion>>;
  /** Executions that were unwound, left a residual position, or were refused since the last that was completed, or the last reset of their breaker. */
  readonly failures_in_a_row: number;
  readonly notifications: readonly Notification[];
  readonly today: Today;
  /** The latest moment of all facts, in ms since 1970; 0 before the first. */
  readonly newest_at: number;
  readonly equity: Equity;
  readonly money: ReadonlyMap<TradingMode, Money>;
  /** What was begun under each idempotency key, by the key's `id`; for as long as the journal holds it. */
  readonly effect_keys: ReadonlyMap<string, Effect>;
  /** Oldest first, the last 1,000. */
  readonly marks: readonly EquityMark[];
};

/** What the scan sees and does, as the contract's scan record has it. */
export type EngineStatistics = Omit<ScanRecord, 'market_source' | 'market_detail' | 'provenance'>;

/** Equity in USD at a moment. */
export type EquityMark = { readonly mode: TradingMode; readonly at: number; readonly equity_usd: number };
