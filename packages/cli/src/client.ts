import {
  type Client,
  createApi,
  createClient,
  createSocket,
  memoryStorage,
  storageKeys,
  systemClock,
} from '@triquad/core';
import { WebSocket } from 'ws';
import type { Connection } from './connection.ts';
import type { Host } from './host.ts';

// The terminal has no view of the journal; a long one costs each garbage collection.
const entriesKept = 100;

// The WebSocket of Node loads its `fetch` as well, which takes eight megabytes.
const opened = (url: string): WebSocket => new WebSocket(url, { perMessageDeflate: false });

/** The client of the bot at `connection`, as the terminal and the streams use it. Not started yet. */
export function openClient(host: Host, { apiUrl, socketUrl, apiKey, token }: Connection): Client {
  const storage = memoryStorage(token === undefined ? {} : { [storageKeys.token]: token });
  return createClient({
    api: createApi({ baseUrl: apiUrl, apiKey, fetch: host.fetch, storage }),
    socket: createSocket({ url: socketUrl, open: opened }),
    storage,
    clock: systemClock,
    entriesKept,
  });
}
