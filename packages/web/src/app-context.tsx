import { type KeyStore, memoryStorage } from '@triquad/core';
import { createContext, use } from 'react';
import type { CallRaw } from './raw-call.ts';

/** Storage of this browser's preferences; `main.tsx` passes the real one in. */
export const StorageContext = createContext<KeyStore>(memoryStorage());
export const useStorage = (): KeyStore => use(StorageContext);

/** Any call of the bot by its address, for the API reference; null where there is none. */
export const CallRawContext = createContext<CallRaw | null>(null);
export const useCallRaw = (): CallRaw | null => use(CallRawContext);
