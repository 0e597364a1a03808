import {
  type Client,
  createApi,
  createClient,
  createSocket,
  laterEffects,
  memoryStorage,
  storageKeys,
  systemClock,
  wholeContract,
} from '@triquad/core';
import { WebSocket } from 'ws';
import type { Connection } from './connection.ts';
import type { Host } from './host.ts';

// A stream never looks back; a long journal costs each garbage collection.
const streamed = 100;

// The WebSocket of Node loads its `fetch` as well, which takes eight megabytes.
const opened = (url: string): WebSocket => new WebSocket(url, { perMessageDeflate: false });

/**
 * The client of the bot at `connection`, as the terminal and the streams use it; `entriesKept` of its past can be replayed. Not
 * started yet.
 */
export function openClient(
  host: Host,
  { apiUrl, socketUrl, apiKey, token }: Connection,
  { entriesKept = streamed }: { readonly entriesKept?: number } = {},
): Client {
  const storage = memoryStorage(token === undefined ? {} : { [storageKeys.token]: token });
  return createClient({
    api: createApi({ baseUrl: apiUrl, apiKey, fetch: host.fetch, storage, contract: wholeContract }),
    socket: createSocket({ url: socketUrl, open: opened }),
    storage,
    clock: systemClock,
    laterEffects,
    entriesKept,
  });
}
