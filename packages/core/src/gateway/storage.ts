import { storageKeys } from '../rules/limits.ts';

/** Where a token and preferences outlive the page; `localStorage` in a browser, a file or memory elsewhere. Must not throw. */
export type KeyStore = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** Hands a file to the operator. `type`: of the content, e.g. `text/html`. */
export type Save = (name: string, content: string, type: string) => void;

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
