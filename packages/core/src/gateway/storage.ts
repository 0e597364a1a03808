import * as z from 'zod/mini';
import { storageKeys } from '../rules/limits.ts';

/** Storage of a token and preferences beyond the page; `localStorage` in a browser, a file or memory elsewhere. Must not throw. */
export type KeyStore = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** Hands a file to the operator. `type`: of the content, e.g. `text/html`. */
export type Save = (name: string, content: string | Blob, type: string) => void;

/** KeyStore that forgets everything at the end of the process. */
export const memoryStorage = (kept: Readonly<Record<string, string>> = {}): KeyStore => {
  const values = new Map(Object.entries(kept));
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => {
      values.set(key, value);
    },
    remove: (key) => {
      values.delete(key);
    },
  };
};

/** The token of the session, null without one. */
export const tokenIn = (storage: KeyStore): string | null => storage.get(storageKeys.token);

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

const KeptCommands = z.array(z.object({ type: z.string(), content: z.string(), key: z.string(), at: z.number() }));
/** A command whose call was made and not answered: its content as text, its key, and when it was sent (epoch milliseconds). */
type KeptCommand = z.infer<typeof KeptCommands>[number];

/** The commands without an answer when the page was left. */
export const keptCommands = (session: KeyStore): readonly KeptCommand[] => {
  try {
    const read = z.safeParse(KeptCommands, JSON.parse(session.get(storageKeys.unanswered) ?? ''));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
};

export const keepCommands = (session: KeyStore, commands: readonly KeptCommand[]): void => {
  const kept = commands.map(({ type, content, key, at }) => ({ type, content, key, at }));
  if (kept.length === 0) session.remove(storageKeys.unanswered);
  else session.set(storageKeys.unanswered, JSON.stringify(kept));
};
