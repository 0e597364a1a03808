// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { botStatus, healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { setWidth } from '../../testing/viewport.ts';
import { Positions } from './Positions.tsx';

const wallets = {
  exchanges: [{ exchange: 'okx', balances: { USDT: { total: 9_876, free: 9_876, reserved: 0, value_usd: 9_876 } } }],
  total_usd: 9_876,
};
const risk = { state: 'active', since: null, reason: null, breakers: [], limits: [], stranded: [] };

const opened = async ({ mode = 'paper', capabilities = ['wallets.reset', 'bot.mode'], refusal = '' } = {}) => {
  setWidth(1_600);
  const page = await render(<Positions />, {
    token: 't',
    answers: {
      health: healthOf(...(capabilities as Parameters<typeof healthOf>)),
      'bot.status': ok(botStatus({ mode, market: 'practice' })),
      'wallets.balances': ok(wallets),
      'wallets.reset': refusal === '' ? ok({ message: 'done', risk }) : { status: 409, body: { detail: refusal } },
    },
  });
  await page.advance(500);
  const sent = () => page.api.calls.filter(({ name }) => name === 'wallets.reset').map(({ request }) => request.body);
  return { ...page, sent };
};

test('a paper wallet is reset after a question that says what is lost and what stays', async () => {
  const { user, paint, sent } = await opened();
  await user.click(screen.getByRole('button', { name: 'Reset wallet…' }));
  await paint();
  const question = within(screen.getByRole('alertdialog', { name: 'Reset the paper wallet of practice?' }));
  question.getByText(
    /It is worth \$9,876\.00 now .* residual positions and what today has used of the limits are lost/,
  );
  question.getByText('Trades, decisions, settings, a halt and the wallets of other markets stay.');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await paint();
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Reset wallet…' }));
  await paint();
  await user.click(screen.getByRole('button', { name: 'Reset the wallet' }));
  await paint();
  expect(sent()).toEqual([{ market: 'practice', confirm: true }]);
});

test('it is not offered for real money, nor by a bot that does not know it', async () => {
  await opened({ mode: 'live' });
  expect(screen.queryByRole('button', { name: 'Reset wallet…' })).toBeNull();
});

test('a bot that does not know it is not asked', async () => {
  await opened({ capabilities: ['bot.mode'] });
  expect(screen.queryByRole('button', { name: 'Reset wallet…' })).toBeNull();
});
