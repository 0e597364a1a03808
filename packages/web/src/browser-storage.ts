import { type KeyStore, memoryStorage } from '@triquad/core';

type Store = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** The browser's storage; if it is forbidden or full, values last as long as the page. */
export const browserStorage = (open: () => Store): KeyStore => {
  const memory = memoryStorage();
  const attempt = <T>(act: (store: Store) => T, otherwise: T): T => {
    try {
      return act(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((store) => store.getItem(key), null) ?? memory.get(key),
    set: (key, value) => {
      memory.set(key, value);
      attempt((store) => store.setItem(key, value), undefined);
    },
    remove: (key) => {
      memory.remove(key);
      attempt((store) => store.removeItem(key), undefined);
    },
  };
};
