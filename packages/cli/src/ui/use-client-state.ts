import type { ClientState, Readable } from '@triquad/core';
import { useEffect, useState } from 'react';

/** The state of the client, read at once and then again at most every `readMs` when it has changed. */
export function useClientState(client: Readable<ClientState>, readMs: number): ClientState {
  const [state, setState] = useState(() => client.getSnapshot());
  useEffect(() => {
    let timer: NodeJS.Timeout | undefined;
    const read = () => {
      timer = undefined;
      setState(client.getSnapshot());
    };
    const subscription = client.subscribe(() => {
      timer ??= setTimeout(read, readMs);
    });
    read();
    return () => {
      subscription.unsubscribe();
      clearTimeout(timer);
    };
  }, [client, readMs]);
  return state;
}
