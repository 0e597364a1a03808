import { catchError, defer, EMPTY, finalize, groupBy, map, mergeMap, type Observable, of, switchMap } from 'rxjs';
import { after, type Clock } from '../gateway/clock.ts';
import type { Socket } from '../gateway/socket.ts';
import type { KeyStore } from '../gateway/storage.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import type { Request } from '../machines/protocol.ts';
import { reported } from './call.ts';
import type { EffectPorts } from './lanes.ts';

/** What performing the effects of a machine may use. `state` is the state at the time of the call. */
export type MachinePorts = EffectPorts & {
  readonly socket: Socket;
  /** What outlives a reload of the page, and no more. */
  readonly session: KeyStore;
};

/** Performs one effect: what it emits is journalled, unsubscribing ends it. */
export type Perform = (params: never) => Observable<Message>;

/** What performs the effects of one machine. Effects of one lane replace each other; each other effect has its own. */
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
    // The event that a machine itself tells of.
    if (effect === 'emit') return of(params as ClientEvent);
    return machines[machine]?.performers[effect]?.(params as never) ?? EMPTY;
  }
  const { machine, timer, ms } = request;
  return ms === null ? EMPTY : after(clock, ms).pipe(map(() => ({ type: 'TimerFired', machine, timer })));
};
