import { screen } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { useWatch } from '../../client-context.tsx';
import { button, field, fill, noteOf } from '../../testing/form-screen.ts';
import { render } from '../../testing/render.tsx';
import { Configuration } from './Configuration.tsx';

function Screen() {
  useWatch('status');
  return <Configuration />;
}

const key = 'trading_control_config';
const config = { id: 'c', min_profit_threshold: 0.2, max_capital_per_route: 400, updated_at: timeOf(0) };
const stopped = { is_running: false, bot_status: 'stopped', mode: 'paper' };
const draft = { selectedExchanges: ['okx'], selectedPairs: ['BTC/USDT'], minProfit: 0.7, maxCapital: 250 };

const shown = async ({
  stored,
  token,
  capabilities = [],
  ...answers
}: Record<string, unknown> & { stored?: object; token?: string; capabilities?: string[] }) => {
  const health = healthOf(...capabilities);
  const test = await render(<p>Another screen</p>, {
    ...(token === undefined ? {} : { token }),
    answers: { health, 'bot.status': ok(stopped), 'config.current': ok(config), ...answers },
  });
  if (stored !== undefined) test.storage.set(key, JSON.stringify(stored));
  await test.rerender(<Screen />);
  await test.advance(2_000);
  const sent = () => test.api.calls.flatMap(({ name, request }) => (name === 'bot.start' ? [request.body] : []));
  const kept = () => JSON.parse(test.storage.get(key) ?? 'null');
  return { ...test, sent, kept };
};
const threshold = () => field('Min Profit %').value;
const start = () => button(/^START SCANNING/);

test('without a draft the form begins with the saved threshold and capital, and stores nothing by itself', async () => {
  const { kept } = await shown({ capabilities: ['config.write'] });
  expect([threshold(), field('Max Capital per Route').value, start().textContent, kept()]).toEqual([
    '0.2',
    '400',
    'START SCANNING',
    null,
  ]);
});

test('a draft older than the saved configuration begins with what is saved; its pairs stay', async () => {
  await shown({ capabilities: ['config.write'], stored: { ...draft, lastUpdated: timeOf(-1_000) } });
  expect([threshold(), field('Max Capital per Route').value, field('okx').checked]).toEqual(['0.2', '400', true]);
  screen.getByRole('button', { name: 'Remove BTC/USDT' });
});

test('a newer draft stays, and the button says from which threshold it starts and which is saved', async () => {
  const { user, sent, paint } = await shown({
    capabilities: ['config.write'],
    stored: { ...draft, lastUpdated: timeOf(1_000) },
  });
  expect([threshold(), start().textContent]).toEqual(['0.7', 'START SCANNING at 0.70%, saved 0.20%']);
  await user.click(start());
  await paint();
  expect(sent()).toMatchObject([
    { enabled_exchanges: ['okx'], trading_pairs: ['BTC/USDT'], min_profit_threshold: 0.7, max_capital_per_route: 250 },
  ]);
});

test('a threshold is never shown rounded', async () => {
  const { user } = await shown({ capabilities: ['config.write'] });
  await fill(user, 'Min Profit %', '0.125');
  expect(start().textContent).toBe('START SCANNING at 0.125%, saved 0.20%');
});

test('of a bot that keeps no configuration only the draft exists', async () => {
  await shown({ stored: { ...draft, lastUpdated: timeOf(-1_000) } });
  expect([threshold(), start().textContent]).toEqual(['0.7', 'START SCANNING']);
});

test('every change is stored; what cannot be read is not', async () => {
  const { user, kept, advance } = await shown({});
  await fill(user, 'Min Profit %', '0.3');
  await advance(1_000);
  expect(kept()).toMatchObject({
    minProfit: 0.3,
    maxCapital: 1_000,
    selectedExchanges: ['kucoin', 'binance', 'kraken'],
  });
  expect(kept().lastUpdated).toMatch(/^\d{4}-\d\d-\d\dT/);
  await fill(user, 'Max Capital per Route', '0');
  expect([noteOf('Max Capital per Route'), kept().maxCapital, kept().minProfit, start().disabled]).toEqual([
    'Must be more than 0',
    1_000,
    0.3,
    true,
  ]);
  await fill(user, 'Min Profit %', '0.5');
  expect(kept().minProfit).toBe(0.5);
});

test('a draft is dated by the clock of the bot, as the saved configuration is', async () => {
  const { user, socket, kept, advance } = await shown({ token: 't' });
  socket.latest.say({ type: 'log', at: timeOf(-600_000), data: { id: '1' } });
  await advance(1_000);
  await fill(user, 'Min Profit %', '0.3');
  expect(kept().lastUpdated < timeOf(-590_000)).toBe(true);
});

test('without an exchange nothing can be started, and the form says so at once', async () => {
  const { user, kept, sent, rerender } = await shown({});
  for (const name of ['kucoin', 'binance', 'kraken']) await user.click(field(name));
  screen.getByText('Select at least one exchange');
  expect([start().disabled, kept().selectedExchanges]).toEqual([true, []]);
  await user.click(button('Auto'));
  await rerender(<p>Another screen</p>);
  await rerender(<Screen />);
  screen.getByText('Select at least one exchange');
  expect(sent()).toEqual([]);
});

test('a custom pair that is none, or is chosen, is refused with a reason', async () => {
  const { user, kept } = await shown({});
  const add = async (typed: string) => {
    await fill(user, 'Custom pair', typed);
    await user.click(button('Add pair'));
    return noteOf('Custom pair');
  };
  expect([await add('garbage'), await add(''), await add('sol/btc'), await add('SOL/BTC')]).toEqual([
    'GARBAGE is no pair. Example: SOL/USDT',
    'Enter a pair, e.g. SOL/USDT',
    '',
    'SOL/BTC is chosen already',
  ]);
  expect(kept().selectedPairs).toEqual(['SOL/BTC']);
});

test('while the bot runs nothing can be changed, and it is said what it runs with and what a restart applies', async () => {
  const running = {
    is_running: true,
    mode: 'paper',
    enabled_exchanges: ['kucoin'],
    trading_pairs_count: 3,
    min_profit_threshold: 0.5,
    max_capital_per_route: 400,
  };
  await shown({ capabilities: ['config.write'], 'bot.status': ok(running) });
  expect([field('Min Profit %').disabled, field('kucoin').disabled]).toEqual([true, true]);
  screen.getByText(/It runs on kucoin with 3 pairs, from 0.50%, at most \$400.00 per route./);
  screen.getByText('A restart applies what is saved: from 0.20%, at most $400.00 per route.');
  button('STOP SCANNING');
});
