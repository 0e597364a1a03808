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

// Nobody looks back here: what is not kept is not carried from one collection of garbage to the next.
const entriesKept = 100;

/** The client of the bot at `connection`, as the terminal and the streams use it; it has still to be started. */
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
