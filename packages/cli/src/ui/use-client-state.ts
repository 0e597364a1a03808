import type { ClientState, Readable } from '@triquad/core';
import { useEffect, useState } from 'react';

/**
 * Facts may come a thousand times a second; the screen takes them two or three times, which is what a twentieth of a core
 * can draw. Keys are answered at once.
 */
const readMs = 400;

/** The state of the client, read at once and then again at most every `readMs` when it has changed. */
export function useClientState(client: Readable<ClientState>): ClientState {
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
  }, [client]);
  return state;
}
