import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileTransport } from './file-transport.ts';

let server: Server;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'triquad-send-'));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  at: string | number = 0,
) => {
  server = createServer(answer).listen(at);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const fileOf = (bytes: number) => {
  const path = join(folder, 'a.csv');
  writeFileSync(path, Buffer.alloc(bytes, 'x'));
  return { name: 'a.csv', bytes, content: path };
};
const put = (file: ReturnType<typeof fileOf>, signal = new AbortController().signal) => {
  const sent: number[] = [];
  const request = {
    method: 'PUT',
    headers: { 'X-Key': 'k' },
    file,
    signal,
    onSent: (bytes: number) => sent.push(bytes),
  };
  return { sent, request };
};
const direct = { door: null, trust: null };

const counted = async (request: IncomingMessage, response: ServerResponse) => {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  response
    .writeHead(201)
    .end(JSON.stringify({ bytes, length: request.headers['content-length'], key: request.headers['x-key'] }));
};

test.each([0, 1, 3_000_000])('a file of %i bytes goes whole, and how much of it has gone is said', async (bytes) => {
  const url = await open(counted);
  const { sent, request } = put(fileOf(bytes));
  const answer = await fileTransport(direct)(url, request);
  expect([answer.status, JSON.parse(await answer.text())]).toEqual([201, { bytes, length: String(bytes), key: 'k' }]);
  expect(sent.at(-1) ?? 0).toBe(bytes);
  expect(sent.toSorted((a, b) => a - b)).toEqual(sent);
});

test('a file that grew since is sent as long as it was', async () => {
  const url = await open(counted);
  const { request } = put({ ...fileOf(2_000), bytes: 1_000 });
  expect(JSON.parse(await (await fileTransport(direct)(url, request)).text())).toMatchObject({ bytes: 1_000 });
});

test('a bot that refuses a file before it has come is understood', async () => {
  const url = await open((request, response) => {
    request.pause();
    response.writeHead(507, { Connection: 'close' }).end('{"code":"no_room"}');
  });
  const { request } = put(fileOf(20_000_000));
  const answer = await fileTransport(direct)(url, request);
  expect([answer.status, await answer.text()]).toEqual([507, '{"code":"no_room"}']);
});

test('what is stopped, and a bot that leaves, end it', async () => {
  const stop = new AbortController();
  const url = await open((request) => void request.once('data', () => stop.abort(new Error('stopped'))));
  await expect(fileTransport(direct)(url, put(fileOf(20_000_000), stop.signal).request)).rejects.toThrow();
  server.removeAllListeners('request').on('request', (request: IncomingMessage) => request.socket.destroy());
  await expect(fileTransport(direct)(url, put(fileOf(20_000_000)).request)).rejects.toThrow();
});

test.skipIf(process.platform === 'win32')('a file goes by the local door, whatever the address', async () => {
  const door = join(folder, 'bot.sock');
  await open(counted, door).catch(() => '');
  const answer = await fileTransport({ door, trust: null })('https://bot.example/api', put(fileOf(10)).request);
  expect(answer.status).toBe(201);
});
