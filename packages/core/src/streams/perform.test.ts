import { config, NEVER, Observable, of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { Result } from '../gateway/api.ts';
import { problemOfAnswer } from '../gateway/problem-of-answer.ts';
import type { Request } from '../machines/folded.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { performed, retried } from './perform.ts';

const asked = (effect: string, params: unknown = undefined): Request => ({
  kind: 'effect',
  machine: 'door',
  effect,
  params,
});
const timer = (ms: number | null): Request => ({ kind: 'timer', machine: 'door', timer: 'close', ms });

const performing = (performers: Record<string, () => Observable<never> | Observable<{ type: 'ClientStarted' }>>) => {
  const clock = createFakeClock();
  const requests$ = new Subject<Request>();
  const said: string[] = [];
  let open = 0;
  const lanes = { open: 'door', close: 'door' };
  const subscription = performed(requests$, { door: { performers, lanes } }, clock, (count) => {
    open = count;
  }).subscribe((message) => said.push(Object.values(message).join(' ')));
  return { clock, requests$, said, subscription, open: () => open };
};

test('effects of one lane replace each other, and those of another go on', () => {
  const t = performing({ open: () => NEVER, close: () => new Observable((s) => s.complete()), ring: () => NEVER });
  t.requests$.next(asked('open'));
  t.requests$.next(asked('ring'));
  expect(t.open()).toBe(2);
  t.requests$.next(asked('close'));
  expect(t.open()).toBe(1);
  t.subscription.unsubscribe();
  expect(t.open()).toBe(0);
});

test('a timer fires once after its delay, is restarted by the next of its name, and cancelled', async () => {
  const t = performing({});
  t.requests$.next(timer(1_000));
  await t.clock.advance(600);
  t.requests$.next(timer(1_000));
  await t.clock.advance(999);
  expect(t.said).toEqual([]);
  await t.clock.advance(5_000);
  expect(t.said).toEqual(['TimerFired door close']);
  t.requests$.next(timer(1_000));
  t.requests$.next(timer(null));
  await t.clock.advance(5_000);
  expect([t.said.length, t.clock.waiting, t.open()]).toEqual([1, 0, 0]);
});

test('an effect that throws is reported, and the next one is performed', async () => {
  const reported = new Promise<unknown>((resolve) => {
    config.onUnhandledError = resolve;
  });
  const t = performing({
    open: () => {
      throw new Error('stuck');
    },
    ring: () => of({ type: 'ClientStarted' }),
  });
  t.requests$.next(asked('open'));
  t.requests$.next(asked('ring'));
  expect([String(await reported), t.said]).toEqual(['Error: stuck', ['ClientStarted']]);
  config.onUnhandledError = null;
});

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
