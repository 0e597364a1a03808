import {
  catchError,
  defer,
  EMPTY,
  finalize,
  groupBy,
  ignoreElements,
  map,
  mergeMap,
  Observable,
  of,
  race,
  switchMap,
  throwError,
} from 'rxjs';
import type { Api, Result } from '../gateway/api.ts';
import type { Clock } from '../gateway/clock.ts';
import type { Outbox } from '../gateway/outbox.ts';
import type { Socket } from '../gateway/socket.ts';
import type { KeyStore, Save } from '../gateway/storage.ts';
import { after } from '../gateway/waiting.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { mayPass, type Problem } from '../journal/problem.ts';
import type { Request } from '../machines/folded.ts';
import type { FoldedState } from '../projections/state.ts';
import { calls } from '../rules/limits.ts';

/** Ports of commands. `state` is the state at the time of the call. */
export type EffectPorts = {
  readonly api: Api;
  readonly clock: Clock;
  readonly storage: KeyStore;
  readonly save: Save;
  readonly outbox: Outbox;
  readonly state: () => FoldedState;
};

/** Ports of a machine's effects. `state` is the state at the time of the call. */
export type MachinePorts = EffectPorts & {
  readonly socket: Socket;
  /** Storage that survives a reload of the page, and no more. */
  readonly session: KeyStore;
};

/** Performs one effect. Its messages are journalled; unsubscribing ends it. */
export type Perform = (params: never) => Observable<Message>;

/** Performers of one machine. Effects of one lane replace each other; each other effect has its own. */
export type MachineEffects = {
  readonly performers: Readonly<Record<string, Perform>>;
  readonly lanes?: Readonly<Record<string, string | ((params: never) => string)>>;
};

/** Performs the requests of the machines. `machines`: by name. `changed` receives the number of open lanes. */
export const performed = (
  requests$: Observable<Request>,
  machines: Readonly<Record<string, MachineEffects>>,
  clock: Clock,
  changed: (open: number) => void = () => {},
): Observable<Message> => {
  let open = 0;
  const count = (by: number): void => {
    open += by;
    changed(open);
  };
  const perform = (request: Request): Observable<Message> =>
    defer(() => {
      count(1);
      return answerOf(request, machines, clock);
    }).pipe(
      catchError(reported),
      finalize(() => count(-1)),
    );
  return requests$.pipe(
    groupBy((request) => laneOf(request, machines)),
    mergeMap((lane$) => lane$.pipe(switchMap(perform))),
  );
};

const laneOf = (request: Request, machines: Readonly<Record<string, MachineEffects>>): string => {
  if (request.kind === 'timer') return `${request.machine} ${request.timer}`;
  const { machine, effect, params } = request;
  const lane = machines[machine]?.lanes?.[effect] ?? effect;
  return `${machine} ${typeof lane === 'function' ? lane(params as never) : lane}`;
};

const answerOf = (
  request: Request,
  machines: Readonly<Record<string, MachineEffects>>,
  clock: Clock,
): Observable<Message> => {
  if (request.kind === 'effect') {
    const { machine, effect, params } = request;
    // The event that a machine itself emits.
    if (effect === 'emit') return of(params as ClientEvent);
    return machines[machine]?.performers[effect]?.(params as never) ?? EMPTY;
  }
  const { machine, timer, ms } = request;
  return ms === null ? EMPTY : after(clock, ms).pipe(map(() => ({ type: 'TimerFired', machine, timer })));
};

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

/** The call, aborted with null after `ms` milliseconds. */
export const within = <T>(clock: Clock, ms: number, call$: Observable<T>): Observable<T | null> =>
  race(call$, after(clock, ms).pipe(map(() => null)));

/** The call, retried after a temporary problem: after the bot's `Retry-After`, else one second. `ask` sends the same key each time. */
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

/** Retries of a call that has a second effect without its key: none where the bot announces no extensions, and may not honour keys. */
export const keyedRetries = ({ state }: Pick<EffectPorts, 'state'>): number =>
  state().health.capabilities.length > 0 ? calls.change_retries : 0;

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
