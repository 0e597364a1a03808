import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { opportunityRecord } from '@triquad/core/testing';
import { WebSocket, WebSocketServer } from 'ws';

/** From the moment an opportunity is found until it is over, in milliseconds. */
export const overMs = 2_000;

const routes = [
  { type: 'TRI', symbols: ['USDT', 'BTC', 'ETH', 'USDT'] },
  { type: 'TRI', symbols: ['USDT', 'SOL', 'BTC', 'USDT'] },
  { type: 'QUAD', symbols: ['USDT', 'ADA', 'BTC', 'ETH', 'USDT'] },
];
export const exchanges = ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'];

export type Send = (data: unknown) => void;

/** Serves a folder of built pages before a bot, and sends opportunities into its live connection. */
export async function relay(bot: { url: string }) {
  let folder = '';
  let send: Send = () => {};
  const server = createServer((from, to) => {
    const path = new URL(from.url ?? '/', bot.url).pathname;
    if (path.startsWith('/api/')) return passOn(bot.url, from, to);
    const file = join(folder, path);
    const brotli = from.headers['accept-encoding']?.includes('br') === true;
    answer(to, existsSync(file) && statSync(file).isFile() ? file : join(folder, 'index.html'), brotli);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (page) => {
    const upstream = new WebSocket(`${bot.url.replace('http', 'ws')}/ws`);
    const early: string[] = [];
    page.on('message', (data) =>
      upstream.readyState === WebSocket.OPEN ? upstream.send(String(data)) : early.push(String(data)),
    );
    upstream.on('open', () => {
      for (const text of early.splice(0)) upstream.send(text);
    });
    upstream.on('message', (data) => page.send(String(data)));
    upstream.on('close', () => page.close());
    upstream.on('error', () => page.close());
    page.on('close', () => upstream.close());
    // Without a number they are outside of the bot's own count.
    send = (record) => page.send(JSON.stringify({ type: 'opportunity', at: new Date().toISOString(), data: record }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    serve: (next: string) => {
      folder = next;
    },
    send: (record: unknown) => send(record),
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** What the build compressed is sent so, as a bot does. */
function answer(to: ServerResponse, file: string, brotli: boolean): void {
  const isCompressed = brotli && existsSync(`${file}.br`);
  to.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    ...(isCompressed && { 'content-encoding': 'br' }),
  }).end(readFileSync(isCompressed ? `${file}.br` : file));
}

function passOn(url: string, from: IncomingMessage, to: ServerResponse): void {
  const { host, origin, ...headers } = from.headers;
  const on = request(new URL(from.url ?? '/', url), { method: from.method, headers }, (got) => {
    to.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(to);
  });
  on.on('error', () => to.destroy());
  from.pipe(on);
}

let made = 0;
/** One that is found at a moment (epoch milliseconds), each with an id and a dislocation of its own. */
export const opportunityAt = (now: number) => {
  made += 1;
  const route = routes[made % routes.length];
  return opportunityRecord(`o${made}`, 0, {
    ...route,
    exchange: exchanges[made % exchanges.length],
    profit_pct: 0.2 + (made % 70) / 100,
    profit_usd: 2 + (made % 70) / 10,
    detected_at: new Date(now).toISOString(),
    expires_at: new Date(now + overMs).toISOString(),
    dislocation_id: `d${made}`,
    outcome: { outcome: 'open' },
  });
};
