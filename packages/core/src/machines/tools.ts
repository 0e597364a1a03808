import type { Api, Result } from '../gateway/api.ts';
import type { Clock } from '../gateway/clock.ts';
import type { Socket } from '../gateway/socket.ts';
import type { KeyStore } from '../gateway/storage.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { mayPass } from '../journal/problem.ts';
import { calls } from '../rules/limits.ts';

/** `type`: of the content, e.g. `text/html`. */
export type Save = (name: string, content: string, type: string) => void;

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

/** Makes a call again once it failed in passing, as often as changes are; each try carries what `attempt` closes over. */
export const change = async <T>(
  clock: Clock,
  attempt: () => Promise<Result<T>>,
  retries: number = calls.change_retries,
): Promise<Result<T>> => {
  const result = await attempt();
  if (result.ok || retries === 0 || !mayPass(result.problem)) return result;
  await new Promise<void>((resume) => {
    clock.schedule(result.problem.retry_after_ms ?? calls.first_retry_ms, resume);
  });
  return change(clock, attempt, retries - 1);
};

/** A transition that goes nowhere: the wish is refused, for this reason. */
export const refuse = (reason: string) => ({
  actions: ({ context, event }: { context: { readonly tools: Tools }; event: Message }) =>
    context.tools.append({ type: 'CommandRefused', command: event.type, reason }),
});
