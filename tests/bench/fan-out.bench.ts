import { createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { opportunityRecord } from '@triquad/core/testing';
import { WebSocketServer } from 'ws';
import { createBroadcast } from '../../packages/bot/src/server/broadcast.ts';
import { createClientConnection } from '../../packages/bot/src/server/client-connection.ts';
import { batchOf, type FrameForm } from '../../packages/bot/src/server/frame-batch.ts';
import { type BuiltFrame, createHub } from '../../packages/bot/src/server/hub.ts';
import { textFrame } from '../../packages/bot/src/server/websocket-frame.ts';
import { printTable, rate } from './table.ts';

const clients = 100;
const frames = 6_000;
const perTurn = 10;
/** Unsent bytes of the slowest client above which the next turn waits, well below those at which frames are conflated. */
const patienceBytes = 256 * 1024;

type Fan = {
  port: number;
  sockets(): readonly Socket[];
  send(frame: number): void;
  bytesOf(frame: number): number;
  stop(): void;
};

const records = Array.from({ length: frames }, (_, n) => opportunityRecord(`o${n % 50}`, n));

/** The bot's own: each frame built once, one write a client and turn. */
async function createOurs(form: FrameForm): Promise<Fan> {
  const hub = createHub({ opportunities: 'opportunity' }, Date.now);
  const broadcast = createBroadcast(hub);
  const sockets: Socket[] = [];
  const sizes: number[] = [];
  let turn: BuiltFrame[] = [];
  hub.onFrame((frame) => {
    turn.push(frame);
    // What a turn takes is counted with its last frame.
    sizes.push(turn.length === perTurn ? batchOf(turn, form).length : 0);
    if (turn.length === perTurn) turn = [];
  });
  const server = createServer((socket) => {
    const client = createClientConnection(socket, () => socket.destroy());
    client.accept(form);
    client.subscribe('opportunities');
    broadcast.add(client);
    sockets.push(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: portOf(server.address()),
    sockets: () => sockets,
    send: (frame) => hub.publish('opportunities', records[frame]),
    bytesOf: (frame) => sizes[frame] as number,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The usual way with the `ws` package: each client is sent each message. */
async function createTheirs(): Promise<Fan> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise<void>((done) => server.on('listening', done));
  const sizes: number[] = [];
  return {
    port: portOf(server.address()),
    sockets: () => [...server.clients].map((client) => (client as unknown as { _socket: Socket })._socket),
    send: (frame) => {
      const text = JSON.stringify({
        type: 'opportunity',
        data: records[frame],
        seq: frame,
        at: new Date().toISOString(),
      });
      sizes.push(textFrame(text).bytes.length);
      for (const client of server.clients) client.send(text);
    },
    bytesOf: (frame) => sizes[frame] as number,
    stop: () => {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Messages a second from the first frame sent to the last byte read by the last client. */
async function measure(fan: Fan, upgrade: boolean): Promise<number> {
  const worker = new Worker(new URL('./socket-clients.ts', import.meta.url), {
    workerData: { port: fan.port, clients, upgrade },
    execArgv: ['--conditions=triquad-source'],
  });
  let read = 0;
  await new Promise<void>((ready) => worker.on('message', (said) => (said === 'ready' ? ready() : undefined)));
  worker.on('message', (said) => {
    if (typeof said === 'number') read = said;
  });
  let expected = 0;
  const start = performance.now();
  for (let frame = 0; frame < frames; frame++) {
    fan.send(frame);
    expected += clients * fan.bytesOf(frame);
    if (frame % perTurn < perTurn - 1) continue;
    do await setImmediate();
    while (fan.sockets().some(({ writableLength }) => writableLength > patienceBytes));
  }
  while (read < expected) await setImmediate();
  const seconds = (performance.now() - start) / 1_000;
  await worker.terminate();
  fan.stop();
  return (clients * frames) / seconds;
}

const theirs = await measure(await createTheirs(), true);
const ours = await measure(await createOurs('frames'), false);
const batches = await measure(await createOurs('compressed batches'), false);
printTable(
  `Fan-out to ${clients} clients over loopback, messages a second`,
  ['', 'ours', 'in compressed batches', 'one send a message', 'ratio'],
  [
    [
      `opportunities of ${Math.round(JSON.stringify(records[0]).length / 100) * 100} bytes`,
      rate(ours),
      rate(batches),
      rate(theirs),
      `${(ours / theirs).toFixed(1)}×`,
    ],
  ],
);
