// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { botStatus, healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { CallRawContext } from '../../app-context.tsx';
import type { CallRaw, RawCall } from '../../raw-call.ts';
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

/** `refuse`: why the bot takes no order. */
const opened = async ({ mode = 'paper', refuse = '' } = {}) => {
  setWidth(1_600);
  const calls: RawCall[] = [];
  const callRaw: CallRaw = async (call) => {
    calls.push(call);
    if (call.method === 'POST' && refuse !== '')
      return { ok: true, status: 409, text: JSON.stringify({ detail: refuse }), ms: 1 };
    const address = { exchange: 'okx', asset: 'BTC', address: 'bc1qxy', network: 'Bitcoin' };
    const body = call.address.includes('deposit-address') ? address : { data: call.method === 'GET' ? dust : {} };
    return { ok: true, status: 200, text: JSON.stringify(body), ms: 1 };
  };
  const page = await render(
    <CallRawContext value={callRaw}>
      <Positions />
    </CallRawContext>,
    {
      token: 't',
      answers: {
        health: healthOf('dust', 'bot.mode', 'money.v2'),
        'bot.status': ok(botStatus({ is_running: true, bot_status: 'running', mode })),
        'wallets.balances': ok(wallets),
      },
    },
  );
  await page.advance(500);
  const orders = () => calls.filter(({ method }) => method === 'POST');
  return { ...page, orders };
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
  expect(orders()).toMatchObject([
    {
      address: '/orders/',
      key: expect.stringMatching(/./),
      body: JSON.stringify({
        ...{ exchange: 'okx', symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: 0.0012 },
        time_in_force: 'IOC',
      }),
    },
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

test('what the bot refuses is said, and live money is named in the button', async () => {
  const { user, paint } = await opened({ mode: 'live', refuse: 'orders are halted' });
  await user.click(screen.getByRole('button', { name: 'Sweep dust $59.94 LIVE' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sweep dust $59.94 LIVE' }));
  await paint();
  screen.getByText('BTC on okx was not sold: orders are halted');
});

test('a deposit address is shown of a real account when it is asked for; paper money has none', async () => {
  const paper = await opened();
  within(screen.getByRole('region', { name: 'Deposit addresses' })).getByText('Paper money has none.');
  paper.unmount();
  const { user, paint } = await opened({ mode: 'live' });
  await user.click(screen.getByRole('button', { name: 'Show address of BTC on okx' }));
  await paint();
  screen.getByText('bc1qxy (Bitcoin)');
});

test('the last row of the balances is what all of them with a price are worth', async () => {
  await opened();
  const balances = screen.getByRole('table', { name: 'Balances' });
  const rows = within(balances).getAllByRole('row');
  expect(rows.at(-1)?.textContent).toBe('All1 exchange$50,000.00−$2,000.00');
  expect(rows.at(-2)?.textContent).toContain('$50,000.00$26,000.00−$2,000.00');
  expect([balances.getAttribute('aria-rowcount'), rows.at(-1)?.getAttribute('aria-rowindex')]).toEqual(['3', '3']);
});
