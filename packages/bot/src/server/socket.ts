import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Channel, ClientFrame, channelOf, closeCode, type FrameRecord } from '@triquad/core/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import type { Access, Principal } from './access.ts';
import { type Limits, wrongCredential } from './admission.ts';
import { type Broadcast, createBroadcast } from './broadcast.ts';
import { type ClientConnection, createClientConnection } from './client-connection.ts';
import type { Connections } from './connections.ts';
import type { Hub } from './hub.ts';
import { Refusal } from './problem.ts';
import { endRaw } from './raw-answer.ts';
import { textFrame } from './websocket-frame.ts';

const AUTHENTICATE_WITHIN_MS = 5_000;
const PING_EVERY_MS = 20_000;
const GIVE_UP_AFTER_MS = 2_000;
const MAX_FRAME_BYTES = 16 * 1024;
const GOING_AWAY = 1001;
const POLICY_VIOLATED = 1008;
const TRY_AGAIN_LATER = 1013;
const EXTENSIONS = 'sec-websocket-extensions';
const SMALLER_WINDOW = /server_max_window_bits/;
/** So many frames that are sent again count as one that came. */
const REPLAYED_FOR_ONE = 100;
const NO_HANDSHAKE = new Refusal(400, 'malformed', 'This is no handshake of a socket.');

/** Notifications go to everyone; they are numbered like a channel of their own. */
export const NOTIFICATIONS = 'notifications';

/** The frame type of each channel. */
export const frameTypes: Readonly<Record<Channel | typeof NOTIFICATIONS, string>> = {
  ...(Object.fromEntries(Object.entries(channelOf).map(([type, channel]) => [channel, type])) as Record<
    Channel,
    string
  >),
  [NOTIFICATIONS]: 'notification',
};

export interface SocketOptions {
  readonly hub: Hub;
  readonly journalId: string;
  readonly access: Access;
  readonly limits: Limits;
  readonly connections: Pick<Connections, 'prove'>;
  readonly sourceOf: (request: IncomingMessage) => string;
  readonly newId: () => string;
  /** Left out, 20 s. */
  readonly pingEveryMs?: number;
  /** Told of each wrong token. */
  readonly onRefused: (source: string) => void;
  /** Told of what kept a frame from being answered. */
  readonly onFault: (error: unknown) => void;
}

export interface SocketServer {
  accept(request: IncomingMessage, socket: Socket, head: Buffer): void;
  clients(): number;
  close(): void;
}

interface Client {
  readonly socket: WebSocket;
  readonly connection: Socket;
  readonly outbound: ClientConnection;
  readonly source: string;
  /** Whether it reads messages that are compressed with the usual window. */
  readonly isCompressed: boolean;
  principal: Principal | null;
  alive: boolean;
  ending: boolean;
}

/** Everything under `/ws`: authentication by the first frame, subscriptions, and what the hub publishes. */
export function createSocketServer(options: SocketOptions): SocketServer {
  const { hub, access, limits, sourceOf, onRefused, onFault } = options;
  const server = new WebSocketServer({
    noServer: true,
    // Each message is compressed by itself, once for all clients.
    perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true },
    maxPayload: MAX_FRAME_BYTES,
    autoPong: false,
  });
  server.on('wsClientError', (_error, socket) => endRaw(socket, NO_HANDSHAKE, options.newId()));
  server.on('headers', (headers) => headers.push(`x-request-id: ${options.newId()}`));
  const broadcast = createBroadcast(hub);
  const clients = new Set<Client>();
  const pings = setInterval(() => ping(clients, access), options.pingEveryMs ?? PING_EVERY_MS);
  const stopListening = access.onChanged(() => {
    for (const client of clients) {
      if (client.principal === null || access.holds(client.principal)) continue;
      broadcast.remove(client.outbound);
      shut(client, closeCode.unauthenticated, 'token expired or revoked');
    }
  });

  const receive = (client: Client, text: string) => {
    if (isTooMuch(client, 1)) return;
    const frame = readClientFrame(text);
    if (client.principal === null) authenticate(client, frame);
    else if (frame === null) tell(client, { type: 'error', code: 'malformed', detail: 'This frame cannot be read.' });
    else if (frame.type === 'ping') tell(client, { type: 'pong' });
    else if (frame.type === 'auth') tell(client, { type: 'error', code: 'state', detail: 'Already authenticated.' });
    else if (frame.type === 'batch') {
      broadcast.flush();
      client.outbound.accept(client.isCompressed ? 'compressed batches' : 'batches');
    } else if (frame.type === 'unsubscribe') unsubscribe(client, frame.channel, broadcast);
    else subscribe(client, frame.channel, frame.since);
  };
  const isTooMuch = (client: Client, cost: number): boolean => {
    // Frames after the end was decided are ignored.
    if (client.socket.readyState !== client.socket.OPEN) return true;
    if (limits.frames.take(client.principal?.key ?? client.source, cost) === null) return false;
    shut(client, POLICY_VIOLATED, 'too many frames');
    return true;
  };
  const subscribe = (client: Client, channel: Channel, since: number | undefined) => {
    broadcast.flush();
    client.outbound.subscribe(channel);
    tell(client, { type: 'subscribed', channel, seq: hub.seq(channel) });
    if (since === undefined) return;
    const missed = hub.since(channel, since);
    if (missed === null) return tell(client, { type: 'gap', channel });
    if (isTooMuch(client, missed.length / REPLAYED_FOR_ONE)) return;
    client.outbound.write(client.outbound.batch(missed));
  };
  const authenticate = (client: Client, frame: ClientFrame | null) => {
    if (frame?.type === 'auth') client.principal = access.identify(frame.token);
    if (client.principal !== null) {
      const { name, role } = client.principal;
      tell(client, { type: 'authenticated', operator: { name, role }, journal_id: options.journalId });
      client.outbound.subscribe(NOTIFICATIONS);
      broadcast.add(client.outbound);
      options.connections.prove(client.connection);
      return;
    }
    if (frame?.type === 'auth' && access.isIdle(frame.token))
      return shut(client, closeCode.idle, 'the session was not used');
    if (frame?.type === 'auth') {
      wrongCredential('token', client.source, limits);
      onRefused(client.source);
    }
    shut(client, closeCode.unauthenticated, 'not authenticated');
  };

  const connect = (socket: WebSocket, connection: Socket, request: IncomingMessage) => {
    const source = sourceOf(request);
    const isCompressed = socket.extensions !== '' && !SMALLER_WINDOW.test(request.headers[EXTENSIONS] ?? '');
    const outbound = createClientConnection(connection, () => shut(client, closeCode.tooSlow, 'reads too slowly'));
    const fixed = { socket, connection, outbound, source, isCompressed };
    const client: Client = { ...fixed, principal: null, alive: true, ending: false };
    clients.add(client);
    const timer = setTimeout(() => {
      if (client.principal === null) shut(client, closeCode.unauthenticated, 'not authenticated in time');
    }, AUTHENTICATE_WITHIN_MS);
    socket.on('message', (data, binary) => {
      try {
        receive(client, binary ? '' : String(data));
      } catch (error) {
        // A database that cannot be read, say: it is the end of this socket and not of the bot.
        onFault(error);
        shut(client, TRY_AGAIN_LATER, 'unavailable');
      }
    });
    // A client that sends pings and reads no pongs must not make us hold them.
    socket.on('ping', (data) => {
      if (!isTooMuch(client, 1) && !outbound.isSlow()) socket.pong(data);
    });
    socket.on('pong', () => {
      client.alive = true;
    });
    // A broken connection is followed by its close, which is handled.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      broadcast.remove(outbound);
      clients.delete(client);
    });
  };

  return {
    accept: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (opened) => connect(opened, socket, request)),
    clients: () => broadcast.clients(),
    close() {
      clearInterval(pings);
      stopListening();
      broadcast.stop();
      for (const client of clients) shut(client, GOING_AWAY, 'the bot stops');
    },
  };
}

// What waits is sent before a subscription changes, so that no frame comes twice or out of its turn.

function unsubscribe(client: Client, channel: Channel, broadcast: Broadcast): void {
  broadcast.flush();
  client.outbound.unsubscribe(channel);
  tell(client, { type: 'unsubscribed', channel });
}

function readClientFrame(text: string): ClientFrame | null {
  try {
    const parsed = z.safeParse(ClientFrame, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function tell(client: Client, frame: FrameRecord): void {
  client.outbound.write(textFrame(JSON.stringify(frame)).bytes);
}

/** Closes politely, then for good: a client that does not read would hold its unsent bytes until it did. */
function shut(client: Client, code: number, reason: string): void {
  if (client.ending) return;
  client.ending = true;
  const { socket } = client;
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), GIVE_UP_AFTER_MS);
  socket.on('close', () => clearTimeout(timer));
}

/** A client that answered the last ping uses its session. */
function ping(clients: ReadonlySet<Client>, access: Access): void {
  for (const client of clients) {
    if (!client.alive) client.socket.terminate();
    else if (client.principal !== null) access.seen(client.principal, client.source);
    client.alive = false;
    client.socket.ping();
  }
}
