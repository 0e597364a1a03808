/**
 * The idempotency key of a call that moves money, as it stands in the fact that starts the effect: `id` names caller and key,
 * `fingerprint` the whole call. Both are SHA-256 in hex, so that neither key nor body can be read from the journal.
 */
export type EffectKey = { readonly id: string; readonly fingerprint: string };

/** What was begun under a key: one execution, the orders of one sale, a position that was kept (`exchange/asset`), a flatten, or a reset of a wallet. */
export type Effect = {
  readonly fingerprint: string;
  readonly kind: 'execution' | 'order' | 'position' | 'flatten' | 'wallet';
  readonly ids: readonly string[];
  /** UTC milliseconds. */
  readonly at: number;
};
