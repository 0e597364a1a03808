import type { Throttled, ThrottleScope, Unknown } from '../model/exchange.ts';
import type { Answer } from './readable-answer.ts';

/**
 * Asks a guarded exchange; `unknown` when the answer is not there after `ms`, or when the exchange was asked too often.
 * `after` runs a task later and returns its cancellation.
 */
export const within = <T extends Answer>(
  after: (ms: number, task: () => void) => () => void,
  ms: number,
  question: (timeoutMs: number) => Promise<T>,
): Promise<Exclude<T, Throttled> | Unknown> =>
  new Promise((resolve) => {
    const cancel = after(ms, () => resolve({ kind: 'unknown', reason: 'no answer in time' }));
    void question(ms).then((value) => {
      cancel();
      resolve(withoutThrottle(value));
    });
  });

const withoutThrottle = <T extends Answer>(answer: T): Exclude<T, Throttled> | Unknown => {
  const scope = throttleOf(answer);
  return scope === null ? (answer as Exclude<T, Throttled>) : { kind: 'unknown', reason: tooManyRequests(scope) };
};

const throttleOf = (answer: Answer): ThrottleScope | null => (answer.kind === 'throttled' ? answer.scope : null);

const words: Readonly<Record<ThrottleScope, string>> = {
  data: 'too many requests for market data',
  account: 'too many requests about the account',
  orders: 'too many requests about orders',
  address: 'too many requests from this address',
};

/** Why an exchange did not look at a request, as a clause. */
export const tooManyRequests = (scope: ThrottleScope): string => words[scope];
