// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { botStatus, healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { setWidth } from '../../testing/viewport.ts';
import { Positions } from './Positions.tsx';

const wallets = {
  exchanges: [
    {
      exchange: 'okx',
      balances: { BTC: { total: 2, free: 2, reserved: 0, value_usd: 50_000, cost_usd: 52_000, dust: 0.001 } },
    },
  ],
};
const dust = [
  {
    ...{ exchange: 'okx', asset: 'BTC', amount: 0.00123, value_usd: 61.5, code: null, minimum_usd: 5 },
    sale: { market: 'BTC/USDT', quantity: 0.0012, expected_usd: 59.94 },
  },
  { exchange: 'okx', asset: 'ETH', amount: 0.001, value_usd: 2.5, sale: null, code: 'below_minimum', minimum_usd: 5 },
  { exchange: 'okx', asset: 'SOL', amount: 0.1, value_usd: null, sale: null, code: 'no_price', minimum_usd: null },
];

type Answers = NonNullable<Parameters<typeof render>[1]>['answers'];

const opened = async ({ mode = 'paper', ...answers }: { mode?: string } & Answers = {}) => {
  setWidth(1_600);
  const page = await render(<Positions />, {
    token: 't',
    answers: {
      health: healthOf('dust', 'bot.mode', 'money.v2'),
      'bot.status': ok(botStatus({ is_running: true, bot_status: 'running', mode })),
      'wallets.balances': ok(wallets),
      'wallets.dust': ok({ data: dust }),
      'wallets.deposit': ok({ exchange: 'okx', asset: 'BTC', address: 'bc1qxy', network: 'Bitcoin' }),
      'orders.place': ok({ id: 'o1', symbol: 'BTC/USDT', status: 'filled' }),
      ...answers,
    },
  });
  await page.advance(500);
  const orders = () => page.api.calls.filter(({ name }) => name === 'orders.place');
  /** Presses the button and confirms. */
  const sweep = async (name: string) => {
    await page.user.click(within(screen.getByRole('region', { name: 'Dust' })).getByRole('button', { name }));
    const question = screen.getAllByRole('alertdialog').at(-1) as HTMLElement;
    const word = within(question).queryByLabelText('Type LIVE to confirm');
    if (word !== null) await page.user.type(word, 'LIVE');
    await page.user.click(within(question).getByRole('button', { name }));
    await page.paint();
  };
  return { ...page, orders, sweep };
};
const row = (name: string) => within(screen.getByRole('region', { name: 'Dust' })).getByRole('row', { name });

test('dust that is enough for an order is swept after a question; the rest says why not', async () => {
  const { user, paint, orders } = await opened();
  row('BTC okx 0.00123 $61.50 sell 0.0012 BTC in BTC/USDT for about $59.94');
  row('ETH okx 0.001 $2.50 too little: an order must be worth $5.00 at least');
  row('SOL okx 0.1 — no book is trusted now, or its money has no price');
  await user.click(screen.getByRole('button', { name: 'Sweep dust $59.94' }));
  expect(orders()).toEqual([]);
  const question = screen.getByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Sweep dust $59.94' }));
  await paint();
  expect(orders().map(({ request, key }) => [request.body, typeof key])).toEqual([
    [
      {
        ...{ exchange: 'okx', symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: 0.0012 },
        time_in_force: 'IOC',
      },
      'string',
    ],
  ]);
});

test('no dust is sold while the bot is silent: what is shown may be gone', async () => {
  const { api, user, advance, paint, orders } = await opened();
  const sweep = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sweep dust $59.94' });
  expect(sweep().disabled).toBe(false);
  api.answer('bot.status', 'never');
  await advance(10_000);
  expect(sweep().disabled).toBe(true);
  await user.click(sweep());
  await paint();
  expect([screen.queryByRole('alertdialog'), orders()]).toEqual([null, []]);
});

test('an order whose answer was lost is said to be in doubt, keeps its key when it is sent again, and is journalled', async () => {
  const name = 'Sweep dust $59.94 LIVE';
  const { api, client, sweep, advance, orders } = await opened({ mode: 'live', 'orders.place': 'network' });
  for (const _ of ['first', 'again']) {
    await sweep(name);
    await advance(5_000);
    screen.getByText(/BTC on okx may have been sold all the same: look at the orders first\./);
  }
  expect([orders().length, new Set(orders().map(({ key }) => key)).size]).toEqual([4, 1]);
  const journalled = client.journal.entries().filter(({ message }) => message.type === 'PlaceOrder');
  expect(journalled.length).toBe(2);
  api.answer('orders.place', ok({ id: 'o1', symbol: 'BTC/USDT', status: 'filled' }));
  await sweep(name);
  expect(screen.queryByText(/may have been sold/)).toBeNull();
  await sweep(name);
  expect(new Set(orders().map(({ key }) => key)).size).toBe(2);
});

test('what the bot refuses is said, and live money is named in the button', async () => {
  const { sweep } = await opened({
    mode: 'live',
    'orders.place': { status: 409, body: { detail: 'orders are halted' } },
  });
  await sweep('Sweep dust $59.94 LIVE');
  screen.getByText('BTC on okx was not sold: orders are halted');
});

test('a deposit address is shown of a real account when it is asked for; paper money has none', async () => {
  const paper = await opened();
  within(screen.getByRole('region', { name: 'Deposit addresses' })).getByText('Paper money has none.');
  paper.unmount();
  const { api, user, paint } = await opened({ mode: 'live' });
  const show = screen.getByRole('button', { name: 'Show address of BTC on okx' });
  await user.click(show);
  await paint();
  screen.getByText('bc1qxy (Bitcoin)');
  api.answer('wallets.deposit', { status: 409, body: { detail: 'deposits are suspended' } });
  await user.click(show);
  await paint();
  screen.getByText('deposits are suspended');
  expect(screen.queryByText('bc1qxy (Bitcoin)')).toBeNull();
});

test('the last row of the balances is what all of them with a price are worth', async () => {
  await opened();
  const balances = screen.getByRole('table', { name: 'Balances' });
  const rows = within(balances).getAllByRole('row');
  expect(rows.at(-1)?.textContent).toBe('All1 exchange$50,000.00−$2,000.00');
  expect(rows.at(-2)?.textContent).toContain('$50,000.00$26,000.00−$2,000.00');
  expect([balances.getAttribute('aria-rowcount'), rows.at(-1)?.getAttribute('aria-rowindex')]).toEqual(['3', '3']);
});
