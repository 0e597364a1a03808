import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { useWatch } from '../../client-context.tsx';
import { render } from '../../testing/render.tsx';
import { GlobalForm } from './GlobalForm.tsx';

const config = {
  id: 'c1',
  version: 4,
  total_capital: 10_000,
  max_capital_per_route: 1_000,
  min_profit_threshold: 0.5,
  max_concurrent_orders: 3,
  max_daily_drawdown_pct: 5,
};
const answers = {
  health: healthOf('config.write'),
  'config.current': ok(config),
  'bot.status': ok({ is_running: false }),
};

function Screen() {
  useWatch('config');
  useWatch('status');
  return <GlobalForm />;
}

const shown = async (more: NonNullable<Parameters<typeof render>[1]>['answers'] = {}) => {
  const test = await render(<Screen />, { answers: { ...answers, ...more } });
  await test.advance(2_000);
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(label, { exact: false });
    await test.user.clear(field);
    if (text !== '') await test.user.type(field, text);
    return noteOf(label);
  };
  const bodies = () => test.api.calls.flatMap(({ name, request }) => (name === 'config.update' ? [request.body] : []));
  return { ...test, type, bodies };
};
const noteOf = (label: string) => {
  const id = screen.getByLabelText(label, { exact: false }).getAttribute('aria-describedby') ?? '';
  return document.getElementById(id)?.textContent;
};
const textIn = (label: string) => (screen.getByLabelText(label, { exact: false }) as HTMLInputElement).value;
const save = () => screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
const outcome = () => within(screen.getByRole('status')).queryByText(/./)?.textContent ?? '';

test('only what was edited is written, with the version it was edited in', async () => {
  const { type, user, paint, api, bodies } = await shown();
  api.answer('config.update', ok({ ...config, total_capital: 2_500, version: 5 }));
  expect(save().disabled).toBe(true);
  await type('Total Capital', '2500');
  await user.click(save());
  await paint();
  expect(bodies()).toEqual([{ total_capital: 2_500, version: 4 }]);
  expect([outcome(), textIn('Total Capital'), save().disabled]).toEqual(['Saved in the bot, version 5', '2500', true]);
});

test('a number out of range says the range, also below zero', async () => {
  const { type, user, bodies } = await shown();
  expect(await type('Profit Threshold %', '-1')).toBe('Must be between 0 and 100');
  expect(await type('Profit Threshold %', 'lots')).toBe('Enter a number from 0 to 100');
  expect(await type('Max Simultaneous Orders', '2.5')).toBe('Must be a whole number from 1 to 100');
  expect(await type('Max Capital per Route', '0')).toBe('Must be more than 0');
  expect(await type('Total Capital', '2.500')).toBe('Could be read as thousands: write 1500 or 1.50');
  await user.click(save());
  expect([bodies(), document.activeElement?.id]).toEqual([[], 'global-total_capital']);
});

test('a call that is pending disables the form; one that failed says why and keeps what was typed', async () => {
  const { type, user, paint, api } = await shown();
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: object }>();
  api.answer('config.update', () => promise);
  await type('Total Capital', '2500');
  await user.click(save());
  await paint();
  expect((screen.getByLabelText('Total Capital', { exact: false }) as HTMLInputElement).disabled).toBe(true);
  resolve({
    status: 422,
    body: {
      detail: 'not valid',
      code: 'invalid',
      errors: [{ path: 'total_capital', message: 'more than the account holds' }],
    },
  });
  await paint();
  expect([noteOf('Total Capital'), textIn('Total Capital')]).toEqual(['more than the account holds', '2500']);
  expect(outcome()).toMatch(/^Not saved: /);
  await type('Total Capital', '2400');
  expect(noteOf('Total Capital')).not.toBe('more than the account holds');
});

test('a version that another client replaced is not overwritten, and the change is shown at its field', async () => {
  const { type, user, paint, advance, api } = await shown();
  api.answer('config.update', { status: 409, body: { detail: 'stale' } });
  api.answer('config.current', ok({ ...config, total_capital: 7_000, max_daily_drawdown_pct: 9, version: 5 }));
  await type('Total Capital', '2500');
  await user.click(save());
  await paint();
  await advance(2_000);
  expect(outcome()).toMatch(/^Somebody saved a newer version meanwhile/);
  expect([textIn('Total Capital'), noteOf('Total Capital')]).toEqual(['2500', 'Changed to 7000 meanwhile']);
  expect(textIn('Max Daily Drawdown %')).toBe('9');
});

test('discarding brings the saved values back', async () => {
  const { type, user } = await shown();
  await type('Total Capital', '2500');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect([textIn('Total Capital'), save().disabled]).toEqual(['10000', true]);
});

test('while the bot runs with other values than the saved ones, they can be applied by a restart', async () => {
  const status = { is_running: true, min_profit_threshold: 0.7, max_capital_per_route: 1_000, trading_pairs_count: 3 };
  const { user, paint, api } = await shown({ 'bot.status': ok({ ...status, enabled_exchanges: ['kucoin'] }) });
  screen.getByText(/It runs on kucoin with 3 pairs, from 0.70%/);
  screen.getByText('A restart applies what is saved: from 0.50%, at most $1,000.00 per route.');
  await user.click(screen.getByRole('button', { name: 'Apply now' }));
  await user.type(screen.getByLabelText('Type LIVE to confirm'), 'LIVE{Enter}');
  await paint();
  expect(api.count('bot.restart')).toBe(1);
});

test('a bot that runs with the saved values has nothing to apply', async () => {
  await shown({ 'bot.status': ok({ is_running: true, min_profit_threshold: 0.5, max_capital_per_route: 1_000 }) });
  expect(screen.queryByRole('button', { name: 'Apply now' })).toBe(null);
});
