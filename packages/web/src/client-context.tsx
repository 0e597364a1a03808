import {
  type Client,
  type ClientState,
  type Clock,
  createView,
  type ResourceName,
  systemClock,
  type View,
} from '@triquad/core';
import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';

/** Shortest time between two updates of figures on the page, in milliseconds. */
const everyMs = 250;

type Bound = { client: Client; clock: Clock; view: View<ClientState> };
const BoundContext = createContext<Bound | null>(null);

type ProviderProps = { client: Client; clock?: Clock; children: ReactNode };
/** Provides the client of the page to all components. */
export function ClientProvider({ client, clock = systemClock, children }: ProviderProps) {
  const [bound] = useState(() => ({ client, clock, view: createView(client, clock, everyMs) }));
  return <BoundContext value={bound}>{children}</BoundContext>;
}

const useBound = (): Bound => {
  const bound = use(BoundContext);
  if (bound === null) throw new Error('A component stands outside of the ClientProvider');
  return bound;
};

export const useClient = (): Client => useBound().client;
export const useClock = (): Clock => useBound().clock;

/** A part of the state, as the page shows it. */
export const useClientState = <T,>(selector: (state: ClientState) => T): T => useSelector(useBound().view, selector);

/** While the component is mounted, the resource is loaded and kept fresh, with at least `limit` rows. */
export const useWatch = (resource: ResourceName, limit?: number): void => {
  const client = useClient();
  useEffect(() => {
    const wanted = limit === undefined ? { resource } : { resource, limit };
    client.send({ type: 'Watch', ...wanted });
    return () => client.send({ type: 'Unwatch', ...wanted });
  }, [client, resource, limit]);
};
