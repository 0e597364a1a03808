import { screen } from '@testing-library/react';
import { selectFreshness, selectLatency } from '@triquad/core';
import { healthOf, opportunityRecord } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { useClientState, useWatch } from './client-context.tsx';
import { render } from './testing/render.tsx';

const Screen = ({ limit }: { limit: number }) => {
  useWatch('trades', limit);
  return <p>{useClientState((state) => (state.logs.paused ? 'paused' : 'running'))}</p>;
};
const watches = (entries: readonly { message: { type: string } }[]) =>
  entries.flatMap(({ message }) => (/watch$/i.test(message.type) ? [message] : []));

test('a screen watches while it is mounted, and stops when it leaves', async () => {
  const { client, unmount } = await render(<Screen limit={50} />);
  unmount();
  expect(watches(client.journal.entries())).toEqual([
    { type: 'Watch', resource: 'trades', limit: 50 },
    { type: 'Unwatch', resource: 'trades', limit: 50 },
  ]);
});

test('another limit replaces the watch of the first', async () => {
  const { client, rerender } = await render(<Screen limit={10} />);
  await rerender(<Screen limit={20} />);
  expect(watches(client.journal.entries())).toEqual([
    { type: 'Watch', resource: 'trades', limit: 10 },
    { type: 'Unwatch', resource: 'trades', limit: 10 },
    { type: 'Watch', resource: 'trades', limit: 20 },
  ]);
});

test('a change shows with the next frame, however many come before it', async () => {
  const { client, frames, paint } = await render(<Screen limit={10} />, { idle: true });
  expect(screen.getByText('running')).toBeTruthy();
  client.send({ type: 'PauseLogs' });
  client.send({ type: 'ClearLogs' });
  expect([screen.queryByText('paused'), frames.waiting]).toEqual([null, 1]);
  await paint();
  expect(screen.getByText('paused')).toBeTruthy();
});

const Rows = () => <p>{useClientState((state) => state.toasts.length, 'rows')} rows</p>;

test('a page without frames, as a hidden one, draws no rows', async () => {
  const { client, clock } = await render(<Rows />, { idle: true });
  client.send({ type: 'ShowToast', kind: 'loading', code: 'text', params: {}, detail: 'x' });
  await clock.advance(10_000);
  expect([screen.getByText('0 rows').textContent, clock.waiting]).toEqual(['0 rows', 0]);
});

test('rows change at once, then at most 10 times a second, and the last change is always shown', async () => {
  const { client, advance } = await render(<Rows />, { idle: true });
  const seen: (string | null)[] = [];
  for (let change = 0; change < 4; change += 1) {
    client.send({ type: 'ShowToast', kind: 'loading', code: 'text', params: {}, detail: 'x' });
    await advance(40);
    seen.push(screen.getByText(/rows/).textContent);
  }
  await advance(100);
  seen.push(screen.getByText(/rows/).textContent);
  expect(seen).toEqual(['1 rows', '1 rows', '1 rows', '3 rows', '4 rows']);
});

test('what a market changes all the time is shown once a second, a command in between and an opportunity that comes alone at once', async () => {
  const Figures = () => (
    <p>
      {useClientState(({ opportunities }) => opportunities.items.length)} found
      {useClientState(({ logs }) => (logs.paused ? ', paused' : ''))}
      {useClientState(({ toasts }) => `, ${toasts.length} toasts`)}
    </p>
  );
  const { client, socket, advance } = await render(<Figures />);
  await advance(0);
  const find = (id: string) =>
    socket.latest.say({ type: 'opportunity', at: new Date().toISOString(), data: opportunityRecord(id) });
  const shown = () => screen.getByText(/found/).textContent;
  await advance(1_000);
  find('a');
  await advance(0);
  expect(shown()).toBe('1 found, 0 toasts');
  find('b');
  await advance(400);
  expect(shown()).toBe('1 found, 0 toasts');
  client.send({ type: 'ShowToast', kind: 'loading', code: 'text', params: {}, detail: 'x' });
  await advance(0);
  expect(shown()).toBe('2 found, 1 toasts');
  find('c');
  await advance(1_000);
  expect(shown()).toBe('3 found, 1 toasts');
  await advance(1_500);
  find('d');
  await advance(0);
  expect(shown()).toBe('4 found, 1 toasts');
});

test('the latency waits for the streams, a silence of the bot is shown at once', async () => {
  const Link = () => (
    <p>
      {useClientState(selectLatency)} ms, {useClientState(selectFreshness)}
    </p>
  );
  const { socket, advance } = await render(<Link />, { token: 't', answers: { health: healthOf('socket.auth') } });
  const shown = () => screen.getByText(/ms/).textContent;
  socket.latest.say({ type: 'authenticated' });
  await advance(0);
  socket.latest.say({ type: 'pong' });
  await advance(1_000);
  expect(shown()).toBe('0 ms, live');
  await advance(12);
  socket.latest.say({ type: 'pong' });
  await advance(400);
  expect(shown()).toBe('0 ms, live');
  await advance(538);
  expect(shown()).toBe('12 ms, live');
  await advance(1_561);
  expect(shown()).toBe('12 ms, live');
  await advance(1);
  expect(shown()).toBe('12 ms, stale');
});
