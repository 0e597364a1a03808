import { expect, test } from 'vitest';
import { createHub } from './hub.ts';

const types = { logs: 'log', metrics: 'metrics' };
const seqs = (frames: ReturnType<ReturnType<typeof createHub>['since']>) => frames?.map(({ seq }) => seq);

test('a client that missed frames gets them, and is told of a gap where some are not kept any more', () => {
  const hub = createHub(types, () => 0);
  for (let at = 1; at <= 2_500; at++) hub.publish('logs', at);
  expect(seqs(hub.since('logs', 2_497))).toEqual([2_498, 2_499, 2_500]);
  expect(hub.since('logs', 2_500)).toEqual([]);
  expect(hub.since('logs', 500)?.length).toBe(2_000);
  expect([hub.since('logs', 499), hub.since('logs', 2_501), hub.since('logs', -1)]).toEqual([null, null, null]);
});

test('frames take 2 MiB of a channel at most, and the newest one is kept whatever its size', () => {
  const hub = createHub(types, () => 0);
  const text = 'x'.repeat(300_000);
  for (let at = 1; at <= 20; at++) hub.publish('logs', text);
  expect(seqs(hub.since('logs', 14))).toEqual([15, 16, 17, 18, 19, 20]);
  expect(hub.since('logs', 13)).toBe(null);
  hub.publish('logs', 'x'.repeat(3 * 2 ** 20));
  expect(seqs(hub.since('logs', 20))).toEqual([21]);
});

test('of a channel whose newest frame says all, that one alone comes after a pause of any length', () => {
  const hub = createHub(types, () => 0);
  for (let at = 1; at <= 5_000; at++) hub.publish('metrics', at);
  expect(seqs(hub.since('metrics', 3))).toEqual([5_000]);
  expect(hub.since('metrics', 5_000)).toEqual([]);
  expect(hub.since('metrics', 5_001)).toBe(null);
});

test('a kept frame keeps its own bytes and no others', () => {
  const hub = createHub(types, () => 0);
  hub.onFrame(({ bytes }) => expect(bytes.buffer.byteLength).toBe(bytes.length));
  for (let at = 0; at < 100; at++) hub.publish('logs', 'x'.repeat(at * 7));
  expect.assertions(100);
});
