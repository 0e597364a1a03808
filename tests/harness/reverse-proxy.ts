import { request } from 'node:http';
import { createServer, type RequestOptions } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { selfSigned } from '../../packages/bot/src/alert/certificate.suite.ts';

/** `port`: of the bot behind it. `strips`: the path is left out of what the bot gets. */
type Target = { readonly port: number; readonly strips: boolean };

/** An HTTPS proxy on this machine with several bots behind it, each under a path of its own, as nginx with a `location` for each. */
export type ReverseProxy = AsyncDisposable & {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** By their paths, e.g. `/bots/a`. */
  readonly targets: Map<string, Target>;
};

export const startReverseProxy = async (): Promise<ReverseProxy> => {
  const targets = new Map<string, Target>();
  const sockets = new Set<Duplex>();
  const targetOf = (url: string): { readonly port: number; readonly path: string } | null => {
    for (const [base, { port, strips }] of targets)
      if (url.startsWith(`${base}/`)) return { port, path: strips ? url.slice(base.length) : url };
    return null;
  };
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };
  const server = createServer(selfSigned(), (asked, answer) => {
    const target = targetOf(asked.url ?? '');
    if (target === null) {
      answer.writeHead(404).end();
      return;
    }
    const to: RequestOptions = {
      ...target,
      host: '127.0.0.1',
      method: asked.method,
      headers: { ...asked.headers, ...forwarded },
    };
    const passed = request(to, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', ({ url = '', rawHeaders }, socket) => {
    const target = targetOf(url);
    if (target === null) return socket.destroy();
    const headers = rawHeaders.flatMap((name: string, at: number) =>
      at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
    );
    const more = Object.entries(forwarded).map(([name, value]) => `${name}: ${value}`);
    const passed = connect(target.port, '127.0.0.1', () => {
      passed.write([`GET ${target.path} HTTP/1.1`, ...headers, ...more, '', ''].join('\r\n'));
      passed.pipe(socket).pipe(passed);
    });
    for (const end of [socket, passed]) end.on('error', () => {});
    socket.on('close', () => passed.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
