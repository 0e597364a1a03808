import { audit, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { after, every } from './waiting.ts';

test('after: emits once at its time, and leaves no timer when unsubscribed', async () => {
  const clock = createFakeClock();
  const from = clock.now();
  const events: string[] = [];
  const observer = {
    next: () => events.push(`next ${clock.now() - from}`),
    complete: () => events.push(`complete ${clock.now() - from}`),
  };
  after(clock, 100).subscribe(observer);
  after(clock, 50).subscribe(observer).unsubscribe();
  expect(clock.waiting).toBe(1);
  await clock.advance(1_000);
  expect(events).toEqual(['next 100', 'complete 100']);
});

test('every: emits at each interval until it is unsubscribed', async () => {
  const clock = createFakeClock();
  const from = clock.now();
  const times: number[] = [];
  const subscription = every(clock, 100).subscribe(() => times.push(clock.now() - from));
  await clock.advance(350);
  subscription.unsubscribe();
  await clock.advance(1_000);
  expect([times, clock.waiting]).toEqual([[100, 200, 300], 0]);
});

test('audit by after: the latest value of each period, also the last one', async () => {
  const clock = createFakeClock();
  const values = new Subject<number>();
  const seen: number[] = [];
  values.pipe(audit(() => after(clock, 100))).subscribe((value) => seen.push(value));
  for (const value of [1, 2, 3, 4, 5]) {
    values.next(value);
    await clock.advance(40);
  }
  await clock.advance(100);
  expect(seen).toEqual([3, 5]);
});
