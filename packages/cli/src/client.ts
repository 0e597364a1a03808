import {
  type Client,
  createApi,
  createClient,
  createSocket,
  memoryStorage,
  storageKeys,
  systemClock,
  wholeContract,
} from '@triquad/core';
import { WebSocket } from 'ws';
import { type Connection, transportOf } from './connection.ts';
import { fileTransport } from './file-transport.ts';
import type { Host } from './host.ts';
import { provingAgent } from './proving-agent.ts';
import type { Trust } from './trust.ts';

// A stream never looks back; a long journal costs each garbage collection.
const streamed = 100;

// The WebSocket of Node loads its `fetch` as well, which takes eight megabytes.
const opener =
  (trust: Trust | null) =>
  (url: string): WebSocket =>
    new WebSocket(url, { perMessageDeflate: false, ...(trust !== null && { agent: provingAgent(trust) }) });

/**
 * The client of the bot at `connection`, as the terminal and the streams use it; `entriesKept` of its past can be replayed. Not
 * started yet.
 */
export function openClient(
  host: Host,
  connection: Connection,
  { entriesKept = streamed }: { readonly entriesKept?: number } = {},
): Client {
  const { apiUrl, socketUrl, door, trust, apiKey, token } = connection;
  const storage = memoryStorage(token === undefined ? {} : { [storageKeys.token]: token });
  return createClient({
    api: createApi({
      ...{ baseUrl: apiUrl, apiKey, storage, contract: wholeContract },
      fetch: transportOf(host, connection),
      sendFile: fileTransport(connection),
    }),
    socket: createSocket({ url: door === null ? socketUrl : `ws+unix:${door}:/ws`, open: opener(trust) }),
    storage,
    clock: systemClock,
    entriesKept,
  });
}
