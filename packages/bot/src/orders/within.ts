import type { Throttled, Unknown } from '../model/exchange.ts';
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

const withoutThrottle = <T extends Answer>(answer: T): Exclude<T, Throttled> | Unknown =>
  isAnswered(answer) ? answer : { kind: 'unknown', reason: tooManyRequests };

const isAnswered = <T extends Answer>(answer: T | Throttled): answer is Exclude<T, Throttled> =>
  answer.kind !== 'throttled';

/** Why an exchange did not look at a request. */
export const tooManyRequests = 'too many requests';
