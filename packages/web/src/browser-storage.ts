import { type KeyStore, memoryStorage } from '@triquad/core';

type Store = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * The browser's storage; if it is forbidden or full, values last as long as the page. `basePath`: bots under different paths of one host
 * keep their values apart.
 */
export const browserStorage = (open: () => Store, basePath = '/'): KeyStore => {
  const named = (key: string): string => (basePath === '/' ? key : `${basePath} ${key}`);
  const memory = memoryStorage();
  const attempt = <T>(act: (store: Store) => T, otherwise: T): T => {
    try {
      return act(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((store) => store.getItem(named(key)), null) ?? memory.get(key),
    set: (key, value) => {
      memory.set(key, value);
      attempt((store) => store.setItem(named(key), value), undefined);
    },
    remove: (key) => {
      memory.remove(key);
      attempt((store) => store.removeItem(named(key)), undefined);
    },
  };
};
