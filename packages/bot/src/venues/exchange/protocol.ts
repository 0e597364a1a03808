import type { Instrument } from '../../model/instrument.ts';
import type { Subscription } from './connection.ts';
import type { DeepStream } from './deep-books.ts';
import type { FrameReader } from './frame-reader.ts';
import type { Json } from './json.ts';

/** What an answer or a notice means. */
export type Meaning =
  /** The exchange is ready to be asked. */
  | { readonly kind: 'welcome' }
  | { readonly kind: 'acknowledged'; readonly ids: readonly string[] }
  /** One subscription is not given, e.g. of a market that is gone. */
  | { readonly kind: 'refused'; readonly id: string; readonly reason: string }
  /** Something that was asked for is not given, or the connection is about to end. */
  | { readonly kind: 'failure'; readonly reason: string }
  /** States of markets: the word for a halt, null for one that trades. */
  | {
      readonly kind: 'states';
      readonly markets: readonly { readonly symbol: string; readonly halted: string | null }[];
    }
  /** A sign of life, or an answer that nothing depends on. */
  | { readonly kind: 'nothing' }
  /** The documents have no such message. */
  | { readonly kind: 'unknown' };

/** How an exchange is spoken to on one connection. */
export type Protocol = {
  /** Where to connect. Asked for each connection; may reject. */
  address(): Promise<string>;
  /** Whether it says welcome before it may be asked for anything. */
  readonly greets: boolean;
  /** A message to which it answers; null where a ping of the socket itself does. */
  readonly ping: string | null;
  /** Sent `pauseMs` apart, in order, and the subscriptions that they ask for. */
  readonly requests: readonly string[];
  readonly subscriptions: readonly Subscription[];
  readonly pauseMs: number;
  readonly reader: FrameReader;
  /** Levels a side that a book has at most. */
  readonly depth: number;
  meaningOf(control: Json): Meaning;
  /** How the changes of a few books are had beside. */
  readonly deep?: DeepStream;
  /** Asks for the book of a market again. Left out where each message is a whole book. */
  again?(market: number): { readonly requests: readonly string[]; readonly subscription: Subscription };
};

/** Makes the protocol for a connection with these markets, whose places are those of its frames. */
export type ProtocolOf = (markets: readonly Instrument[]) => Protocol;

/** So many in parts of at most `size`: from one place up to another. */
export const partsOf = (count: number, size: number): readonly { readonly from: number; readonly to: number }[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, part) => ({
    from: part * size,
    to: Math.min((part + 1) * size, count),
  }));
