import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { textOf } from '../cells.ts';
import { fixture } from '../fixture.ts';
import { killLines } from './kill.ts';

const dialog = { kind: 'kill', reason: '', isTyping: false, button: 'cancel', opened_at: 0, word: null } as const;
const leg = { leg: 1, market: 'SOL/USDT', side: 'buy', status: 'filled', quantity: 7.5, price: 132 };
const running = {
  id: 'execution-d41b07',
  status: 'pending',
  symbols: ['USDT', 'SOL', 'ETH', 'USDT'],
  legs: [leg, { ...leg, leg: 2, market: 'SOL/ETH', side: 'sell', status: 'partial', quantity: 4.6, price: 0.05 }],
};
const order = {
  id: 'order-7741',
  symbol: 'SOL/ETH',
  side: 'sell',
  quantity: 7.5,
  filled_quantity: 4.6,
  status: 'pending',
};
const said = async (answers: Parameters<typeof fixture>[0]) =>
  killLines(dialog, await fixture({ health: healthOf('bot.kill'), ...answers }), 'bot-1', 120)
    .map(textOf)
    .join('\n');

test('the kill switch says what it cancels, and what is left of the execution that runs', async () => {
  const text = await said({ 'orders.list': ok({ data: [order] }), 'orders.history': ok({ data: [running] }) });
  expect(text).toContain('cancels r-7741, SOL/ETH sell, 2.9 unfilled');
  expect(text).toContain('d41b07 stops in leg 2/3: about 2.9 SOL and 0.23 ETH stay as residual positions');
  expect(text).toContain('halted until you lift it (U), also over a restart');
});

test('with nothing under way it says so, and a bot without a kill switch is stopped', async () => {
  const none = { 'orders.list': ok({ data: [] }), 'orders.history': ok({ data: [] }) };
  const text = await said(none);
  expect(text).toContain('no order is working');
  expect(text).toContain('no execution runs: nothing is left behind');
  expect(await said({ ...none, health: healthOf() })).toMatch(/^ {2}This bot has no kill switch of its own/);
});
