import { map, Observable, race } from 'rxjs';
import type { Result } from '../gateway/api.ts';
import { after, type Clock } from '../gateway/clock.ts';

/** One call; unsubscribing aborts it. */
export const call = <T>(ask: (signal: AbortSignal) => Promise<Result<T>>): Observable<Result<T>> =>
  new Observable((subscriber) => {
    const abort = new AbortController();
    void ask(abort.signal).then((result) => {
      subscriber.next(result);
      subscriber.complete();
    });
    return () => abort.abort();
  });

/** The same, aborted after `ms` milliseconds: null then. */
export const within = <T>(clock: Clock, ms: number, call$: Observable<T>): Observable<T | null> =>
  race(call$, after(clock, ms).pipe(map(() => null)));
