import type { AccessHeads } from './access-chain.ts';

interface Anchorage {
  /** Where the chains of `access.sqlite` end now. */
  readonly heads: () => AccessHeads;
  /** Resolves once everything committed before the call is on the disk. */
  readonly synced: () => Promise<void>;
  /** Keeps heads where another file than theirs has them. */
  readonly anchor: (heads: AccessHeads) => void;
}

/** `synced` that also anchors the chains as they were at the call, after their rows: a head before its rows would be a false alarm after a power cut. */
export function anchored({ heads, synced, anchor }: Anchorage): () => Promise<void> {
  let last: AccessHeads | null = null;
  return async () => {
    const reached = heads();
    await synced();
    if (last?.audit.count === reached.audit.count && last.access.count === reached.access.count) return;
    last = reached;
    anchor(reached);
  };
}
