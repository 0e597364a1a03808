import { Observable, repeat } from 'rxjs';
import type { Clock } from './clock.ts';

/** Emits once, `ms` milliseconds after the subscription, and completes. Unsubscribing cancels the timer. */
export const after = (clock: Clock, ms: number): Observable<void> =>
  new Observable((subscriber) =>
    clock.schedule(ms, () => {
      subscriber.next();
      subscriber.complete();
    }),
  );

/** Emits each `ms` milliseconds, the first time `ms` milliseconds after the subscription. Never completes. */
export const every = (clock: Clock, ms: number): Observable<void> => after(clock, ms).pipe(repeat());
