import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isCall, passCall, passSocket, type Target } from './proxy.ts';
import { serveFile } from './static-files.ts';

const address = '127.0.0.1';

/**
 * Serves the built dashboard on this machine alone, and under the same origin the calls and the socket of the bot at
 * `target`, so that the bot needs to know nothing of browsers. Port 0 takes a free one. Rejects when the port is taken.
 */
export async function serveDashboard(directory: string, port: number, target: Target): Promise<Server> {
  const server = createServer((request, response) => {
    if (!isFromOurPage(request))
      response.writeHead(403, { 'Content-Type': 'text/plain' }).end('Foreign host or origin.');
    else if (isCall(request.url)) passCall(target, request, response);
    else serveFile(directory, request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    // Without a listener, a page that breaks off would end this server.
    socket.on('error', () => socket.destroy());
    if (isFromOurPage(request) && request.url?.split('?')[0] === '/ws') passSocket(target, request, socket, head);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  return server;
}

/** `http://127.0.0.1:port`. */
export function addressOf(server: Server): string {
  return `http://${address}:${(server.address() as AddressInfo).port}`;
}

// Calls go to the bot in this program's name, so other sites must not use it (DNS rebinding, cross-site requests).
function isFromOurPage({ headers, socket }: IncomingMessage): boolean {
  const hosts = [address, 'localhost'].map((name) => `${name}:${socket.localPort}`);
  const origins = hosts.map((host) => `http://${host}`);
  return hosts.includes(headers.host ?? '') && (headers.origin === undefined || origins.includes(headers.origin));
}
