import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Clock, type Elapsed, since } from '../../../packages/bot/src/model/clock.ts';
import { every } from './every.ts';
import type { Faults } from './faults.ts';

/** The limits of the exchange. */
export type SocketLimits = {
  /** Messages, pings and pongs that a client may send in a second. */
  readonly messagesPerSecond: number;
  readonly streams: number;
  readonly pingEveryMs: number;
  /** After so long a connection is closed. */
  readonly lifeMs: number;
};

type Client = {
  readonly socket: WebSocket;
  readonly streams: Set<string>;
  readonly isWrapped: boolean;
  isDeaf: boolean;
  sent: Elapsed[];
};

/**
 * The sockets of the exchange: streams by name, e.g. `btcusdt@bookTicker`.
 * Answers and limits as in `web-socket-streams.md` of binance-spot-api-docs of 2026-07-21: a result of null is success for
 * subscriptions, a refusal has `code` and `msg`, some of them without an id, and `serverShutdown` comes before a shutdown.
 */
export type Sockets = {
  /** Sends a message to all that have subscribed to the stream. */
  publish(stream: string, message: object): void;
  has(stream: string): boolean;
  /** Sends a notice to everybody. */
  announce(message: object): void;
  /** Closes every connection, without a word. */
  reset(): void;
  count(): number;
  /** The streams of each connection. */
  streams(): number[];
  /** Bytes that were sent, and that the clients have not yet read. */
  waiting(): number;
  close(): void;
};

export const openSockets = (http: Server, faults: Faults, limits: SocketLimits, clock: Clock): Sockets => {
  const server = new WebSocketServer({ server: http, verifyClient: () => !faults.refusesSockets, autoPong: false });
  const clients = new Set<Client>();

  const send = (client: Client, stream: string, message: object): void => {
    const sent = faults.rewrite === null ? message : faults.rewrite({ ...message });
    const text = typeof sent === 'string' ? sent : JSON.stringify(client.isWrapped ? { stream, data: sent } : sent);
    if (faults.isSilent || client.isDeaf || text === '') return;
    if (faults.delayMs > 0) clock.after(faults.delayMs, () => client.socket.send(text));
    else client.socket.send(text);
  };
  const answer = ({ socket }: Client, message: object): void => {
    if (!faults.isSilent) socket.send(JSON.stringify(faults.answer?.({ ...message }) ?? message));
  };

  /** More in a second than is allowed ends the connection. */
  const count = (client: Client): void => {
    const now = clock.monotonic();
    client.sent = [...client.sent.filter((at) => since(at, now) < 1_000), now];
    if (client.sent.length > limits.messagesPerSecond) client.socket.close(1008, 'Too many requests');
  };

  const receive = (client: Client, text: string): void => {
    count(client);
    if (faults.isSilent) return;
    const { method, params, id } = JSON.parse(text);
    const isKnown = method === 'SUBSCRIBE' || method === 'UNSUBSCRIBE';
    if (faults.refusesStreams || !isKnown || !Array.isArray(params)) {
      answer(client, { code: 2, msg: `Invalid request: unknown variant ${method}`, id });
      return;
    }
    for (const name of params) {
      if (method === 'SUBSCRIBE') client.streams.add(name);
      else client.streams.delete(name);
    }
    client.isDeaf = faults.isDeaf;
    if (client.streams.size > limits.streams) client.socket.close(1008, 'Too many streams');
    else answer(client, { result: null, id });
  };

  server.on('connection', (socket, { url = '' }) => {
    const isWrapped = url.startsWith('/stream');
    const named = /streams=(.*)$/.exec(url)?.[1]?.split('/') ?? [];
    if (!/^\/(ws|stream)(\/|\?|$)/.test(url)) {
      socket.terminate();
      return;
    }
    const client: Client = { socket, streams: new Set(named), isWrapped, isDeaf: false, sent: [] };
    clients.add(client);
    const stopPings = every(clock, limits.pingEveryMs, () => faults.isSilent || socket.ping(String(clock.now())));
    const stopLife = clock.after(limits.lifeMs, () => socket.close(1000));
    socket.on('message', (data) => receive(client, String(data)));
    socket.on('ping', (data) => {
      count(client);
      if (!faults.isSilent) socket.pong(data);
    });
    socket.on('pong', () => count(client));
    socket.on('close', () => {
      for (const stop of [stopPings, stopLife]) stop();
      clients.delete(client);
    });
  });

  const reset = (): void => {
    for (const { socket } of clients) socket.terminate();
  };
  return {
    publish: (stream, message) => {
      for (const client of clients) if (client.streams.has(stream)) send(client, stream, message);
    },
    has: (stream) => [...clients].some(({ streams }) => streams.has(stream)),
    announce: (message) => {
      for (const { socket } of clients) if (!faults.isSilent) socket.send(JSON.stringify(message));
    },
    reset,
    count: () => clients.size,
    streams: () => [...clients].map(({ streams }) => streams.size),
    waiting: () => [...clients].reduce((sum, { socket }) => sum + socket.bufferedAmount, 0),
    close: () => {
      reset();
      server.close();
    },
  };
};
