import type { FeePayer } from '../market/fees.ts';
import type { Trust } from '../market/order-book.ts';
import type { BookUpdated } from '../model/event.ts';
import type { Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import type { Tops } from '../portfolio/usd-prices.ts';
import type { Detector } from '../strategy/detector.ts';
import type { Connection } from './connection.ts';
import type { Market, Relisted, Scan } from './market.ts';

/** The markets of one exchange with the cycles over them. */
export type ExchangeMarkets = {
  readonly exchange: string;
  readonly markets: readonly Market[];
  detector(): Detector;
  market(symbol: string): Market | undefined;
  /** Takes a market out of all cycles, or lets it in again. */
  exclude(symbol: string, isExcluded: boolean): void;
  /** Takes the markets that the exchange lists now. What of them has changed; the books of those whose rules did are void. */
  relist(listed: readonly Instrument[]): Relisted;
  /** Starts looking for other cycles; the books stay. */
  scan(scan: Scan): void;
  /** Whether the fee token is assumed to pay the fees from now on. */
  payInToken(isPaid: boolean): void;
  isPaidInToken(): boolean;
  /** What may pay the fees of the scan; null where nothing does. */
  feePayer(): FeePayer | null;
  /** Takes a message; how many cycles through its market now exceed the threshold, null when the message changed nothing. */
  apply(event: BookUpdated): { readonly market: Market; readonly hits: number } | null;
  /** Whether new books are to come before anything is begun, at whatever exchange. */
  awaitsBooks(): boolean;
  /** From here on new books are awaited, until one is trusted; or no longer. */
  awaitBooks(isAwaited: boolean): void;
  /** Voids every book, or one. */
  distrust(symbol?: string, reason?: 'waiting' | 'differs'): readonly Market[];
  /** Takes books that are no longer trusted out of their cycles; `back`: those that are again, to be let in. */
  sweep(): { readonly lost: readonly Market[]; readonly back: readonly Market[] };
  /** Lets a trusted book into its cycles; how many of them exceed the threshold: they can be read until the next book changes. */
  letIn(market: Market): number;
  /** The connections of the feed that were heard of, and one by its name; left out, the only one. */
  connections(): readonly Connection[];
  connection(name?: string): Connection;
  /** The subscription of a market is acknowledged: its book is void until messages come. Returns the market. */
  subscribe(symbol: string, connection?: string): readonly Market[];
  /** The subscriptions of a connection are gone, left out, all; returns the markets. Nothing happens where the feed acknowledges none. */
  unsubscribe(connection?: string): readonly Market[];
  /** Whether a trusted book has not changed for so long that it is to be read again before an execution. */
  isQuiet(market: Market): boolean;
  /** The exchange's clock less ours, in ms, as it was measured last; null when it was not. */
  clockAheadMs: number | null;
  trust(market: Market): Trust;
  /** A book as a snapshot that is read at once; null while it is void. */
  read(symbol: string): BookUpdated | null;
  /** The best prices of the trusted books as they are now. */
  tops(): Tops;
  /** What a trusted book offers to an order of that side; null while it is not trusted. */
  levels(symbol: string, side: Side): Levels | null;
  /** Edge of the detector that turns one currency into another, null where there is no market. */
  edge(from: string, to: string): number | null;
  readonly updates: { count: number; last_at: number | null };
};
