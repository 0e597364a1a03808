import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** More than any crowd of screens needs. */
const MOST = 4_096;
/** Databases, logs, backups, market data and threads keep these descriptors, whatever comes over the network. */
const OWN_DESCRIPTORS = 64;
const FEWEST = 16;
/** Where the system does not say how many descriptors the process may have. */
const USUAL_DESCRIPTORS = 1_024;
const TELL_EVERY_MS = 60_000;

/**
 * The connections of the server. Connections that showed a valid token keep their places, up to half of all. All other places are for
 * those that have not: when none is free, a newcomer takes that of the oldest of the crowd. So strangers who open connections and wait
 * never keep a caller out that has a token.
 */
export interface Connections {
  add(socket: Socket): void;
  /** A valid token came over it. While there is room for another such connection, it keeps its place from now on. */
  prove(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void;
  /** Destroys all that are left. */
  end(): void;
}

interface ConnectionsOptions {
  /** In all. */
  readonly most: number;
  readonly monotonic: () => number;
  /** Told at most once a minute how many were closed since it was told last. */
  readonly onClosed: (count: number) => void;
  /** Calls back once what had arrived by now has been read. */
  readonly afterReading: (call: () => void) => void;
}

interface Place {
  readonly key: string;
  readonly address: string;
  readonly socket: Socket;
  /** One that leaves has lost its place, and is closed unless a token is in what it had sent already. */
  state: 'unproven' | 'proven' | 'leaving';
}

export function createConnections({ most, monotonic, onClosed, afterReading }: ConnectionsOptions): Connections {
  const mostProven = Math.ceil(most / 2);
  const places = new Map<string, Place>();
  /** The unproven of each address, in the order in which they came. */
  const crowds = new Map<string, Set<Place>>();
  let unproven = 0;
  let proven = 0;
  let closed = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  const tell = () => {
    closed += 1;
    if (monotonic() - toldAt < TELL_EVERY_MS) return;
    onClosed(closed);
    closed = 0;
    toldAt = monotonic();
  };
  const enter = (place: Place) => {
    const crowd = crowds.get(place.address) ?? new Set();
    crowds.set(place.address, crowd.add(place));
    unproven += 1;
  };
  const leave = (place: Place) => {
    if (place.state === 'proven') proven -= 1;
    if (place.state !== 'unproven') return;
    const crowd = crowds.get(place.address);
    crowd?.delete(place);
    if (crowd?.size === 0) crowds.delete(place.address);
    unproven -= 1;
  };
  const makeRoom = () => {
    let largest: Set<Place> | undefined;
    for (const crowd of crowds.values()) if (crowd.size > (largest?.size ?? 0)) largest = crowd;
    const [oldest] = largest ?? [];
    if (oldest === undefined) return;
    leave(oldest);
    oldest.state = 'leaving';
    afterReading(() => {
      if (oldest.state !== 'leaving') return;
      oldest.socket.destroy();
      tell();
    });
  };

  return {
    add(socket) {
      while (unproven > 0 && unproven + proven >= most) makeRoom();
      const { remoteAddress: address = '' } = socket;
      const place: Place = { key: keyOf(socket), address, socket, state: 'unproven' };
      places.set(place.key, place);
      enter(place);
      socket.once('close', () => {
        leave(place);
        if (places.get(place.key) === place) places.delete(place.key);
      });
    },
    prove(socket) {
      const place = places.get(keyOf(socket));
      if (place === undefined || place.state === 'proven' || proven >= mostProven) return;
      leave(place);
      place.state = 'proven';
      proven += 1;
    },
    end() {
      for (const { socket } of [...places.values()]) socket.destroy();
    },
  };
}

/** By address and port, because a TLS socket is not the socket below it. */
const keyOf = ({ remoteAddress = '', remotePort = 0 }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string =>
  `${remoteAddress} ${remotePort}`;

/** Bytes are read between two turns of what waits for the next one: the second turn comes after all that had arrived was read. */
export function afterReading(call: () => void): void {
  setImmediate(() => setImmediate(call));
}

/** How many connections the process may hold beside its own files. */
export function mostConnections(): number {
  return Math.max(FEWEST, Math.min(MOST, descriptorLimit() - OWN_DESCRIPTORS));
}

function descriptorLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? USUAL_DESCRIPTORS : Number(limit);
  } catch {
    return USUAL_DESCRIPTORS;
  }
}
