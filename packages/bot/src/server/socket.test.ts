import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { closeCode } from '@triquad/core/contract';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { elapsedOf } from '../model/clock.ts';
import type { Access, Principal } from './access.ts';
import { createLimits } from './admission.ts';
import { createHub, type Hub } from './hub.ts';
import { createSocketServer, frameTypes } from './socket.ts';

const PRINCIPAL: Principal = { key: 'k', name: 'ana', role: 'viewer', expiresAt: null };

const faults: unknown[] = [];

/** A socket server whose access check does `onIdentify` first: something that happens in the turn of the sign-in. */
async function given(
  hub: Hub,
  onIdentify: () => void,
  more: Partial<Access> = {},
  pingEveryMs = 20_000,
): Promise<string> {
  const access = {
    identify() {
      onIdentify();
      return PRINCIPAL;
    },
    onChanged: () => () => {},
    isIdle: () => false,
    seen: () => {},
    ...more,
  } as unknown as Access;
  const sockets = createSocketServer({
    hub,
    journalId: 'a1',
    access,
    limits: createLimits(() => elapsedOf(0)),
    connections: { prove: () => {} },
    sourceOf: () => '127.0.0.1',
    newId: () => 'id',
    pingEveryMs,
    onRefused: () => {},
    onFault: (error) => faults.push(error),
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => sockets.accept(request, socket as Socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    sockets.close();
    server.close();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function connect(address: string, options: ClientOptions = {}) {
  const socket = new WebSocket(address, options);
  const frames: { type: string; seq?: number; data?: unknown }[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const until = async (type: string) => {
    while (!frames.some((frame) => frame.type === type)) await once(socket, 'message');
  };
  return { socket, frames, until };
}

test('a frame that waits to be sent while a client subscribes comes once, in its turn', async () => {
  const hub = createHub(frameTypes, () => 1_700_000_000_000);
  const before = hub.seq('logs');
  const address = await given(hub, () => hub.publish('logs', 'in this very turn'));
  const first = await connect(address);
  first.socket.send('{"type":"auth","token":"t"}');
  await first.until('authenticated');

  const second = await connect(address);
  // In one packet, so that the sign-in, the frame and the subscription fall into one turn.
  const raw = (second.socket as unknown as { _socket: Socket })._socket;
  raw.cork();
  second.socket.send('{"type":"auth","token":"t"}');
  second.socket.send(JSON.stringify({ type: 'subscribe', channel: 'logs', since: before }));
  raw.uncork();
  await second.until('subscribed');
  hub.publish('logs', 'later');
  second.socket.send('{"type":"ping"}');
  await second.until('pong');
  const logs = second.frames.filter(({ type }) => type === 'log').map(({ seq }) => (seq ?? 0) - before);
  expect(logs).toEqual([1, 2, 3]);
});

test.each([
  ['compressed', {}],
  ['as they are, where the client cannot read compressed ones', { perMessageDeflate: false }],
  [
    'as they are, where the client has no room to read compressed ones',
    { perMessageDeflate: { serverMaxWindowBits: 9 } },
  ],
])('who asks for batches gets the frames of a turn in one message, %s', async (how, options: ClientOptions) => {
  const hub = createHub(frameTypes, () => 0);
  const address = await given(hub, () => {});
  const [asking, other] = [await connect(address, options), await connect(address)];
  const messages: string[] = [];
  let bytes = 0;
  const raw = (asking.socket as unknown as { _socket: Socket })._socket;
  for (const { socket, until } of [asking, other]) {
    socket.send('{"type":"auth","token":"t"}');
    if (socket === asking.socket) socket.send('{"type":"batch"}');
    socket.send('{"type":"subscribe","channel":"logs"}');
    await until('subscribed');
  }
  asking.socket.on('message', (data) => messages.push(String(data)));
  raw.on('data', ({ length }) => {
    bytes += length;
  });
  const texts = ['first', 'second'].map((name) => `${name} ${'é '.repeat(300)}`);
  for (const text of texts) hub.publish('logs', text);
  for (const { socket, until } of [asking, other]) {
    socket.send('{"type":"ping"}');
    await until('pong');
  }
  const dataOf = (frames: readonly { data?: unknown }[]) => frames.flatMap(({ data }) => data ?? []);
  expect(messages.slice(0, -1).map((text) => dataOf(JSON.parse(text)))).toEqual([texts]);
  expect(dataOf(other.frames)).toEqual(texts);
  expect(bytes < 300).toBe(how === 'compressed');
});

test('a client that does not read is closed with 4408, and no other client', async () => {
  const hub = createHub(frameTypes, () => 0);
  const address = await given(hub, () => {});
  const [stalled, reader] = [await connect(address), await connect(address)];
  for (const { socket, until } of [stalled, reader]) {
    socket.send('{"type":"auth","token":"t"}');
    await until('authenticated');
  }
  for (let frame = 0; frame < 200; frame++) hub.publish('logs', 'x'.repeat(10_000));
  const closed = once(stalled.socket, 'close');
  stalled.socket.pause();
  for (let again = 0; again < 50; again++)
    stalled.socket.send(JSON.stringify({ type: 'subscribe', channel: 'logs', since: 0 }));
  reader.socket.send('{"type":"ping"}');
  await reader.until('pong');
  // What was not read comes before the reason.
  stalled.socket.removeAllListeners('message');
  stalled.socket.resume();
  expect((await closed)[0]).toBe(4408);
  expect(reader.socket.readyState).toBe(reader.socket.OPEN);
});

test('the WebSocket of Node, which the terminal uses, reads compressed batches', async () => {
  const hub = createHub(frameTypes, () => 0);
  const socket = new globalThis.WebSocket(await given(hub, () => {}));
  onTestFinished(() => socket.close());
  await once(socket, 'open');
  const read: unknown[] = [];
  const next = () => new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  socket.addEventListener('message', ({ data }) => read.push(JSON.parse(String(data))));
  for (const frame of ['{"type":"auth","token":"t"}', '{"type":"batch"}', '{"type":"subscribe","channel":"logs"}'])
    socket.send(frame);
  while (read.length < 2) await next();
  for (const text of ['a', 'b']) hub.publish('logs', text.repeat(400));
  while (read.length < 3) await next();
  expect(socket.extensions).toContain('permessage-deflate');
  expect(read[2]).toMatchObject([{ data: 'a'.repeat(400) }, { data: 'b'.repeat(400) }]);
});

test('a compressed message that grows beyond the limit is refused before it is read', async () => {
  const address = await given(
    createHub(frameTypes, () => 0),
    () => {},
  );
  const { socket } = await connect(address, { perMessageDeflate: { threshold: 0 } });
  socket.send(JSON.stringify({ type: 'auth', token: 'x'.repeat(1_000_000) }));
  const [code] = await once(socket, 'close');
  expect(code).toBe(1009);
});

test('a token that cannot be looked up ends its socket alone', async () => {
  const fault = new Error('disk I/O error');
  let asked = 0;
  const address = await given(
    createHub(frameTypes, () => 0),
    () => {
      asked += 1;
      if (asked === 1) throw fault;
    },
  );
  const first = await connect(address);
  first.socket.send('{"type":"auth","token":"t"}');
  const [code] = await once(first.socket, 'close');
  expect([code, faults]).toEqual([1013, [fault]]);
  const second = await connect(address);
  second.socket.send('{"type":"auth","token":"t"}');
  await second.until('authenticated');
});

test('who sends too many frames loses the socket, and frames that are sent again count', async () => {
  const hub = createHub(frameTypes, () => 0);
  const address = await given(hub, () => {});
  for (let n = 0; n < 2_000; n += 1) hub.publish('logs', n);
  const { socket, frames, until } = await connect(address);
  socket.send('{"type":"auth","token":"t"}');
  await until('authenticated');
  // The clock stands still: of four thousand frames twenty go for what is sent again, and one for having asked.
  for (let n = 0; n < 3_979; n += 1) socket.send('{"type":"ping"}');
  socket.send('{"type":"subscribe","channel":"logs","since":0}');
  socket.send('{"type":"ping"}');
  const [code] = await once(socket, 'close');
  const count = (type: string) => frames.filter((frame) => frame.type === type).length;
  expect([code, count('pong'), count('subscribed'), count('log')]).toEqual([1008, 3_979, 1, 2_000]);
});

test('an open socket whose client answers is a use of its session', async () => {
  const { promise: used, resolve } = Promise.withResolvers<readonly [name: string, source: string]>();
  const seen: Access['seen'] = ({ name }, source) => resolve([name, source]);
  const address = await given(
    createHub(frameTypes, () => 0),
    () => {},
    { seen },
    5,
  );
  const { socket } = await connect(address);
  socket.send('{"type":"auth","token":"t"}');
  expect(await used).toEqual(['ana', '127.0.0.1']);
});

test('the token of a session that was not used for too long is refused with that reason', async () => {
  const ended = { identify: () => null, isIdle: () => true };
  const { socket } = await connect(
    await given(
      createHub(frameTypes, () => 0),
      () => {},
      ended,
    ),
  );
  socket.send('{"type":"auth","token":"t"}');
  expect((await once(socket, 'close'))[0]).toBe(closeCode.idle);
});
