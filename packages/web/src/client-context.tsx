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
import { calmed } from './pace.ts';

/** How often a component re-renders: each frame, or slower for rows, which are read and pressed. */
type Pace = 'frame' | 'rows';
/** Shortest time between two updates of rows, in milliseconds. */
const rowsMs = 100;

type Bound = { client: Client; clock: Clock; views: Record<Pace, Readable<ClientState>> };
const BoundContext = createContext<Bound | null>(null);

// The slower view follows the frames: a hidden page has none, and draws nothing.
const viewsOf = (client: Client, clock: Clock): Bound['views'] => {
  const frame = createView(calmed(client, clock), requestAnimationFrame);
  return { frame, rows: createView(frame, atMostEvery(clock, rowsMs)) };
};

type ProviderProps = { client: Client; clock?: Clock; children: ReactNode };
/** Provides the client of the page to all components. */
export function ClientProvider({ client, clock = systemClock, children }: ProviderProps) {
  const [bound] = useState(() => ({ client, clock, views: viewsOf(client, clock) }));
  return <BoundContext value={bound}>{children}</BoundContext>;
}

const useBound = (): Bound => {
  const bound = use(BoundContext);
  if (bound === null) throw new Error('A component stands outside of the ClientProvider');
  return bound;
};

export const useClient = (): Client => useBound().client;
export const useClock = (): Clock => useBound().clock;

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
