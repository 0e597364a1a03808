import { type KeyStore, memoryStorage } from '@triquad/core';
import { createContext, use } from 'react';

/** Storage of this browser's preferences; `main.tsx` passes the real one in. */
export const StorageContext = createContext<KeyStore>(memoryStorage());
export const useStorage = (): KeyStore => use(StorageContext);
