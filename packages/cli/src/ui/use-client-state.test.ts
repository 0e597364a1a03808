import { createTestClient } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { readings } from './use-client-state.ts';

const reading = () => {
  const { client, clock } = createTestClient();
  const from = clock.now();
  const read: string[] = [];
  const subscription = readings(client, clock, { urgent: 100, figures: 500 }).subscribe(({ logs, toasts }) =>
    read.push(`${clock.now() - from}: ${logs.paused ? 'paused' : 'running'}, ${toasts.length} toasts`),
  );
  return { client, clock, read, subscription };
};

test('figures are read at their own pace, what the operator must know sooner and with all the rest', async () => {
  const { client, clock, read } = reading();
  client.send({ type: 'PauseLogs' });
  await clock.advance(200);
  client.send({ type: 'ShowToast', kind: 'error', message: 'x' });
  client.send({ type: 'ShowToast', kind: 'error', message: 'y' });
  await clock.advance(99);
  expect(read).toEqual([]);
  await clock.advance(1);
  expect(read).toEqual(['300: paused, 2 toasts']);
  client.send({ type: 'ResumeLogs' });
  await clock.advance(1_000);
  expect(read.at(-1)).toBe('500: running, 2 toasts');
});

test('nothing is read while nothing changes, and no timer is left behind', async () => {
  const { client, clock, read, subscription } = reading();
  await clock.advance(10_000);
  expect(read).toEqual([]);
  client.send({ type: 'PauseLogs' });
  subscription.unsubscribe();
  expect(clock.waiting).toBe(0);
});
