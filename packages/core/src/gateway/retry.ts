import { firstValueFrom } from 'rxjs';
import { mayPass } from '../journal/problem.ts';
import { calls } from '../rules/limits.ts';
import type { Result } from './api.ts';
import { after, type Clock } from './clock.ts';

/** Repeats a call that failed in passing, after what the bot's `Retry-After` says or a second. `attempt` sends the same key each time. */
export const withRetries = async <T>(
  clock: Clock,
  attempt: () => Promise<Result<T>>,
  retries: number = calls.change_retries,
): Promise<Result<T>> => {
  const result = await attempt();
  if (result.ok || retries === 0 || !mayPass(result.problem)) return result;
  await firstValueFrom(after(clock, result.problem.retry_after_ms ?? calls.first_retry_ms));
  return withRetries(clock, attempt, retries - 1);
};
