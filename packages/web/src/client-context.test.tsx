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

const Figures = () => (
  <p>
    {useClientState(({ opportunities }) => opportunities.items.length)} found
    {useClientState(({ toasts }) => `, ${toasts.length} toasts`)}
  </p>
);

test('figures are shown every 250 ms, a command in between and an opportunity that comes alone at once', async () => {
  const { client, socket, advance } = await render(<Figures />, { token: 't' });
  const find = (id: string) => socket.latest.say({ type: 'opportunity', data: opportunityRecord(id) });
  const shown = () => screen.getByText(/found/).textContent;
  await advance(1_630);
  find('a');
  await advance(0);
  expect(shown()).toBe('1 found, 0 toasts');
  find('b');
  await advance(200);
  expect(shown()).toBe('1 found, 0 toasts');
  client.send({ type: 'ShowToast', kind: 'loading', code: 'text', params: {}, detail: 'x' });
  await advance(0);
  expect(shown()).toBe('2 found, 1 toasts');
  find('c');
  await advance(50);
  expect(shown()).toBe('3 found, 1 toasts');
});

test('the latency waits as a figure, a silence of the bot is shown at once', async () => {
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
  await advance(200);
  expect(shown()).toBe('0 ms, live');
  await advance(50);
  expect(shown()).toBe('12 ms, live');
  await advance(2_249);
  expect(shown()).toBe('12 ms, live');
  await advance(1);
  expect(shown()).toBe('12 ms, stale');
});
