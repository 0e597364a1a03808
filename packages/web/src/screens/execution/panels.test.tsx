import { screen, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { setWidth } from '../../testing/viewport.ts';
import { OrdersPanel } from './OrdersPanel.tsx';
import { TradesPanel } from './TradesPanel.tsx';

const order = (id: string, fields = {}) => ({
  id,
  exchange: 'kucoin',
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  quantity: 2,
  filled_quantity: 0.5,
  price: null,
  status: 'pending',
  created_at: timeOf(),
  ...fields,
});
const trade = (id: string, profit: number, fields = {}) => ({
  id,
  opportunity_type: 'TRI',
  exchange: 'kucoin',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  status: 'completed',
  profit,
  profit_pct: profit / 10,
  fees: 3,
  duration_seconds: 0.25,
  entry_time: timeOf(),
  ...fields,
});
const rendered = (panel: React.ReactNode, answers: Record<string, unknown>) =>
  render(panel, { token: 't', answers: { health: healthOf('orders.stream'), ...answers } });
const cells = (row: HTMLElement | undefined) =>
  row === undefined
    ? []
    : within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent);

test('only pending orders are active, and each can be cancelled', async () => {
  const { api, user, advance } = await rendered(<OrdersPanel />, {
    'orders.list': ok([order('order-one'), order('order-two', { status: 'filled' })]),
    'orders.cancel': ok(order('order-one', { status: 'cancelled' })),
  });
  await advance(200);
  const [, first, second] = screen.getAllByRole('row');
  expect([cells(first).slice(1, 8), second]).toEqual([
    ['kucoin', 'BTC/USDT', 'buy', 'limit', '2 (filled 0.5)', 'Market', 'Pending'],
    undefined,
  ]);
  await user.click(screen.getByRole('button', { name: 'Cancel order order-one' }));
  expect(api.calls.flatMap(({ name, request }) => (name === 'orders.cancel' ? [request.path] : []))).toEqual([
    { id: 'order-one' },
  ]);
});

test('without orders the panel says when there are some', async () => {
  await rendered(<OrdersPanel />, { 'orders.list': ok([]) });
  expect(screen.getByText('No active orders. Orders appear here while an execution is under way.')).toBeTruthy();
});

test('trades are summed up above their table', async () => {
  setWidth(1_280);
  const { advance } = await rendered(<TradesPanel />, {
    'orders.history': ok([trade('t3', 4), trade('t2', -1), trade('t1', 3)]),
  });
  await advance(200);
  expect(screen.getByLabelText('Summary of trades').textContent).toBe(
    'Total3Winning2Losing1Win Rate66.7%Avg Profit+$2.00',
  );
  expect(screen.getAllByRole('row').length).toBe(4);
  expect(cells(screen.getAllByRole('row')[2])).toEqual([
    't2',
    'TRI',
    'kucoin',
    ' USDT → BTC → ETH → USDT ',
    '−$1.00',
    '−0.100%',
    '$3.00',
    '0.25 s',
    expect.stringMatching(/\d\d:\d\d:\d\d$/),
  ]);
});

test('a trade names the version of the configuration it was planned with, for a bot that tells it', async () => {
  setWidth(1_600);
  const shown = async (fields: object) => {
    const { advance, unmount } = await rendered(<TradesPanel />, { 'orders.history': ok([trade('t1', 4, fields)]) });
    await advance(200);
    const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const last = cells(screen.getAllByRole('row')[1]).at(-1);
    unmount();
    return [names.at(-1), last];
  };
  expect(await shown({ config_version: 4 })).toEqual(['Config', '4']);
  expect((await shown({}))[0]).toBe('Entry Time');
});

test('a row of a trade opens its life, with a bot that tells lives', async () => {
  setWidth(1_280);
  const { user, advance } = await render(<TradesPanel />, {
    token: 't',
    answers: { health: healthOf('history'), 'orders.history': ok([trade('t1', 3)]) },
  });
  await advance(200);
  await user.click(screen.getByRole('cell', { name: /BTC/ }));
  expect(window.location.search).toBe('?life=t1');
});
