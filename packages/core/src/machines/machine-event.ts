import type { TradingMode } from '../contract/trade.ts';
import type { Message } from '../journal/journal.ts';
import type { ResourceValue } from '../journal/resource.ts';
import type { Lifecycle } from './bot-status.ts';

/** What a machine may know of the slices that are folded before its own. */
export type Facts = {
  /** Capabilities the bot announces; empty for a bot without extensions, and until its health is known. */
  readonly capabilities: readonly string[];
  /** Whether the bot has answered the health call, with its capabilities or with an error. */
  readonly answered: boolean;
  /** Lifecycle of the bot; `running`: its `is_running`, which may be true in `error` too. */
  readonly lifecycle: Lifecycle;
  readonly running: boolean;
  /** Whether the bot asks for a token that this client does not have. */
  readonly mustSignIn: boolean;
  /** Whether the live connection is up. */
  readonly connected: boolean;
  /** Mode on the screens, null while unknown. */
  readonly mode: TradingMode | null;
};

type Loaded = Extract<Message, { type: 'ResourceLoaded' }>;
type StatusLoaded = { readonly type: 'BotStatusLoaded'; readonly status: ResourceValue<'status'> };

/** What a machine receives of a message: of the resources, the status alone, under a name of its own. */
export const receivedOf = (message: Message): Exclude<Message, Loaded> | StatusLoaded | null => {
  if (message.type !== 'ResourceLoaded') return message;
  return message.resource === 'status' ? { type: 'BotStatusLoaded', status: message.value } : null;
};

/** The event a machine receives: a message, when it was journalled (`at`, epoch milliseconds), and the facts at that time. */
export type MachineEvent = NonNullable<ReturnType<typeof receivedOf>> & { readonly at: number; readonly facts: Facts };

/** The facts before anything has happened. */
export const noFacts: Facts = {
  capabilities: [],
  answered: false,
  lifecycle: 'unknown',
  running: false,
  mustSignIn: false,
  connected: false,
  mode: null,
};

/** An action or a guard that gets the message at hand, in its exact type, as its parameters. */
export const withMessage = <const T extends string>(type: T) => ({
  type,
  params: <E>({ event }: { readonly event: E }): E => event,
});
