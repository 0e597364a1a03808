import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import type { ToastsState } from '../projections/toasts.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { ticks } from './ticks.ts';

test('ticks each second, and in between when the next toast expires', async () => {
  const clock = createFakeClock();
  const from = clock.now();
  const toast = (id: string, after: number | null): ToastsState[number] => ({
    id,
    kind: 'success',
    code: 'order_cancelled',
    params: {},
    detail: null,
    created_at: from,
    expires_at: after === null ? null : from + after,
  });
  const toasts$ = new BehaviorSubject<ToastsState>([]);
  const times: number[] = [];
  const subscription = ticks(clock, toasts$).subscribe(() => {
    times.push(clock.now() - from);
    toasts$.next(toasts$.value.filter(({ expires_at }) => expires_at === null || expires_at > clock.now()));
  });
  toasts$.next([toast('late', 1_700), toast('early', 400), toast('for good', null), toast('earliest', 300)]);
  await clock.advance(2_500);
  expect(times).toEqual([300, 400, 1_000, 1_700, 2_000]);

  toasts$.next([toast('dismissed', 2_700)]);
  toasts$.next([]);
  await clock.advance(1_000);
  expect(times.slice(5)).toEqual([3_000]);
  subscription.unsubscribe();
  expect(clock.waiting).toBe(0);
});
