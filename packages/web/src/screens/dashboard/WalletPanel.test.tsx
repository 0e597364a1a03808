import { screen } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { WalletPanel } from './WalletPanel.tsx';

test('an asset says how much of it is reserved, and by which executions and orders', async () => {
  const reserved_by = [
    { kind: 'execution', id: '019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11', amount: 0.3 },
    { kind: 'order', id: 'o-7', amount: 0.1 },
  ];
  const balances = {
    BTC: { total: 1, free: 0.6, reserved: 0.4, reserved_by, value_usd: 50_000 },
    ETH: { total: 2, free: 2, reserved: 0, reserved_by: [], value_usd: 5_000 },
    SOL: { total: 9, free: 8, reserved: 1, value_usd: 900 },
  };
  const { advance } = await render(<WalletPanel />, {
    token: 't',
    answers: {
      health: healthOf(),
      'wallets.balances': ok({ exchanges: [{ exchange: 'kraken', total_usd: 55_900, balances }], total_usd: 55_900 }),
    },
  });
  await advance(200);
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'AssetTotalUSD Value',
    'BTC10.4 reserved by 2 executions or orders$50,000.00',
    'ETH2$5,000.00',
    'SOL91 reserved$900.00',
  ]);
  expect(screen.getByText(/^0\.4 reserved/).title).toBe('execution …6c7f0a11: 0.3\norder o-7: 0.1');
});

test('balances that are as old as the last commit say so', async () => {
  const wallets = { exchanges: [{ exchange: 'kraken', total_usd: 7, balances: {} }], journal: { behind_ms: 15_000 } };
  const { advance } = await render(<WalletPanel />, { answers: { 'wallets.balances': ok(wallets) } });
  await advance(200);
  expect(screen.getByText('The disk is 15.0 s behind: these are the figures that it holds.')).toBeTruthy();
});
