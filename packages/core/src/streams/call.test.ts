import { expect, test } from 'vitest';
import type { Result } from '../gateway/api.ts';
import { problemOfAnswer } from '../gateway/problem.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { retried } from './call.ts';

const failing = (status: number, retryAfter: string | null): Result<never> => ({
  ok: false,
  problem: problemOfAnswer(status, null, retryAfter),
  rejected: null,
});
const triedAt = async (result: Result<unknown>, retries?: number): Promise<number[]> => {
  const clock = createFakeClock();
  const from = clock.now();
  const tried: number[] = [];
  const attempt = async () => {
    tried.push(clock.now() - from);
    return result;
  };
  retried(clock, attempt, retries).subscribe();
  await clock.advance(600_000);
  return tried;
};

test('a call that failed in passing is repeated after a second, or when the bot says', async () => {
  expect(await triedAt(failing(503, null))).toEqual([0, 1_000]);
  expect(await triedAt(failing(429, '7'))).toEqual([0, 7_000]);
  expect(await triedAt(failing(503, '7'), 2)).toEqual([0, 7_000, 14_000]);
});

test('a call that was answered or decided is not repeated', async () => {
  expect(await triedAt({ ok: true, value: 1 })).toEqual([0]);
  expect(await triedAt(failing(409, '7'))).toEqual([0]);
  expect(await triedAt(failing(503, null), 0)).toEqual([0]);
});

test('what is unsubscribed is aborted, and not repeated', async () => {
  const clock = createFakeClock();
  let isAborted = false;
  const pending = retried(clock, (signal) => {
    signal.addEventListener('abort', () => {
      isAborted = true;
    });
    return new Promise(() => {});
  }).subscribe();
  pending.unsubscribe();
  expect(isAborted).toBe(true);
  const waiting = retried(clock, async () => failing(503, null)).subscribe();
  await clock.advance(500);
  waiting.unsubscribe();
  expect(clock.waiting).toBe(0);
});
