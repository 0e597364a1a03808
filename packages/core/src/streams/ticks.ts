import { distinctUntilChanged, EMPTY, map, merge, type Observable, switchMap } from 'rxjs';
import type { Clock } from '../gateway/clock.ts';
import { after, every } from '../gateway/waiting.ts';
import type { ToastsState } from '../projections/toasts.ts';

const tickMs = 1_000;

/** Emits each second, and in between when the next toast expires. */
export const ticks = (clock: Clock, toasts$: Observable<ToastsState>): Observable<void> =>
  merge(
    every(clock, tickMs),
    toasts$.pipe(
      distinctUntilChanged(),
      map(nextExpiry),
      distinctUntilChanged(),
      switchMap((at) => (at === null ? EMPTY : after(clock, Math.max(0, at - clock.now())))),
    ),
  );

const nextExpiry = (toasts: ToastsState): number | null => {
  const next = Math.min(...toasts.map(({ expires_at }) => expires_at ?? Infinity));
  return next < Infinity ? next : null;
};
