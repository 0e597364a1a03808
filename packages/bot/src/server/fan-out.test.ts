import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { constants, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createBroadcast } from './broadcast.ts';
import { createClientConnection } from './client-connection.ts';
import { createHub } from './hub.ts';

const START = 1_700_000_000_000;
const MIB = 1024 * 1024;
const frameTypes = { opportunities: 'opportunity', logs: 'log' };

function given() {
  const hub = createHub(frameTypes, () => START);
  return { hub, broadcast: createBroadcast(hub), first: START * 1000 };
}

// Reads the server's frames (RFC 6455) back into what they carry.
function framesIn(bytes: Buffer): { type: string; data: unknown; seq: number }[] {
  const frames = [];
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt8(at + 1);
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    frames.push(JSON.parse(bytes.toString('utf8', at + header, at + header + length)));
    at += header + length;
  }
  return frames;
}

function client(onOverflow = () => {}) {
  const socket = new PassThrough({ highWaterMark: 64 * 1024 });
  const read = () => framesIn(socket.read() ?? Buffer.alloc(0));
  return { socket, read, client: createClientConnection(socket, onOverflow) };
}

test('frames are numbered by channel from the start of the process and kept for those who missed them', () => {
  const { hub, first } = given();
  for (let n = 1; n <= 2_001; n += 1) hub.publish('logs', n);
  hub.publish('opportunities', 'x');
  const data = (seq: number) => hub.since('logs', seq)?.map(({ bytes }) => framesIn(bytes)[0]?.data);
  expect(hub.seq('logs')).toBe(first + 2_001);
  expect(hub.seq('opportunities')).toBe(first + 1);
  expect(data(first + 1_999)).toEqual([2_000, 2_001]);
  expect(data(first + 2_001)).toEqual([]);
  expect(data(first + 1)).toHaveLength(2_000);
  expect([first, first - 1, 5, first + 2_002].map((seq) => hub.since('logs', seq))).toEqual([null, null, null, null]);
});

test('each client gets the frames of its channels in one write, in order', async () => {
  const { hub, broadcast, first } = given();
  const [both, logs] = [client(), client()];
  both.client.subscribe('logs');
  both.client.subscribe('opportunities');
  logs.client.subscribe('logs');
  broadcast.add(both.client);
  broadcast.add(logs.client);
  hub.publish('logs', 1);
  hub.publish('opportunities', { text: 'é'.repeat(100) });
  hub.publish('logs', 'x'.repeat(70_000));
  await setImmediate();
  const at = new Date(START).toISOString();
  const log = [1, 'x'.repeat(70_000)].map((data, index) => ({ type: 'log', data, seq: first + 1 + index, at }));
  const opportunity = { type: 'opportunity', data: { text: 'é'.repeat(100) }, seq: first + 1, at };
  expect(both.read()).toEqual([log[0], opportunity, log[1]]);
  expect(logs.read()).toEqual(log);
  broadcast.remove(logs.client);
  hub.publish('logs', 3);
  broadcast.flush();
  expect(logs.read()).toEqual([]);
  expect(both.read().map(({ data }) => data)).toEqual([3]);
});

test('what several clients are sent in batches is built once, and compressed once', async () => {
  const { hub, broadcast } = given();
  const forms = ['batches', 'batches', 'compressed batches', 'compressed batches'] as const;
  const sent = forms.map((form) => {
    const { client: one, socket } = client();
    one.subscribe('logs');
    one.accept(form);
    broadcast.add(one);
    const written: Buffer[] = [];
    socket.on('data', (bytes) => written.push(bytes));
    return written;
  });
  const texts = ['a', 'b'].map((name) => name.repeat(400));
  for (const text of texts) hub.publish('logs', text);
  await setImmediate();
  await setImmediate();
  const [first, second, third, fourth] = sent.map(([bytes]) => bytes);
  if (!first || !third) return expect.unreachable();
  expect([first === second, third === fourth]).toEqual([true, true]);
  expect(framesIn(first).map((batch) => Array.isArray(batch) && batch.map(({ data }) => data))).toEqual([texts]);
  // FIN, RSV1 and text; what a receiver appends before it inflates (RFC 7692, 7.2.2).
  expect([third[0], third.length < 150]).toEqual([0xc1, true]);
  const inflated = inflateRawSync(Buffer.concat([third.subarray(2), Buffer.from([0, 0, 0xff, 0xff])]), {
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  expect(JSON.parse(String(inflated))).toEqual(framesIn(first)[0]);
});

test('a slow client gets the latest of each opportunity, and every other frame, once it reads on', async () => {
  const { hub, broadcast } = given();
  const slow = client();
  slow.client.subscribe('logs');
  slow.client.subscribe('opportunities');
  broadcast.add(slow.client);
  const send = (channel: string, data: unknown, conflate?: string) => {
    hub.publish(channel, data, conflate);
    broadcast.flush();
  };
  send('logs', 'x'.repeat(MIB + 100_000));
  expect(slow.client.isSlow()).toBe(true);
  for (const price of [1, 2, 3]) {
    send('opportunities', { id: 'a', price }, 'a');
    send('opportunities', { id: 'b', price }, 'b');
    send('logs', price);
  }
  slow.read();
  await setImmediate();
  const rest = slow.read();
  expect(rest.map(({ data }) => data)).toEqual([1, 2, { id: 'a', price: 3 }, { id: 'b', price: 3 }, 3]);
  expect(slow.client.isSlow()).toBe(false);
});

test('a client that does not read is given up before it holds much more than 8 MiB', () => {
  const { hub, broadcast } = given();
  let overflows = 0;
  const stalled = client(() => {
    overflows += 1;
  });
  stalled.client.subscribe('logs');
  broadcast.add(stalled.client);
  for (let n = 0; n < 40; n += 1) {
    hub.publish('logs', 'x'.repeat(MIB / 2));
    broadcast.flush();
  }
  expect(overflows).toBe(1);
  expect(stalled.socket.writableLength + stalled.socket.readableLength).toBeLessThan(9 * MIB);
});

test('clients that do not read hold so much together at most; the slowest go first', () => {
  const { hub, broadcast } = given();
  const gone: number[] = [];
  const stalled = Array.from({ length: 30 }, (_, index) => client(() => gone.push(index)));
  const send = () => {
    hub.publish('logs', 'x'.repeat(MIB));
    broadcast.flush();
  };
  for (const { client } of stalled) client.subscribe('logs');
  for (const { client } of stalled.slice(0, 10)) broadcast.add(client);
  for (let n = 0; n < 3; n += 1) send();
  for (const { client } of stalled.slice(10)) broadcast.add(client);
  for (let n = 0; n < 4; n += 1) send();
  expect(gone.toSorted()).toEqual([6, 7, 8, 9]);
  const left = stalled.filter((_, index) => !gone.includes(index));
  expect(left.reduce((sum, { client }) => sum + client.waiting(), 0)).toBeLessThan(129 * MIB);
});
