import { after, type ClientState, type Clock, type Readable, systemClock } from '@triquad/core';
import { useCallback, useEffect, useState } from 'react';
import { audit, filter, map, merge, Observable, tap } from 'rxjs';

/** How long a change may wait until it is shown, in milliseconds: what the operator did or must know, and all the rest. */
export interface ReadPace {
  readonly urgent: number;
  readonly figures: number;
}

/** The state whenever it is to be shown again: soon after something urgent changed, at a slower pace after all else. */
export function readings(
  client: Readable<ClientState>,
  clock: Clock,
  { urgent, figures }: ReadPace,
): Observable<ClientState> {
  let shown = client.getSnapshot();
  const changes$ = new Observable<ClientState>((subscriber) => client.subscribe(subscriber));
  return merge(
    changes$.pipe(
      filter((now) => isUrgent(shown, now)),
      audit(() => after(clock, urgent)),
    ),
    changes$.pipe(audit(() => after(clock, figures))),
  ).pipe(
    map(() => client.getSnapshot()),
    tap((now) => {
      shown = now;
    }),
  );
}

/** The state of the client as it was read last: again within its pace when it has changed, and at once by `readNow`. */
export function useClientState(client: Readable<ClientState>, { urgent, figures }: ReadPace) {
  const [state, setState] = useState(() => client.getSnapshot());
  const readNow = useCallback(() => setState(client.getSnapshot()), [client]);
  useEffect(() => {
    readNow();
    const subscription = readings(client, systemClock, { urgent, figures }).subscribe(setState);
    return () => subscription.unsubscribe();
  }, [client, urgent, figures, readNow]);
  return { state, readNow };
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
