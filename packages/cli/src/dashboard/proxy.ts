import { type ClientRequest, type IncomingMessage, request as overHttp, type ServerResponse } from 'node:http';
import { request as overHttps } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';

/** Address of the bot; `apiKey` is sent when the browser sends none. */
export interface Target {
  readonly apiUrl: string;
  readonly socketUrl: string;
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
}

const prefix = '/api/v1';
// Headers of one connection, which a proxy must not pass on (RFC 9110, 7.6.1).
const perConnection = ['connection', 'keep-alive', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'];

export function isCall(url: string | undefined): boolean {
  return url === prefix || url?.startsWith(`${prefix}/`) === true || url?.startsWith(`${prefix}?`) === true;
}

/** Passes a call of the page to the bot and the bot's answer back; a bot that is away is a problem of status 503. */
export function passCall(target: Target, incoming: IncomingMessage, response: ServerResponse): void {
  const url = new URL(target.apiUrl + (incoming.url ?? '').slice(prefix.length));
  const outgoing = open(target, url, incoming, withoutConnection(incoming.headers));
  outgoing.setTimeout(target.timeoutMs, () => outgoing.destroy(new Error(`no answer in ${target.timeoutMs / 1000} s`)));
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
    pipeline(answer, response, () => undefined);
  });
  outgoing.on('error', (error) => away(response, url, error));
  response.on('close', () => outgoing.destroy());
  pipeline(incoming, outgoing, () => undefined);
}

/** Joins the page's socket with the bot's. */
export function passSocket(target: Target, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const url = new URL(target.socketUrl);
  url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:';
  const outgoing = open(target, url, incoming, incoming.headers);
  const refuse = (line: string) => socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  outgoing.on('upgrade', (answer, upstream, first) => {
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.write(first);
    upstream.write(head);
    pipeline(socket, upstream, socket, () => undefined);
  });
  outgoing.on('response', (answer) => {
    refuse(`${answer.statusCode} ${answer.statusMessage}`);
    answer.resume();
  });
  outgoing.on('error', () => refuse('503 Service Unavailable'));
  socket.on('error', () => outgoing.destroy());
  outgoing.end();
}

function open(target: Target, url: URL, incoming: IncomingMessage, headers: IncomingMessage['headers']): ClientRequest {
  return (url.protocol === 'https:' ? overHttps : overHttp)(url, {
    method: incoming.method,
    headers: {
      ...(target.apiKey !== undefined && { 'x-api-key': target.apiKey }),
      ...headers,
      host: url.host,
      ...(headers.origin !== undefined && { origin: url.origin }),
    },
  });
}

function withoutConnection(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !perConnection.includes(name)));
}

function away(response: ServerResponse, url: URL, error: Error): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  response.end(
    JSON.stringify({
      type: 'about:blank',
      title: 'Bot unreachable',
      status: 503,
      detail: `The bot at ${url.origin} cannot be reached: ${error.message}`,
      code: 'bot_unreachable',
    }),
  );
}
