import {
  type Client,
  createApi,
  createClient,
  createSocket,
  memoryStorage,
  storageKeys,
  systemClock,
} from '@triquad/core';
import type { Connection } from './connection.ts';
import type { Host } from './host.ts';

// The terminal has no view of the journal; a long one costs each garbage collection.
const entriesKept = 100;

/** The client of the bot at `connection`, as the terminal and the streams use it. Not started yet. */
export function openClient(host: Host, { apiUrl, socketUrl, apiKey, token }: Connection): Client {
  const storage = memoryStorage(token === undefined ? {} : { [storageKeys.token]: token });
  return createClient({
    api: createApi({ baseUrl: apiUrl, apiKey, fetch: host.fetch, storage }),
    socket: createSocket({ url: socketUrl, open: (url) => new host.WebSocket(url) }),
    storage,
    clock: systemClock,
    entriesKept,
  });
}
