import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** An HTTP proxy on this machine. */
export type LocalProxy = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** What was asked of it, in order: `CONNECT ws.okx.com:443`, `GET http://…`, `UPGRADE http://…`. */
  readonly requests: readonly string[];
  /** It answers everything with this status; null: it passes plain requests on, and refuses tunnels to other machines. */
  refuses: number | null;
  /** It takes requests and never answers. */
  isSilent: boolean;
};

export const startLocalProxy = async (): Promise<LocalProxy> => {
  const requests: string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((asked, answer) => {
    requests.push(`${asked.method} ${asked.url}`);
    if (proxy.isSilent) return;
    if (proxy.refuses !== null) {
      answer.writeHead(proxy.refuses).end();
      return;
    }
    const { method = 'GET', url = '', headers } = asked;
    // The agent of the process leads to this proxy.
    request(url, { method, headers, agent: new Agent() }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    }).end();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url }: IncomingMessage, socket) => {
    requests.push(`CONNECT ${url}`);
    if (!proxy.isSilent) socket.end(`HTTP/1.1 ${proxy.refuses ?? 403} Refused\r\n\r\n`);
  });
  server.on('upgrade', ({ url = '', rawHeaders }: IncomingMessage, socket) => {
    requests.push(`UPGRADE ${url}`);
    const { hostname, port, pathname, search } = new URL(url);
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    const target = connect(Number(port), hostname, () => {
      target.write([`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) end.on('error', () => {});
    socket.on('close', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: LocalProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refuses: null,
    isSilent: false,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
};
