import type { BuiltFrame, Hub } from './hub.ts';
import type { Outlet } from './outlet.ts';

/** All slow clients together; the slowest are given up first. */
const HELD_FOR_ALL = 128 * 1024 * 1024;

/** Sends what the hub publishes to the outlets: one write a client for all frames of a turn, one buffer for all alike. */
export interface Broadcast {
  add(outlet: Outlet): void;
  remove(outlet: Outlet): void;
  clients(): number;
  /** Sends what waits now; otherwise it goes at the end of the turn. */
  flush(): void;
  stop(): void;
}

export function createBroadcast(hub: Hub): Broadcast {
  const outlets = new Set<Outlet>();
  let pending: BuiltFrame[] = [];

  const flush = () => {
    const frames = pending;
    pending = [];
    const batches = new Map<string, Buffer>();
    const slow: Outlet[] = [];
    for (const outlet of outlets) {
      if (outlet.isSlow()) {
        slow.push(outlet);
        for (const frame of frames) if (outlet.wants(frame.channel)) outlet.hold(frame);
        continue;
      }
      const wanted = outlet.signature();
      const batch = batches.get(wanted) ?? concat(frames, outlet);
      batches.set(wanted, batch);
      if (batch.length > 0) outlet.write(batch);
    }
    if (slow.length > 0) relieve(slow);
  };
  const stop = hub.onFrame((frame) => {
    if (outlets.size === 0) return;
    if (pending.length === 0) setImmediate(flush);
    pending.push(frame);
  });

  return {
    add: (outlet) => outlets.add(outlet),
    remove: (outlet) => outlets.delete(outlet),
    clients: () => outlets.size,
    flush,
    stop,
  };
}

const concat = (frames: readonly BuiltFrame[], outlet: Outlet): Buffer =>
  Buffer.concat(frames.filter((frame) => outlet.wants(frame.channel)).map((frame) => frame.bytes));

function relieve(slow: readonly Outlet[]): void {
  let held = 0;
  for (const outlet of slow.toSorted((a, b) => a.waiting() - b.waiting())) {
    held += outlet.waiting();
    if (held > HELD_FOR_ALL) outlet.giveUp();
  }
}
