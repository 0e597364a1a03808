import type { TradingMode } from '../contract/trade.ts';
import type { Message } from '../journal/journal.ts';

/** What a machine may know of the slices that are folded before its own. */
export type Facts = {
  /** What the bot announces; empty for one that speaks only the spec, and until it has answered. */
  readonly capabilities: readonly string[];
  /** Whether the bot asks for a token that this client does not have. */
  readonly mustSignIn: boolean;
  /** Whether the live connection is up. */
  readonly connected: boolean;
  /** Mode on the screens, null while unknown. */
  readonly mode: TradingMode | null;
};

/** What a machine hears: a message, the moment it was journalled (epoch milliseconds), and the facts at that moment. */
export type Heard = Message & { readonly at: number; readonly facts: Facts };

/** The facts before anything has happened. */
export const noFacts: Facts = { capabilities: [], mustSignIn: false, connected: false, mode: null };
