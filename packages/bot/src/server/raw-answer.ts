import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from './guard.ts';
import { problemOf, type Refusal } from './problem.ts';

/** Answers, and ends, a connection that never became a request of the framework. */
export function endRaw(socket: Duplex, refusal: Refusal, requestId: string): void {
  // There is no other listener: an unhandled error of this socket would end the bot.
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
