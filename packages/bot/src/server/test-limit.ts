import type { Elapsed } from '../model/clock.ts';
import { Refusal } from './problem.ts';
import { createRateLimit } from './rate-limit.ts';

const AT_ONCE = 5;
const PER_SECOND = 5 / 60;

/** Counts tests of settings, which reach out into the world: gives a refusal once there were too many, else null. */
export function createTestLimit(monotonic: () => Elapsed): () => Refusal | null {
  const limit = createRateLimit(AT_ONCE, PER_SECOND, monotonic);
  return () => {
    const seconds = limit.take('');
    if (seconds === null) return null;
    return new Refusal(429, 'too_many_tests', 'Too many tests; wait a little.', { retryAfterSeconds: seconds });
  };
}
