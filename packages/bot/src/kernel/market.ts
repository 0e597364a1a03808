import type { ExchangeFees } from '@triquad/core/contract';
import type { OrderBook } from '../market/order-book.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Elapsed } from '../model/moment.ts';
import type { Connection } from './connection.ts';

/** One market of an exchange as it stands now. */
export type Market = {
  readonly id: number;
  /** With the fees of the scan. */
  instrument: Instrument;
  readonly book: OrderBook;
  /** Whether the detector reckons with it: trusted, and among the pairs that are traded. */
  offered: boolean;
  /** The exchange does not list it any more. */
  delisted: boolean;
  /** Its orders are refused: no cycle leads through it. */
  excluded: boolean;
  /** On which its messages come; null where its subscription is not acknowledged. */
  connection: Connection | null;
  /** When a request of its own last showed the book as it is here. */
  confirmed: Elapsed | null;
};

/** What decides which cycles are looked for. */
export type Scan = {
  /** Fraction: 0.005 is 0.5 %. */
  readonly threshold: number;
  /** Empty means all. */
  readonly pairs: readonly string[];
  readonly tri: boolean;
  readonly quad: boolean;
  /** Of the configuration; left out, the markets' own hold. */
  readonly fees?: ExchangeFees | undefined;
};

/** `changes`: which rules, in words. */
export type Relisted = {
  readonly changed: readonly { readonly market: Market; readonly changes: readonly string[] }[];
  readonly added: readonly Market[];
  readonly removed: readonly Market[];
};
