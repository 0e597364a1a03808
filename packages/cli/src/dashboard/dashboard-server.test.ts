import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { addressOf, serveDashboard } from './dashboard-server.ts';

let directory = '';
let page = '';
let bot = { url: '', calls: [] as IncomingMessage[], bodies: [] as string[] };

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'triquad-dashboard-'));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), '<title>triquad</title>');
  writeFileSync(join(directory, 'assets', 'main-1.js'), 'export {}');
  bot = await startUpstream();
  page = await open(`${bot.url}/bot-api`);
});

const servers: { close(): unknown; closeAllConnections(): void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(directory, { recursive: true });
});

async function open(apiUrl: string): Promise<string> {
  const socketUrl = `${apiUrl.replace('http', 'ws')}/live`;
  const server = await serveDashboard(directory, 0, { apiUrl, socketUrl, apiKey: 'key', timeoutMs: 500 });
  servers.push(server);
  return addressOf(server);
}

async function startUpstream() {
  const calls: IncomingMessage[] = [];
  const bodies: string[] = [];
  const server = createServer(async (incoming, response) => {
    calls.push(incoming);
    bodies.push(await text(incoming));
    if (incoming.url === '/bot-api/silence') return;
    response.writeHead(409, { 'Content-Type': 'application/json', 'X-Request-Id': 'r1' }).end('{"detail":"running"}');
  });
  const sockets = new WebSocketServer({ server, path: '/bot-api/live' });
  sockets.on('connection', (socket, incoming) => {
    calls.push(incoming);
    socket.on('message', (data) => socket.send(`heard ${data}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, calls, bodies };
}

describe('calls', () => {
  test('reach the bot under its own name, and its answer comes back whole', async () => {
    const answer = await fetch(`${page}/api/v1/bot/start?a=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: page, authorization: 'Bearer t', 'idempotency-key': 'k' },
      body: '{"mode":"paper"}',
    });
    expect({ status: answer.status, id: answer.headers.get('x-request-id'), body: await answer.text() }).toEqual({
      status: 409,
      id: 'r1',
      body: '{"detail":"running"}',
    });
    const [call] = bot.calls;
    expect(call?.method).toBe('POST');
    expect(call?.url).toBe('/bot-api/bot/start?a=1');
    expect(bot.bodies).toEqual(['{"mode":"paper"}']);
    expect(call?.headers).toMatchObject({
      host: new URL(bot.url).host,
      origin: bot.url,
      authorization: 'Bearer t',
      'idempotency-key': 'k',
      'x-api-key': 'key',
    });
  });

  test('keep the application key of the page', async () => {
    await fetch(`${page}/api/v1/health`, { headers: { 'x-api-key': 'from the page' } });
    expect(bot.calls[0]?.headers['x-api-key']).toBe('from the page');
  });

  test('are answered with a problem when the bot is away', async () => {
    const answer = await fetch(`${await open('http://127.0.0.1:1/api/v1')}/api/v1/health`);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 503,
      body: {
        type: 'about:blank',
        title: 'Bot unreachable',
        status: 503,
        detail: 'The bot at http://127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
        code: 'bot_unreachable',
      },
    });
  });

  test('are answered with a problem when the bot does not answer in time', async () => {
    const answer = await fetch(`${page}/api/v1/silence`);
    expect(await answer.json()).toMatchObject({
      status: 503,
      detail: `The bot at ${bot.url} cannot be reached: no answer in 0.5 s`,
    });
  });
});

describe('the socket', () => {
  test('is joined with the bot', async () => {
    const socket = new WebSocket(`${page.replace('http', 'ws')}/ws`, { origin: page });
    await once(socket, 'open');
    socket.send('subscribe');
    const [heard] = await once(socket, 'message');
    expect(String(heard)).toBe('heard subscribe');
    expect(bot.calls[0]?.headers.origin).toBe(bot.url);
    socket.close();
    await once(socket, 'close');
  });

  test('is refused when the bot is away', async () => {
    const away = await open('http://127.0.0.1:1/api/v1');
    const socket = new WebSocket(`${away.replace('http', 'ws')}/ws`);
    const [error] = await once(socket, 'error');
    expect(error.message).toBe('Unexpected server response: 503');
  });

  test('is refused to other sites', async () => {
    const socket = new WebSocket(`${page.replace('http', 'ws')}/ws`, { origin: 'https://evil.example' });
    const [error] = await once(socket, 'error');
    expect(error.message).toBe('Unexpected server response: 403');
    expect(bot.calls).toEqual([]);
  });
});

describe('pages', () => {
  test('are files, and every route of the page is the page itself', async () => {
    const script = await fetch(`${page}/assets/main-1.js`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const route = await fetch(`${page}/scanner?type=TRI`);
    expect(await route.text()).toBe('<title>triquad</title>');
    expect(route.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await fetch(`${page}/assets/gone.js`)).status).toBe(404);
    expect((await fetch(`${page}/`, { method: 'POST' })).status).toBe(405);
  });

  test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%00.txt', '/%ff.txt'])(
    'never come from outside: %s',
    async (path) => {
      writeFileSync(join(directory, '..', 'secret.txt'), 'secret');
      expect(await raw(path, {})).not.toContain('secret');
      rmSync(join(directory, '..', 'secret.txt'));
    },
  );
});

test.each([
  ['a foreign host', { host: 'evil.example' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['no origin to speak of', { origin: 'null' }],
])('%s is refused before it reaches the bot', async (_, headers) => {
  expect(await raw('/api/v1/bot/stop', headers)).toBe('403 Foreign host or origin.');
  expect(bot.calls).toEqual([]);
});

async function raw(path: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(page);
  const outgoing = request({ hostname, port, path, headers: { host: `${hostname}:${port}`, ...headers } });
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return `${answer.statusCode} ${await text(answer)}`;
}

test('pages that ask for the socket and break off do not end the server', async () => {
  const { host, port } = new URL(page);
  for (const asked of ['evil.example', host]) {
    const lines = ['GET /ws HTTP/1.1', `Host: ${asked}`, 'Connection: Upgrade', 'Upgrade: websocket', '\r\n'];
    for (let wait = 0; wait < 20; wait += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(lines.join('\r\n'));
      await setTimeout(wait % 4);
      socket.resetAndDestroy();
    }
  }
  expect((await fetch(page)).status).toBe(200);
});
