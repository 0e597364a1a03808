import { screen, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { DifferencesPanel } from './DifferencesPanel.tsx';

const difference = (fields: object = {}) => ({
  id: 'd1',
  exchange: 'kraken',
  asset: 'BTC',
  booked: '1.50000000',
  found: '1.2',
  amount: '-0.3',
  value_usd: -18_000,
  kind: 'unexplained',
  found_at: timeOf(),
  ...fields,
});
const report = (accounts: object[] = []) => ({
  state: 'active',
  since: null,
  reason: null,
  breakers: [],
  limits: [],
  stranded: [],
  accounts,
});
const opened = async (rows: object[], { role = 'admin', accounts = [] as object[], language = 'en' as const } = {}) => {
  const rendered = await render(<DifferencesPanel />, {
    token: 't',
    language,
    answers: {
      health: healthOf('auth', 'auth.code', 'socket.auth', 'risk', 'differences'),
      'auth.me': ok({ name: 'ada', role }),
      risk: ok(report(accounts)),
      'accounts.differences': ok({ data: rows }),
      'accounts.differences.accept': ok({ message: '-0.3 BTC on kraken is booked', differences: [] }),
    },
  });
  rendered.socket.latest.say({ type: 'authenticated' });
  await rendered.advance(200);
  const accepted = () =>
    rendered.api.calls.filter(({ name }) => name === 'accounts.differences.accept').map(({ request }) => request);
  return { ...rendered, accepted };
};
const acceptButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Accept: kraken/ });

test('a bot that does not tell of differences has no panel and is not asked', async () => {
  const { container, api } = await render(<DifferencesPanel />, { answers: { health: ok({ status: 'ok' }) } });
  expect([container.textContent, api.count('accounts.differences')]).toEqual(['', 0]);
});

test('that everything agrees is said', async () => {
  await opened([]);
  expect(screen.getByText('Every account holds what the ledger says.')).toBeTruthy();
});

test('a difference says what was expected, what was found, what it is worth and what explains it', async () => {
  await opened([difference({ kind: 'deposit', amount: '0.3', booked: '1.2', found: '1.5', value_usd: 18_000 })]);
  const text = screen.getByText(/expected/).textContent;
  expect(text).toContain('kraken, expected 1.2 BTC, found 1.5 BTC: +0.3 BTC (+$18,000.00).');
  expect(text).toContain('a deposit explains it. Trading goes on.');
});

test('an account that is halted says so, and what releases it', async () => {
  await opened([difference()], {
    accounts: [
      { exchange: 'kraken', state: 'halted', reason: 'kraken does not hold what the ledger says', differences: 1 },
      { exchange: 'okx', state: 'down', reason: 'no answer', differences: 0 },
      { exchange: 'binance', state: 'ready', reason: null, differences: 0 },
    ],
  });
  expect(screen.getByText('kraken: Halted')).toBeTruthy();
  expect(screen.getByText(/It trades again when its last unexplained difference is accepted/)).toBeTruthy();
  expect(screen.getByText('okx: Down')).toBeTruthy();
  expect(screen.queryByText(/binance/)).toBe(null);
});

test('it is accepted only with a reason, and gone once the bot has booked it', async () => {
  const { user, accepted, paint } = await opened([difference()]);
  await user.click(acceptButton());
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/kraken, expected 1\.5 BTC, found 1\.2 BTC: −0\.3 BTC \(−\$18,000\.00\)/)).toBeTruthy();
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Accept' });
  expect(confirm.disabled).toBe(true);
  await user.type(dialog.getByLabelText('Reason, for the journal'), '   {Enter}');
  expect([confirm.disabled, accepted()]).toEqual([true, []]);
  await user.type(dialog.getByLabelText('Reason, for the journal'), 'my own withdrawal ');
  await user.click(confirm);
  await paint();
  expect(accepted()).toMatchObject([{ path: { id: 'd1' }, body: { reason: 'my own withdrawal', confirm: true } }]);
  expect(screen.getByText('Every account holds what the ledger says.')).toBeTruthy();
});

test('one that the bot refuses stays, and may be tried again', async () => {
  const { user, api, paint, client } = await opened([difference()]);
  api.answer('accounts.differences.accept', { status: 409, body: { detail: 'the journal cannot be written' } });
  await user.click(acceptButton());
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason, for the journal'), 'mine{Enter}');
  await paint();
  expect(client.getSnapshot().toasts.at(-1)?.detail).toBe('the journal cannot be written');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Accept' }).disabled).toBe(false);
});

test('who is not an administrator sees it and cannot accept it', async () => {
  await opened([difference()], { role: 'operator' });
  expect([acceptButton().disabled, acceptButton().title]).toEqual([
    true,
    'Only an administrator may accept a difference.',
  ]);
});
