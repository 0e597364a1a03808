import { type Client, type ClientState, createView, type Readable, type ResourceName } from '@triquad/core';
import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';

type Bound = { client: Client; screen: Readable<ClientState> };
const BoundContext = createContext<Bound | null>(null);

/** Puts the one client of the page within reach of all components. */
export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  const [bound] = useState(() => ({ client, screen: createView(client, requestAnimationFrame) }));
  return <BoundContext value={bound}>{children}</BoundContext>;
}

const useBound = (): Bound => {
  const bound = use(BoundContext);
  if (bound === null) throw new Error('A component stands outside of the ClientProvider');
  return bound;
};

export const useClient = (): Client => useBound().client;

/** A part of the state, as of the last frame painted. */
export const useClientState = <T,>(selector: (state: ClientState) => T): T => useSelector(useBound().screen, selector);

/** While the component stands, the resource is loaded and kept fresh, with at least `limit` rows. */
export const useWatch = (resource: ResourceName, limit?: number): void => {
  const client = useClient();
  useEffect(() => {
    const wanted = limit === undefined ? { resource } : { resource, limit };
    client.send({ type: 'Watch', ...wanted });
    return () => client.send({ type: 'Unwatch', ...wanted });
  }, [client, resource, limit]);
};
