import {
  atMostEvery,
  type Client,
  type ClientState,
  type Clock,
  createView,
  type Readable,
  type ResourceName,
  systemClock,
} from '@triquad/core';
import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';

/** How often a component re-renders: each frame, or slower for readable rows, or for rows with buttons. */
type Pace = 'frame' | 'rows' | 'buttons';
/** Shortest time between two updates, in milliseconds. */
const paceMs = { rows: 100, buttons: 250 };

type Bound = { client: Client; views: Record<Pace, Readable<ClientState>> };
const BoundContext = createContext<Bound | null>(null);

// The slower views follow the frames: a hidden page has none, and draws nothing.
const viewsOf = (client: Client, clock: Clock): Bound['views'] => {
  const frame = createView(client, requestAnimationFrame);
  return {
    frame,
    rows: createView(frame, atMostEvery(clock, paceMs.rows)),
    buttons: createView(frame, atMostEvery(clock, paceMs.buttons)),
  };
};

type ProviderProps = { client: Client; clock?: Clock; children: ReactNode };
/** Provides the client of the page to all components. */
export function ClientProvider({ client, clock = systemClock, children }: ProviderProps) {
  const [bound] = useState(() => ({ client, views: viewsOf(client, clock) }));
  return <BoundContext value={bound}>{children}</BoundContext>;
}

const useBound = (): Bound => {
  const bound = use(BoundContext);
  if (bound === null) throw new Error('A component stands outside of the ClientProvider');
  return bound;
};

export const useClient = (): Client => useBound().client;

/** A part of the state, as of the last frame painted, or as of the last moment of a slower pace. */
export const useClientState = <T,>(selector: (state: ClientState) => T, pace: Pace = 'frame'): T =>
  useSelector(useBound().views[pace], selector);

/** While the component is mounted, the resource is loaded and kept fresh, with at least `limit` rows. */
export const useWatch = (resource: ResourceName, limit?: number): void => {
  const client = useClient();
  useEffect(() => {
    const wanted = limit === undefined ? { resource } : { resource, limit };
    client.send({ type: 'Watch', ...wanted });
    return () => client.send({ type: 'Unwatch', ...wanted });
  }, [client, resource, limit]);
};
