import type { ClientState, Readable } from '@triquad/core';
import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a change may wait until it is shown, in milliseconds: what the operator did or must know, and all the rest. */
export interface ReadPace {
  readonly urgent: number;
  readonly figures: number;
}

/** The state of the client as it was read last: again within its pace when it has changed, and at once by `readNow`. */
export function useClientState(client: Readable<ClientState>, { urgent, figures }: ReadPace) {
  const [state, setState] = useState(() => client.getSnapshot());
  const shown = useRef(state);
  const readNow = useCallback(() => {
    shown.current = client.getSnapshot();
    setState(shown.current);
  }, [client]);
  useEffect(() => {
    let timer: NodeJS.Timeout | undefined;
    let due = Number.POSITIVE_INFINITY;
    const read = () => {
      timer = undefined;
      due = Number.POSITIVE_INFINITY;
      readNow();
    };
    const within = (ms: number) => {
      const at = performance.now() + ms;
      if (at >= due) return;
      clearTimeout(timer);
      timer = setTimeout(read, ms);
      due = at;
    };
    const subscription = client.subscribe((now: ClientState) => {
      within(isUrgent(shown.current, now) ? urgent : figures);
    });
    read();
    return () => {
      subscription.unsubscribe();
      clearTimeout(timer);
    };
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
