import type { Batch } from './batch.ts';

/** What became of a message. `reason` is a sentence of our own: it never carries a token, a password or a foreign server's words. */
export type Delivery =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** `permanent`: the same message to the same settings will be refused again. */
      readonly kind: 'transient' | 'permanent';
      readonly reason: string;
      /** How long the other side asks to be left alone, in ms. */
      readonly retryAfterMs: number | null;
    };

/** Where messages go. */
export interface Channel {
  readonly name: string;
  /** The pause after a message before the next ordinary one, in ms. */
  readonly pauseMs: number;
  /** Never rejects. */
  deliver(batch: Batch, signal: AbortSignal): Promise<Delivery>;
}

export const transient = (reason: string, retryAfterMs: number | null = null): Delivery => ({
  ok: false,
  kind: 'transient',
  reason,
  retryAfterMs,
});
export const permanent = (reason: string): Delivery => ({ ok: false, kind: 'permanent', reason, retryAfterMs: null });
