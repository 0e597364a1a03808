import { defer, EMPTY, ignoreElements, map, Observable, of, race, switchMap, throwError } from 'rxjs';
import type { Result } from '../gateway/api.ts';
import { after, type Clock } from '../gateway/clock.ts';
import type { ClientEvent } from '../journal/event.ts';
import { mayPass, type Problem } from '../journal/problem.ts';
import { calls } from '../rules/limits.ts';

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

/** The same, retried after a temporary problem: after the bot's `Retry-After`, else one second. `ask` sends the same key each time. */
export const retried = <T>(
  clock: Clock,
  ask: (signal: AbortSignal) => Promise<Result<T>>,
  retries: number = calls.change_retries,
): Observable<Result<T>> =>
  call(ask).pipe(
    switchMap((result) =>
      result.ok || retries === 0 || !mayPass(result.problem)
        ? of(result)
        : after(clock, result.problem.retry_after_ms ?? calls.first_retry_ms).pipe(
            switchMap(() => retried(clock, ask, retries - 1)),
          ),
    ),
  );

/** The event of a call that has ended. */
export const outcome = <T>(
  call$: Observable<Result<T>>,
  done: (value: T) => ClientEvent,
  failed: (problem: Problem) => ClientEvent,
): Observable<ClientEvent> => call$.pipe(map((result) => (result.ok ? done(result.value) : failed(result.problem))));

/** Performs an effect that emits no event. */
export const doing = (act: () => unknown): Observable<never> => defer(() => of(act())).pipe(ignoreElements());

/** For `catchError`: a defect of one task must not end the stream of all others, so RxJS reports it as an uncaught error. */
export const reported = (error: unknown): Observable<never> => {
  throwError(() => error).subscribe();
  return EMPTY;
};
