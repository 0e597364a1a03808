import * as z from 'zod/mini';
import { storageKeys } from '../rules/limits.ts';
import type { KeyStore } from './storage.ts';

const KeptKill = z.object({ sent_at: z.number(), key: z.string(), reason: z.nullable(z.string()) });
/** A kill that is not confirmed: when it was sent (epoch milliseconds), its idempotency key, and its reason. */
export type KeptKill = z.infer<typeof KeptKill>;

/** The kill that was not confirmed when the page was left; null without one. */
export const keptKill = (session: KeyStore): KeptKill | null => {
  try {
    const read = z.safeParse(KeptKill, JSON.parse(session.get(storageKeys.kill) ?? ''));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

export const keepKill = (session: KeyStore, { sent_at, key, reason }: KeptKill): void =>
  session.set(storageKeys.kill, JSON.stringify({ sent_at, key, reason }));
