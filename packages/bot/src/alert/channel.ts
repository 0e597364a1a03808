import type { Batch } from './batch.ts';

/** What became of a message. `reason` is a sentence of our own: it never carries a token, a password or a foreign server's words. */
export type Delivery =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** `permanent`: the same message to the same settings will be refused again. */
      readonly kind: 'transient' | 'permanent';
      readonly reason: string;
      /** By which clients word the reason in their language; null without a text of theirs. */
      readonly code: string | null;
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

type More = { readonly code?: string | null; readonly retryAfterMs?: number | null };

export const transient = (reason: string, { code = null, retryAfterMs = null }: More = {}): Delivery => ({
  ok: false,
  kind: 'transient',
  reason,
  code,
  retryAfterMs,
});
export const permanent = (reason: string, code: string | null = null): Delivery => ({
  ...{ ok: false, kind: 'permanent', reason, code, retryAfterMs: null },
});
