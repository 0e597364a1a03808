import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { httpTransport } from './http-transport.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function open(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (signal = AbortSignal.timeout(5_000)) => ({ method: 'GET', headers: {}, signal });

test('a call and its answer go through whole', async () => {
  const url = await open(async (request, response) => {
    const { method, url: path, headers } = request;
    const { 'x-key': key, 'content-length': length } = headers;
    response
      .writeHead(409, { 'Retry-After': '3' })
      .end(JSON.stringify({ method, path, key, length, body: await text(request) }));
  });
  const answer = await httpTransport(`${url}/a?b=1`, {
    ...get(),
    method: 'POST',
    headers: { 'X-Key': 'k' },
    body: '{"é":1}',
  });
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('X-Gone')]).toEqual([409, '3', null]);
  expect(JSON.parse(await answer.text())).toEqual({
    method: 'POST',
    path: '/a?b=1',
    key: 'k',
    length: '8',
    body: '{"é":1}',
  });
});

test('a redirect that keeps the method is followed on the same bot, and to no other', async () => {
  const url = await open((request, response) => {
    if (request.url === '/orders') response.writeHead(307, { Location: '/orders/' }).end();
    else if (request.url === '/away') response.writeHead(308, { Location: 'http://elsewhere.example/' }).end();
    else response.end(`${request.method} ${request.url}`);
  });
  expect(await (await httpTransport(`${url}/orders`, { ...get(), method: 'POST', body: '{}' })).text()).toBe(
    'POST /orders/',
  );
  await expect(httpTransport(`${url}/away`, get())).rejects.toThrow('redirected to http://elsewhere.example');
});

test('redirects in a circle end', async () => {
  const url = await open((_, response) => response.writeHead(307, { Location: '/' }).end());
  expect((await httpTransport(url, get())).status).toBe(307);
});

test('a bot that is not there, and one that does not answer', async () => {
  await expect(httpTransport('http://127.0.0.1:1/', get())).rejects.toThrow('no answer');
  const url = await open(() => undefined);
  await expect(httpTransport(url, get(AbortSignal.timeout(50)))).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('an answer that breaks off is an error', async () => {
  const url = await open((_, response) => {
    response.writeHead(200, { 'Content-Length': '10' });
    response.write('half', () => response.destroy());
  });
  const answer = await httpTransport(url, get());
  await expect(answer.text()).rejects.toThrow();
});

test('an answer that stops coming ends with its time limit', async () => {
  const url = await open((_, response) => {
    response.writeHead(200, { 'Content-Length': '10' }).write('half');
  });
  const answer = await httpTransport(url, get(AbortSignal.timeout(300)));
  await expect(answer.text()).rejects.toMatchObject({ name: 'TimeoutError' });
});
