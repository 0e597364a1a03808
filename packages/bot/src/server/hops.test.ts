import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import { createBroadcast } from './broadcast.ts';
import { createClientConnection } from './client-connection.ts';
import { createHub } from './hub.ts';
import { createPublisher } from './publisher.ts';
import { frameTypes } from './socket.ts';

/** The files of the product that the present call has come through, the outermost first; calls within a file are none. */
const filesOfCall = (): readonly string[] => {
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = depth;
  const files = [...stack.matchAll(/\/bot\/src\/([\w/-]+\.ts):\d+/g)].map(([, file = '']) => file);
  return joined(files.reverse());
};

/** Each of several in a row once. */
const joined = (files: readonly string[]): readonly string[] => files.filter((file, at) => file !== files[at - 1]);

test('a quote passes nine hops from the message of a feed to the frame that is sent', async () => {
  // Where a call begins apart from the one before, the second part goes on where the first has ended.
  let parts: (readonly string[])[] = [];
  const { engine, clock, ask, fair, dislocate } = await createWorld();
  const hub = createHub(frameTypes, clock.now);
  const broadcast = createBroadcast(hub);
  const nothing = () => ({}) as never;
  const readings = { status: nothing, balances: nothing, metrics: nothing };
  const watch: typeof engine.watch = (prepare) =>
    engine.watch((event) => {
      const frame = prepare(event);
      if (frame === undefined || event.type !== 'OpportunityDetected') return frame;
      return () => {
        parts = [filesOfCall()];
        frame();
      };
    });
  const publisher = createPublisher({ engine: { ...engine, watch }, hub, ...readings, isWatched: () => false });
  hub.onFrame(({ channel }) => {
    if (channel === 'opportunities') parts.push(filesOfCall());
  });
  const socket = new PassThrough();
  const client = createClientConnection(socket, () => {});
  client.subscribe('opportunities');
  const write = socket.write.bind(socket);
  socket.write = (bytes: Buffer) => {
    parts.push(filesOfCall());
    return write(bytes);
  };
  broadcast.add(client);
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  dislocate();
  await setImmediate();
  publisher.stop();
  broadcast.stop();
  const hops = joined(parts.flat().filter((file) => !file.includes('.test.') && !file.includes('.suite.')));
  expect(hops).toEqual([
    'venues/paper/paper.ts',
    'kernel/edge.ts',
    'kernel/turns.ts',
    'opportunities/market-data.ts',
    'opportunities/tracker.ts',
    'kernel/recorder.ts',
    'server/publisher.ts',
    'server/hub.ts',
    'server/broadcast.ts',
    'server/client-connection.ts',
  ]);
});
