import { expect, test } from 'vitest';
import { createSequence } from '../gateway/sequence.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createFakeSocket } from '../testing/fake-socket.ts';
import { opportunityRecord } from '../testing/records.ts';
import { frames } from './frames.ts';

const opened = async () => {
  const clock = createFakeClock();
  const socket = createFakeSocket();
  const sequence = createSequence();
  const events: string[] = [];
  const open = () =>
    frames({ clock, socket }, sequence).subscribe({
      next: ({ type, ...fields }) => events.push([type, ...Object.values(fields).map(String)].join(' ')),
      complete: () => events.push('complete'),
    });
  const subscription = open();
  await clock.advance(0);
  return { clock, socket, events, open, subscription, said: () => events.splice(0) };
};
const opportunity = (seq: number) => ({ type: 'opportunity', data: opportunityRecord('a'), seq });

test('a closed socket ends the stream and every timer of it', async () => {
  const { clock, socket, said } = await opened();
  socket.latest.say({ type: 'authenticated' });
  socket.latest.close(4000);
  expect(said()).toEqual(['SocketOpened', 'SocketAuthenticated null', 'SocketClosed 4000', 'complete']);
  expect(clock.waiting).toBe(0);
});

test('unsubscribing closes the socket and leaves no timer', async () => {
  const { clock, socket, subscription } = await opened();
  socket.latest.say({ type: 'authenticated' });
  subscription.unsubscribe();
  expect([socket.latest.open, clock.waiting]).toEqual([false, 0]);
});

test('duplicates are dropped and gaps reported, also over a reconnection', async () => {
  const { clock, socket, said, open } = await opened();
  for (const seq of [1, 2, 2, 1, 5]) socket.latest.say(opportunity(seq));
  const data = 'OpportunitiesDetected [object Object]';
  expect(said()).toEqual(['SocketOpened', data, data, 'GapDetected opportunities', data]);
  socket.latest.close();
  open();
  await clock.advance(0);
  socket.latest.say(opportunity(5));
  socket.latest.say(opportunity(6));
  expect(said()).toEqual(['SocketClosed 1006', 'complete', 'SocketOpened', data]);
});

test('opportunities that came one after the other are one event', async () => {
  const { socket, said } = await opened();
  const pong = { type: 'pong' };
  socket.latest.say([opportunity(1), opportunity(2), pong, opportunity(3), opportunity(5), opportunity(6)]);
  const found = (count: number) => `OpportunitiesDetected ${Array(count).fill('[object Object]')}`;
  expect(said()).toEqual(['SocketOpened', found(3), 'GapDetected opportunities', found(2)]);
});

test('silence is counted from the last signal, whatever it is, and reported once', async () => {
  const { clock, socket, said } = await opened();
  await clock.advance(60_000);
  socket.latest.say({ type: 'authenticated' });
  await clock.advance(2_000);
  socket.latest.say('not even JSON');
  const since = clock.now();
  said();
  await clock.advance(2_499);
  expect(said()).toEqual([]);
  await clock.advance(5_001);
  expect(said()).toEqual([`BotSilent ${since}`]);
  socket.latest.say({ type: 'pong' });
  socket.latest.say({ type: 'unknown' });
  expect(said()).toEqual(['BotHeard', 'LatencyMeasured 500']);
  const heard = clock.now();
  await clock.advance(4_000);
  expect(said()).toEqual([`BotSilent ${heard}`]);
});

test('pings only a bot that has authenticated us, and measures the answer to the last ping once', async () => {
  const { clock, socket, said } = await opened();
  const pings = () => socket.latest.sent.length;
  await clock.advance(30_000);
  expect(pings()).toBe(0);
  socket.latest.say({ type: 'authenticated' });
  expect(pings()).toBe(1);
  await clock.advance(120);
  socket.latest.say({ type: 'pong' });
  socket.latest.say({ type: 'pong' });
  await clock.advance(1_000);
  expect(pings()).toBe(2);
  expect(said()).toEqual(['SocketOpened', 'SocketAuthenticated null', 'LatencyMeasured 120']);
});

test('the least age of a frame is the difference of the clocks, reported when it changes by a second', async () => {
  const { clock, socket, said } = await opened();
  const say = (age: number) => socket.latest.say({ type: 'pong', at: new Date(clock.now() - age).toISOString() });
  said();
  say(900);
  say(400);
  expect(said()).toEqual([]);
  say(-1_500);
  socket.latest.say({ type: 'pong', at: 'no time at all' });
  say(-1_900);
  say(-3_000);
  expect(said()).toEqual(['ClockCompared -1500', 'ClockCompared -3000']);
});
