import { screen } from '@testing-library/react';
import { ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { useClientState, useWatch } from '../client-context.tsx';
import { render } from '../testing/render.tsx';
import { Panel } from './Panel.tsx';
import { usePanelState } from './use-panel-state.ts';

function Trades() {
  useWatch('trades', 10);
  const count = useClientState((state) => state.trades.items.length);
  const state = usePanelState('trades', count > 0, count > 0 ? null : { text: 'No trades yet', hint: 'Start the bot' });
  return (
    <Panel title="Trades" state={state} height={100}>
      {count} trades
    </Panel>
  );
}
const trades = [{ id: 't1', status: 'completed', entry_time: timeOf(), profit: 1 }];
const renderWith = (answer: Parameters<typeof ok>[0]) =>
  render(<Trades />, { token: 't', answers: { 'orders.history': ok(answer) } });

test('a panel is loading until the first answer', async () => {
  await render(<Trades />, { token: 't', answers: { 'orders.history': 'never' } });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});

test('rows are shown as soon as they are there', async () => {
  await renderWith(trades);
  expect(screen.getByText('1 trades')).toBeTruthy();
});

test('an empty answer shows the text for empty, with what to do next', async () => {
  await renderWith([]);
  expect(screen.getByText('No trades yet')).toBeTruthy();
  expect(screen.getByText('Start the bot')).toBeTruthy();
});

test('a call that keeps failing is shown as failed with the reason, and Retry loads again', async () => {
  const { api, user, advance, paint } = await render(<Trades />, {
    token: 't',
    answers: { 'orders.history': { status: 500, body: { detail: 'database is locked' } } },
  });
  await advance(60_000);
  expect(screen.getByText('database is locked')).toBeTruthy();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  api.answer('orders.history', ok(trades));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await paint();
  expect(screen.getByText('1 trades')).toBeTruthy();
});

test('what was loaded stays when a later load fails', async () => {
  const { api, client, advance } = await renderWith(trades);
  api.answer('orders.history', { status: 500, body: { detail: 'database is locked' } });
  client.send({ type: 'Refresh', resource: 'trades' });
  await advance(60_000);
  expect(screen.getByText('1 trades')).toBeTruthy();
});
