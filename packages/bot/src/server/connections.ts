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
 * The connections of the server. Whoever has not shown a valid token yet takes at most half of the places, and a newcomer then takes
 * that of the oldest of the crowd: strangers who open connections and wait never keep a caller out that has a token.
 */
export interface Connections {
  add(socket: Socket): void;
  /** A valid token came over it. While there is room for another such connection, it keeps its place from now on. */
  prove(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void;
}

interface ConnectionsOptions {
  /** In all. */
  readonly most: number;
  readonly monotonic: () => number;
  /** Told at most once a minute how many were closed since it was told last. */
  readonly onClosed: (count: number) => void;
}

export function createConnections({ most, monotonic, onClosed }: ConnectionsOptions): Connections {
  const mostUnproven = Math.floor(most / 2);
  // Both in the order in which they came. By address and port, because a TLS socket is not the socket below it.
  const unproven = new Map<string, Socket>();
  const proven = new Set<string>();
  let closed = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  const tell = () => {
    closed += 1;
    if (monotonic() - toldAt < TELL_EVERY_MS) return;
    onClosed(closed);
    closed = 0;
    toldAt = monotonic();
  };
  /** The oldest of the address that has the most. */
  const oldestOfCrowd = (): [string, Socket] | undefined => {
    const counts = new Map<string, number>();
    for (const { remoteAddress = '' } of unproven.values())
      counts.set(remoteAddress, (counts.get(remoteAddress) ?? 0) + 1);
    const crowd = Math.max(...counts.values());
    return [...unproven].find(([, { remoteAddress = '' }]) => counts.get(remoteAddress) === crowd);
  };

  return {
    add(socket) {
      const place = placeOf(socket);
      if (unproven.size >= mostUnproven) {
        const [gone, stranger] = oldestOfCrowd() ?? [];
        if (gone !== undefined) unproven.delete(gone);
        stranger?.destroy();
        tell();
      }
      unproven.set(place, socket);
      socket.once('close', () => {
        if (unproven.get(place) === socket) unproven.delete(place);
        else proven.delete(place);
      });
    },
    prove(socket) {
      const place = placeOf(socket);
      if (!unproven.has(place) || proven.size >= most - mostUnproven) return;
      unproven.delete(place);
      proven.add(place);
    },
  };
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

const placeOf = ({ remoteAddress = '', remotePort = 0 }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string =>
  `${remoteAddress} ${remotePort}`;
