import { createTestClient, opportunityRecord } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { pacedView } from './paced-view.ts';

const watching = () => {
  const { client, clock } = createTestClient();
  const from = clock.now();
  const shown: string[] = [];
  const view = pacedView(client, clock, { urgent: 100, figures: 500 });
  const unsubscribe = view.subscribe(() => {
    const { logs, toasts } = view.getSnapshot();
    shown.push(`${clock.now() - from}: ${logs.paused ? 'paused' : 'running'}, ${toasts.length} toasts`);
  });
  return { client, clock, view, shown, unsubscribe };
};

test('figures are shown at their own pace, what the operator must know sooner and with all the rest', async () => {
  const { client, clock, shown } = watching();
  client.send({ type: 'PauseLogs' });
  await clock.advance(200);
  client.send({ type: 'ShowToast', kind: 'error', code: 'text', params: {}, detail: 'x' });
  client.send({ type: 'ShowToast', kind: 'error', code: 'text', params: {}, detail: 'y' });
  await clock.advance(99);
  expect(shown).toEqual([]);
  await clock.advance(1);
  expect(shown).toEqual(['300: paused, 2 toasts']);
  client.send({ type: 'ResumeLogs' });
  await clock.advance(1_000);
  expect(shown.at(-1)).toBe('800: running, 2 toasts');
});

test('nothing is shown again while nothing changes, and no timer is left behind', async () => {
  const { client, clock, shown, unsubscribe } = watching();
  await clock.advance(10_000);
  expect(shown).toEqual([]);
  client.send({ type: 'PauseLogs' });
  unsubscribe();
  expect(clock.waiting).toBe(0);
});

test('a key shows the present state at once', async () => {
  const { client, view, shown } = watching();
  client.send({ type: 'PauseLogs' });
  view.refresh();
  expect(shown).toEqual(['0: paused, 0 toasts']);
});

test('an opportunity that comes alone is shown as soon as what the operator must know, others at the pace of figures', async () => {
  const { client, clock, socket } = createTestClient({ token: 't' });
  const view = pacedView(client, clock, { urgent: 100, figures: 950 });
  client.start();
  const shown: number[] = [];
  view.subscribe(() => shown.push(view.getSnapshot().opportunities.items.length));
  const found = async (id: string, afterMs: number) => {
    socket.latest.say({ type: 'opportunity', data: opportunityRecord(id) });
    await clock.advance(afterMs);
    return shown.at(-1);
  };
  await clock.advance(1_900);
  expect(await found('a', 101)).toBe(1);
  expect(await found('b', 700)).toBe(1);
  expect(await found('c', 1_000)).toBe(3);
  expect(await found('d', 101)).toBe(4);
});
