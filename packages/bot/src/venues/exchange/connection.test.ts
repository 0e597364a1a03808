import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createVirtualClock } from '../../model/clock.ts';
import { type Connection, connect } from './connection.ts';

const subscription = (id: string) => ({ id, from: 0, to: 1 });

let server: WebSocketServer;
let connection: Connection | null = null;
beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
});
afterEach(() => {
  connection?.close();
  for (const socket of server.clients) socket.terminate();
  server.close();
});

/** A connection with one subscription that is acknowledged; whose other end answers pings. */
const live = async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 31));
  const states: string[] = [];
  let beats = 0;
  const line = connect({
    ...{ clock, greets: false, ping: null, pauseMs: 350 },
    address: async () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: ['the first'],
    subscriptions: [subscription('1')],
    hear: () => {},
    beat: () => beats++,
    refused: () => {},
    acknowledged: () => {},
    changed: (state, detail) => states.push(detail === '' ? state : `${state}: ${detail}`),
  });
  connection = line;
  await expect.poll(() => states.at(-1)).toBe('synchronising');
  line.acknowledge('1');
  return {
    line,
    states,
    /** Whole seconds, each with its ping that is answered. */
    pass: async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds && states.at(-1) === 'live'; passed++) {
        const before = beats;
        await clock.advance(1_000);
        if (states.at(-1) === 'live') await expect.poll(() => beats, { interval: 5 }).toBeGreaterThan(before);
      }
    },
  };
};

test('a connection whose requests are acknowledged stays, however closely they follow one another', async () => {
  const { line, states, pass } = await live();
  for (let at = 2; at < 6; at++) {
    // Asked for as the patience with the one before ends, and acknowledged after that.
    line.ask([`request ${at}`], subscription(String(at)));
    line.acknowledge(String(at - 1));
    await pass(9);
  }
  expect(states).toEqual(['connecting', 'synchronising', 'live']);
});

test('a connection that asks for the same again and again waits for each of them', async () => {
  const { line, states, pass } = await live();
  for (let at = 0; at < 5; at++) {
    line.ask(['the same'], subscription('same'));
    await pass(4);
    line.acknowledge('same');
  }
  line.ask(['the same'], subscription('same'));
  await pass(9);
  expect(states.at(-1)).toBe('live');
  await pass(2);
  expect(states.at(-1)).toBe('down: its subscriptions are not acknowledged');
});

test('a connection is made again where one of many requests is not acknowledged within 10 s', async () => {
  const { line, states, pass } = await live();
  line.ask(['lost'], subscription('lost'));
  for (let at = 0; at < 6; at++) {
    line.ask([`request ${at}`], subscription(String(at)));
    line.acknowledge(String(at));
    await pass(2);
  }
  expect(states.at(-1)).toBe('down: its subscriptions are not acknowledged');
});
