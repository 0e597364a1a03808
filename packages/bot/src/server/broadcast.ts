import type { ClientConnection } from './client-connection.ts';
import type { BuiltFrame, Hub } from './hub.ts';

/** All slow clients together; the slowest are given up first. */
const HELD_FOR_ALL = 128 * 1024 * 1024;

/** Sends what the hub publishes to the clients: one write a client for all frames of a turn, built and compressed once for all alike. */
export interface Broadcast {
  add(client: ClientConnection): void;
  remove(client: ClientConnection): void;
  clients(): number;
  /** Sends what waits now; otherwise it goes at the end of the turn. */
  flush(): void;
  stop(): void;
}

export function createBroadcast(hub: Hub): Broadcast {
  const clients = new Set<ClientConnection>();
  let pending: BuiltFrame[] = [];

  const flush = () => {
    const frames = pending;
    pending = [];
    const batches = new Map<string, Buffer>();
    const slow: ClientConnection[] = [];
    for (const client of clients) {
      if (client.isSlow()) {
        slow.push(client);
        for (const frame of frames) if (client.wants(frame.channel)) client.hold(frame);
        continue;
      }
      const wanted = client.signature();
      const batch = batches.get(wanted) ?? client.batch(frames);
      batches.set(wanted, batch);
      if (batch.length > 0) client.write(batch);
    }
    if (slow.length > 0) relieve(slow);
  };
  const stop = hub.onFrame((frame) => {
    if (clients.size === 0) return;
    if (pending.length === 0) setImmediate(flush);
    pending.push(frame);
  });

  return {
    add: (client) => clients.add(client),
    remove: (client) => clients.delete(client),
    clients: () => clients.size,
    flush,
    stop,
  };
}

function relieve(slow: readonly ClientConnection[]): void {
  let held = 0;
  for (const client of slow.toSorted((a, b) => a.waiting() - b.waiting())) {
    held += client.waiting();
    if (held > HELD_FOR_ALL) client.giveUp();
  }
}
