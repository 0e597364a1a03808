import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { elapsedOf } from '../model/clock.ts';
import type { Access, Principal } from './access.ts';
import { createLimits } from './admission.ts';
import { createHub, type Hub } from './hub.ts';
import { createSocketServer, frameTypes } from './socket.ts';

const PRINCIPAL: Principal = { key: 'k', name: 'ana', role: 'viewer', expiresAt: null };

const faults: unknown[] = [];

/** A socket server whose access check does `onIdentify` first: something that happens in the turn of the sign-in. */
async function given(hub: Hub, onIdentify: () => void): Promise<string> {
  const access = {
    identify() {
      onIdentify();
      return PRINCIPAL;
    },
    onChanged: () => () => {},
  } as unknown as Access;
  const sockets = createSocketServer({
    hub,
    access,
    limits: createLimits(() => elapsedOf(0)),
    connections: { prove: () => {} },
    sourceOf: () => '127.0.0.1',
    newId: () => 'id',
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

async function connect(address: string) {
  const socket = new WebSocket(address);
  const frames: { type: string; seq?: number }[] = [];
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
