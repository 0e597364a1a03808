import { expect, test } from 'vitest';
import { settled } from '../testing/fake-clock.ts';
import { createFakeSocket } from '../testing/fake-socket.ts';
import { createSequence } from './sequence.ts';
import { createSocket, type SocketSignal } from './socket.ts';

test('opens when it is subscribed to, closes when it is unsubscribed', async () => {
  const socket = createFakeSocket();
  const signals = socket.connect();
  expect(socket.connections.length).toBe(0);
  const heard: SocketSignal[] = [];
  const subscription = signals.subscribe((signal) => heard.push(signal));
  await settled();
  socket.send({ type: 'ping' });
  socket.latest.say('{"type":"pong"}');
  socket.latest.say('{"type":');
  subscription.unsubscribe();
  socket.latest.say('{"type":"pong"}');
  socket.send({ type: 'ping' });
  expect(socket.latest.sent).toEqual([{ type: 'ping' }]);
  expect(heard).toEqual([
    { type: 'opened' },
    { type: 'heard', frames: [{ ok: true, frame: { type: 'pong' } }] },
    { type: 'heard', frames: [{ ok: false, path: 'type', reason: 'not JSON' }] },
  ]);
  expect(socket.latest.open).toBe(false);
});

test('nothing is sent over a connection that is closing, which a browser would report as an error', async () => {
  const socket = createFakeSocket();
  const subscription = socket.connect().subscribe();
  await settled();
  socket.latest.closing();
  socket.send({ type: 'ping' });
  expect(socket.latest.sent).toEqual([]);
  subscription.unsubscribe();
});

const typesIn = (signal: SocketSignal) =>
  signal.type === 'heard' ? signal.frames.map((read) => (read.ok ? read.frame.type : read.reason)).join() : signal.type;

test('a batch of frames is one signal', async () => {
  const socket = createFakeSocket();
  const types: string[] = [];
  socket.connect().subscribe((signal) => types.push(typesIn(signal)));
  await settled();
  socket.latest.say('[{"type":"pong"},7,{"type":"gap","channel":"logs"}]');
  expect(types).toEqual(['opened', 'pong,not an object with a type,gap']);
});

test('the close of the connection is the last signal', async () => {
  const socket = createFakeSocket();
  const heard: string[] = [];
  socket.connect().subscribe({ next: ({ type }) => heard.push(type), complete: () => heard.push('complete') });
  await settled();
  socket.latest.close(4401);
  expect(heard).toEqual(['opened', 'closed', 'complete']);
});

test('a connection that cannot even be tried is a closed one', () => {
  const socket = createSocket({
    url: 'nonsense',
    open: () => {
      throw new SyntaxError('not a URL');
    },
  });
  const heard: SocketSignal[] = [];
  socket.connect().subscribe((signal) => heard.push(signal));
  expect(heard).toEqual([{ type: 'closed', code: 0, reason: 'cannot be opened' }]);
});

test('sequence numbers show what is next, a duplicate or missing, for each channel on its own', () => {
  const sequence = createSequence();
  const see = (seq: number | null) => sequence.see('logs', seq);
  expect([see(null), see(5), see(6), see(6), see(3), see(8), see(7), see(9)]).toEqual([
    'next',
    'next',
    'next',
    'seen',
    'seen',
    'gap',
    'seen',
    'next',
  ]);
  expect([sequence.see('orders', 1), sequence.since('logs'), sequence.since('metrics')]).toEqual([
    'next',
    9,
    undefined,
  ]);
});

test('the number at subscription starts the count, or shows that the bot has restarted it', () => {
  const sequence = createSequence();
  expect(sequence.subscribed('logs', 4)).toBe('next');
  expect(sequence.see('logs', 6)).toBe('gap');
  expect(sequence.subscribed('logs', 9)).toBe('next');
  expect(sequence.see('logs', 7)).toBe('next');
  expect(sequence.subscribed('logs', 2)).toBe('gap');
  expect(sequence.see('logs', 3)).toBe('next');
});
