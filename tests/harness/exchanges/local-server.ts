import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Clock, realClock } from '../../../packages/bot/src/model/clock.ts';
import { every } from './every.ts';
import { type Faults, noFaults } from './faults.ts';

/** A connection of a client, with what it has subscribed to, e.g. `books5:BTC-USDT`. */
export type Client = {
  readonly socket: WebSocket;
  readonly topics: Set<string>;
  /** What it has subscribed to is sent no more. */
  isDeaf: boolean;
  /** Of what it is sent: where the exchange numbers all messages of a connection. */
  count: number;
};

type Dialect = {
  /** The answer to a call over HTTP, as JSON; undefined where there is no such call. */
  answer(path: string, query: URLSearchParams): unknown;
  /** The body of an answer 404; left out, a few words. */
  readonly missing?: object;
  /** The body of an answer 429 or 418. */
  readonly refusal: object;
  /** How a message is written, if not as JSON writes it. */
  write?(message: unknown): string;
  /** A new connection to `path`. */
  greet?(client: Client, path: string): void;
  receive(client: Client, text: string): void;
};

/** An exchange on this machine, at one address for HTTP and sockets: what all dialects share. */
export type LocalServer = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly faults: Faults;
  /** What was asked for over HTTP, in order. */
  readonly requests: readonly string[];
  readonly clients: ReadonlySet<Client>;
  readonly clock: Clock;
  /** The time there. */
  now(): number;
  /** Sends an answer, unless the exchange is silent. */
  reply(client: Client, message: unknown): void;
  /** Sends a message of market data to all that have subscribed to the topic; a text is sent as it is. */
  publish(topic: string, message: (client: Client) => unknown): void;
  every(ms: number, task: () => void): void;
  /** Sends a message to everybody. */
  announce(message: unknown): void;
  /** Closes every connection, without a word. */
  reset(): void;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** `clock`: the exchange's time; left out, this machine's. */
export const startLocalServer = async (
  dialectOf: (server: LocalServer) => Dialect,
  clock: Clock = realClock,
): Promise<LocalServer> => {
  const faults = noFaults();
  const requests: string[] = [];
  const clients = new Set<Client>();
  const stops: (() => void)[] = [];

  const written = (message: unknown): string => {
    if (typeof message === 'string') return message;
    return dialect.write?.(message) ?? JSON.stringify(message);
  };
  const receive = ({ url: path = '' }: IncomingMessage, response: ServerResponse): void => {
    requests.push(path);
    if (faults.isSilent) return;
    const send = (status: number, type: string, text: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'Content-Type': type, ...headers });
      response.end(text);
    };
    const { page, refusal } = faults;
    const { pathname, searchParams } = new URL(path, 'http://local');
    if (page !== null) send(page, 'text/html', '<html><body>Service unavailable</body></html>');
    else if (refusal !== null) {
      const headers = { 'Retry-After': String(refusal.seconds) };
      send(refusal.status, 'application/json', JSON.stringify(dialect.refusal), headers);
    } else {
      const answer = dialect.answer(pathname, searchParams);
      const body =
        answer === undefined ? (dialect.missing ?? { msg: 'Not Found' }) : (faults.body?.(pathname, answer) ?? answer);
      send(answer === undefined ? 404 : 200, 'application/json', written(body));
    }
  };
  const http = createServer(receive);
  const sockets = new WebSocketServer({ server: http, verifyClient: () => !faults.refusesSockets, autoPong: false });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const reset = (): void => {
    for (const { socket } of clients) socket.terminate();
  };
  const server: LocalServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    faults,
    requests,
    clients,
    clock,
    now: () => clock.now() + faults.skewMs,
    reply: ({ socket }, message) => {
      const sent = isRecord(message) ? (faults.answer?.(message) ?? message) : message;
      if (!faults.isSilent && sent !== '') socket.send(written(sent));
    },
    publish: (topic, messageFor) => {
      for (const client of clients) {
        if (!client.topics.has(topic)) continue;
        const message = messageFor(client);
        if (faults.isSilent || client.isDeaf) continue;
        const text = written(faults.rewrite !== null && isRecord(message) ? faults.rewrite({ ...message }) : message);
        if (text === '') continue;
        if (faults.delayMs > 0) clock.after(faults.delayMs, () => client.socket.send(text));
        else client.socket.send(text);
      }
    },
    every: (ms, task) => {
      stops.push(every(clock, ms, task));
    },
    announce: (message) => {
      for (const { socket } of clients) socket.send(written(message));
    },
    reset,
    [Symbol.asyncDispose]: async () => {
      for (const stop of stops) stop();
      reset();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  const dialect = dialectOf(server);
  sockets.on('connection', (socket, { url: path = '' }) => {
    const client: Client = { socket, topics: new Set(), isDeaf: false, count: 0 };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    socket.on('message', (data) => {
      if (!faults.isSilent) dialect.receive(client, String(data));
    });
    if (!faults.isRude) dialect.greet?.(client, path);
  });
  return server;
};
