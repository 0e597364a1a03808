import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from './guard.ts';
import { problemOf, type Refusal } from './problem.ts';

/** Answers, and ends, a connection that never became a request of the framework. */
export function endRaw(socket: Duplex, refusal: Refusal, requestId: string): void {
  // Nobody else listens: an other end that goes without reading must not be the end of the bot.
  socket.on('error', () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemOf(refusal, requestId));
  const headers = {
    connection: 'close',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...SECURITY_HEADERS,
    ...(refusal.retryAfterSeconds === null ? {} : { 'retry-after': refusal.retryAfterSeconds }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n'));
}
