import type { Api } from '../gateway/api.ts';
import type { Clock } from '../gateway/clock.ts';
import type { Socket } from '../gateway/socket.ts';
import type { KeyStore, Save } from '../gateway/storage.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';

/** What a machine may use: the ports, and the one way to say what happened. */
export type Tools = {
  readonly api: Api;
  readonly socket: Socket;
  readonly storage: KeyStore;
  readonly clock: Clock;
  readonly append: (event: ClientEvent) => void;
  /** Hands a file to the operator. */
  readonly save: Save;
};

export { withRetries as change } from '../gateway/retry.ts';

/** A transition that goes nowhere: the wish is refused, for this reason. */
export const refuse = (reason: string) => ({
  actions: ({ context, event }: { context: { readonly tools: Tools }; event: Message }) =>
    context.tools.append({ type: 'CommandRefused', command: event.type, reason }),
});
