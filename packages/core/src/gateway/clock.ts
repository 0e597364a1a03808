import { Observable, repeat } from 'rxjs';

/** Time, as a port: epoch milliseconds, and a task to run later (the returned function cancels it). */
export type Clock = { now(): number; schedule(ms: number, task: () => void): () => void };

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

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
