import { after, type Client, type ClientState, type Clock } from '@triquad/core';
import { audit, filter, take as first, merge, Observable, Subject, share, startWith, switchMap, tap } from 'rxjs';

/**
 * How long a change may wait until it is shown, in milliseconds: what the operator did or must know, with it an opportunity that is the first for
 * as long as figures may wait; and all the rest.
 */
export interface ViewPace {
  readonly urgent: number;
  readonly figures: number;
}

/** The state of the client as it is shown. Fits `useSyncExternalStore`. */
export interface PacedView {
  getSnapshot(): ClientState;
  subscribe(changed: () => void): () => void;
  /** Shows the present state at once. */
  refresh(): void;
}

/** Shows a change of the client within its pace. */
export function pacedView(client: Client, clock: Clock, pace: ViewPace): PacedView {
  let shown = client.getSnapshot();
  const refresh$ = new Subject<void>();
  let { opportunities } = shown;
  let offered = Number.NEGATIVE_INFINITY;
  let isAlone = false;
  const note = (now: ClientState) => {
    if (now.opportunities === opportunities) return;
    isAlone ||= clock.now() - offered >= pace.figures;
    opportunities = now.opportunities;
    offered = clock.now();
  };
  const changes$ = new Observable<ClientState>((subscriber) => client.subscribe(subscriber)).pipe(tap(note), share());
  const urgent$ = () =>
    changes$.pipe(
      startWith(client.getSnapshot()),
      filter((now) => isAlone || isUrgent(shown, now)),
      first(1),
      switchMap(() => after(clock, pace.urgent)),
    );
  const due$ = changes$.pipe(audit(() => merge(after(clock, pace.figures), urgent$())));
  const take = () => {
    shown = client.getSnapshot();
    isAlone = false;
  };
  const shown$ = merge(due$, refresh$).pipe(tap(take));
  return {
    getSnapshot: () => shown,
    subscribe: (changed) => {
      take();
      const subscription = shown$.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    refresh: () => refresh$.next(),
  };
}

function isUrgent(shown: ClientState, now: ClientState): boolean {
  return (
    shown.bot !== now.bot ||
    shown.connection !== now.connection ||
    shown.mode !== now.mode ||
    shown.session !== now.session ||
    shown.ticket !== now.ticket ||
    shown.toasts !== now.toasts
  );
}
