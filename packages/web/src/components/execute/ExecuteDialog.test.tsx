import { screen, waitFor, within } from '@testing-library/react';
import { selectOpenTicket } from '@triquad/core';
import { healthOf, ok, opportunityRecord } from '@triquad/core/testing';
import { expect, test, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { ExecuteDialog } from './ExecuteDialog.tsx';

type Fields = Record<string, unknown>;
const status = (fields: Fields = {}) =>
  ok({ bot_status: 'running', is_running: true, mode: 'paper', min_profit_threshold: 0.3, uptime: 60, ...fields });
const preview = (fields: Fields = {}) =>
  ok({
    opportunity_id: 'o1',
    amount: 1_000,
    legs: [{ market: 'BTC/USDT', side: 'buy', price: 86_480, quantity: 0.0115, fee_pct: 0.1 }],
    expected_profit: 7.5,
    expected_profit_pct: 0.75,
    fees: 3,
    slippage_pct: 0.01,
    max_amount: 2_000,
    warnings: [],
    ...fields,
  });
const executed = ok({ status: 'success', execution_id: 'e', result: { actual_profit: 7, actual_profit_pct: 0.7 } });
const guarded = healthOf('socket.auth', 'execute.guarded', 'bot.mode');

type Setup = { opportunity?: Fields; answers?: Fields; health?: ReturnType<typeof healthOf>; bot?: Fields };
const opened = async ({ opportunity = {}, answers = {}, health = guarded, bot = {} }: Setup = {}) => {
  const close = vi.fn();
  const test = await render(<ExecuteDialog id={null} close={close} />, {
    token: 't',
    answers: { health, 'bot.status': status(bot), 'orders.preview': preview(), 'orders.execute': executed, ...answers },
  });
  test.socket.latest.say({ type: 'authenticated' });
  const say = (fields: Fields) =>
    test.socket.latest.say({ type: 'opportunity', data: opportunityRecord('o1', 0, { ...opportunity, ...fields }) });
  say({});
  test.client.send({ type: 'Watch', resource: 'status' });
  await test.paint();
  await test.rerender(<ExecuteDialog id="o1" close={close} />);
  await test.paint();
  const sent = (name: string) => test.api.calls.flatMap((call) => (call.name === name ? [call.request.body] : []));
  const second = async () => {
    test.socket.latest.say({ type: 'pong' });
    await test.advance(1_000);
    await test.paint();
  };
  const pressed = async (name: string | RegExp) => {
    await test.user.click(screen.getByRole('button', { name }));
    await test.paint();
  };
  const typed = async (label: string, text: string) => {
    await test.user.clear(screen.getByLabelText(label));
    if (text !== '') await test.user.type(screen.getByLabelText(label), text);
    await test.paint();
  };
  return { ...test, close, say, sent, second, pressed, typed };
};
const amount = 'Amount, $';
const floor = 'Only if it still brings at least, %';
const executeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Execute|^Ask again/ });
const reason = () => executeButton().closest('.bp6-dialog-footer')?.querySelector('[role=status]')?.textContent;
const alert = () => within(screen.getByRole('dialog')).queryByRole('alert')?.textContent ?? null;

test('what is shown is what is sent: amount, profit, floor', async () => {
  const { sent, pressed, close } = await opened();
  expect(screen.getByText('+$7.50 · +0.750%')).toBeTruthy();
  expect(screen.getByText('fees of $3.00 counted')).toBeTruthy();
  expect(screen.getByText('+$8.20 · +0.820%')).toBeTruthy();
  await pressed('Execute Trade · $1,000.00 PAPER');
  expect(sent('orders.execute')).toEqual([
    { opportunity_id: 'o1', amount: 1_000, dry_run: true, expected_profit: 7.5, min_profit_pct: 0.3 },
  ]);
  expect(close).toHaveBeenCalled();
});

test('another amount is previewed as it is typed, and the latest one wins', async () => {
  const { api, typed, sent, pressed, paint } = await opened();
  api.answer('orders.preview', ({ body }) => {
    const { amount: asked } = body as { amount: number };
    return preview({ amount: asked, expected_profit: asked / 100, expected_profit_pct: 1 });
  });
  await typed(amount, '250.55');
  await paint();
  expect(sent('orders.preview').at(-1)).toEqual({ opportunity_id: 'o1', amount: 250.55 });
  expect(screen.getByText('+$2.51 · +1.000%')).toBeTruthy();
  await pressed('Execute Trade · $250.55 PAPER');
  expect(sent('orders.execute')).toMatchObject([{ amount: 250.55, expected_profit: 2.5055 }]);
});

test('nothing can be sent until the preview of the typed amount is there', async () => {
  const { api, typed, sent, user } = await opened();
  api.answer('orders.preview', 'never');
  await typed(amount, '500');
  expect([executeButton().disabled, reason()]).toEqual([true, 'Waiting for the preview of this amount']);
  await user.type(screen.getByLabelText(amount), '{Enter}');
  expect(sent('orders.execute')).toEqual([]);
});

test('the preview is made again each second, and the figures stay until the next one', async () => {
  const { api, second, sent } = await opened();
  api.answer('orders.preview', preview({ expected_profit: 6, expected_profit_pct: 0.6 }));
  await second();
  expect(screen.getByText('+$6.00 · +0.600%')).toBeTruthy();
  api.answer('orders.preview', 'never');
  await second();
  expect(screen.getByText('+$6.00 · +0.600%')).toBeTruthy();
  expect([sent('orders.preview').length, executeButton().disabled]).toEqual([3, false]);
});

test('an empty floor is none, and a wrong one is named', async () => {
  const { typed, pressed, sent } = await opened();
  expect(screen.getByLabelText<HTMLInputElement>(floor).value).toBe('0.3');
  await typed(floor, 'much');
  expect([executeButton().disabled, reason()]).toEqual([true, 'Correct the floor']);
  await typed(floor, '');
  await pressed(/^Execute Trade/);
  expect(sent('orders.execute')).toEqual([
    { opportunity_id: 'o1', amount: 1_000, dry_run: true, expected_profit: 7.5 },
  ]);
});

test.each([
  ['1.500', 'Could be read as thousands: write it without separators'],
  ['1,000.00', 'Digits only, with a point before the decimals'],
  ['0', 'Must be more than 0'],
  ['-5', 'Must be more than 0'],
])('the amount %s is refused with its reason', async (text, message) => {
  const { typed } = await opened();
  await typed(amount, text);
  expect([screen.getByText(message) !== null, executeButton().disabled, reason()]).toEqual([
    true,
    true,
    'Correct the amount',
  ]);
});

test('more than can be placed is refused, and Max takes what can, in whole cents', async () => {
  const { api, typed, pressed } = await opened();
  api.answer('orders.preview', preview({ max_amount: 912.409 }));
  await typed(amount, '5000');
  expect([executeButton().disabled, screen.getByText('At most $912.41 can be placed now') !== null]).toEqual([
    true,
    true,
  ]);
  await pressed('Max');
  expect([screen.getByLabelText<HTMLInputElement>(amount).value, executeButton().disabled]).toEqual(['912.40', false]);
});

test('an amount that was not typed follows what can be placed, and what is shown is what is sent', async () => {
  const { pressed, sent, paint } = await opened({ answers: { 'orders.preview': preview({ max_amount: 912.409 }) } });
  await paint();
  await pressed('Execute Trade · $912.40 PAPER');
  expect(sent('orders.execute')).toMatchObject([{ amount: 912.4 }]);
});

test('an order refused below the floor shows what changed, and Enter does not send it again', async () => {
  const { api, pressed, sent, user } = await opened();
  const now = preview({ expected_profit: 2, expected_profit_pct: 0.2 });
  api.answer('orders.execute', { status: 409, body: { detail: 'x', code: 'below_floor', preview: now.body } });
  await pressed(/^Execute Trade/);
  expect(alert()).toBe(
    'Not executed: it brings +$2.00 (+0.200%) now, below your floor of 0.30%. You saw +$7.50 (+0.750%).',
  );
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.type(screen.getByLabelText(amount), '{Enter}');
  expect(sent('orders.execute').length).toBe(1);
});

test('the reason of a refusal outlives the next preview, and goes with the next order', async () => {
  const { api, pressed, second } = await opened();
  const now = preview({ expected_profit: 2, expected_profit_pct: 0.2 });
  api.answer('orders.execute', { status: 409, body: { detail: 'x', code: 'below_floor', preview: now.body } });
  await pressed(/^Execute Trade/);
  await second();
  expect(alert()).toMatch(/^Not executed/);
  api.answer('orders.execute', 'never');
  await pressed(/^Execute Trade/);
  expect(alert()).toBe(null);
});

test('an order sent right after a refusal is not shown as refused', async () => {
  const { api, pressed, close } = await opened();
  const now = preview({ expected_profit: 2, expected_profit_pct: 0.2 });
  api.answer('orders.execute', { status: 409, body: { detail: 'x', code: 'below_floor', preview: now.body } });
  await pressed(/^Execute Trade/);
  api.answer('orders.execute', 'never');
  await pressed(/^Execute Trade/);
  expect([alert(), close.mock.calls.length]).toEqual([null, 0]);
});

test('executed meanwhile: a second time needs a second confirmation', async () => {
  const { api, pressed, sent, close } = await opened();
  api.answer('orders.execute', ({ body }) =>
    (body as { again?: boolean }).again
      ? executed
      : { status: 409, body: { detail: 'x', code: 'executed_meanwhile', preview: preview().body } },
  );
  await pressed(/^Execute Trade/);
  expect(alert()).toMatch(/executed since you opened it/);
  expect(document.activeElement?.textContent).toBe('Cancel');
  await pressed('Execute again · $1,000.00 PAPER');
  expect(sent('orders.execute').map((body) => (body as { again?: boolean }).again)).toEqual([undefined, true]);
  expect(close).toHaveBeenCalled();
});

test('a lost answer may have been executed: asking again sends the same order under the same key', async () => {
  const { api, pressed, advance, close } = await opened();
  api.answer('orders.execute', 'network');
  await pressed(/^Execute Trade/);
  await advance(2_000);
  expect(alert()).toMatch(/may have been executed/);
  api.answer('orders.execute', executed);
  await pressed('Ask again');
  const orders = api.calls.filter(({ name }) => name === 'orders.execute');
  expect(new Set(orders.map(({ key }) => key)).size).toBe(1);
  expect(new Set(orders.map(({ request }) => JSON.stringify(request.body))).size).toBe(1);
  expect(close).toHaveBeenCalled();
});

test('a lost answer stays shown while the connection goes and comes: a preview would hide that it may have been executed', async () => {
  const { api, socket, pressed, advance, paint, sent } = await opened();
  api.answer('orders.execute', 'network');
  await pressed(/^Execute Trade/);
  await advance(4_000);
  socket.latest.say({ type: 'pong' });
  await paint();
  expect([executeButton().textContent, executeButton().disabled]).toEqual(['Ask again', false]);
  expect(alert()).toMatch(/may have been executed/);
  expect(sent('orders.preview')).toHaveLength(1);
});

test('a cycle that failed is shown with its reason, and the dialog stays', async () => {
  const failure = ok({ status: 'failed', execution_id: 'e', result: { error_message: 'the book has moved' } });
  const { pressed, close } = await opened({ answers: { 'orders.execute': failure } });
  await pressed(/^Execute Trade/);
  expect([alert(), close.mock.calls.length]).toEqual(['the book has moved', 0]);
});

test('live money: the button names the amount, Cancel has the focus, and Enter in the field sends nothing', async () => {
  const { sent, pressed, user, paint } = await opened({ bot: { mode: 'live' } });
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.type(screen.getByLabelText(amount), '{Enter}');
  expect(sent('orders.execute')).toEqual([]);
  await pressed('Execute $1,000.00 LIVE');
  expect(sent('orders.execute')).toEqual([]);
  await user.type(screen.getByLabelText('Type LIVE to confirm'), 'LIVE{Enter}');
  await paint();
  expect(sent('orders.execute')).toMatchObject([{ amount: 1_000, dry_run: false }]);
});

test('on paper Enter in the amount field sends the order', async () => {
  const { sent, user } = await opened();
  expect(document.activeElement).toBe(screen.getByLabelText(amount));
  await user.keyboard('{Enter}');
  expect(sent('orders.execute')).toMatchObject([{ dry_run: true }]);
});

test.each<[string, Setup, string]>([
  ['unknown mode', { bot: { mode: null } }, 'The state of the bot is not known yet'],
  ['halted bot', { bot: { halted: { reason: 'kill', since: null } } }, 'The bot is halted: lift the halt first'],
  ['expired opportunity', { opportunity: { is_valid: false } }, 'This opportunity has expired'],
  [
    'viewer',
    {
      health: healthOf('socket.auth', 'auth.code', 'execute.guarded'),
      answers: { 'auth.me': ok({ name: 'ada', role: 'viewer' }) },
    },
    'Your role is viewer: this needs the role operator',
  ],
])('of an %s nothing can be executed, and the button says why', async (_, setup, text) => {
  const { sent } = await opened(setup);
  expect([executeButton().disabled, reason()]).toEqual([true, text]);
  expect(sent('orders.execute')).toEqual([]);
});

test('while the bot is not confirmed nothing can be executed', async () => {
  const { advance } = await opened();
  expect(executeButton().disabled).toBe(false);
  await advance(4_000);
  expect([executeButton().disabled, reason()]).toEqual([
    true,
    'The bot is not confirmed to be listening: wait for the connection',
  ]);
});

test('an opportunity that expires while the dialog is open cannot be executed any more', async () => {
  const { say, paint } = await opened();
  say({ is_valid: false });
  await paint();
  expect([executeButton().disabled, reason()]).toEqual([true, 'This opportunity has expired']);
});

test('during replay nothing is sent', async () => {
  const { client, paint, sent } = await opened();
  client.journal.pause();
  await paint();
  expect([executeButton().disabled, reason()]).toEqual([true, 'During replay no command is sent']);
  expect(sent('orders.execute')).toEqual([]);
});

test('risk reasons are shown once, two warnings at most, the weightiest first', async () => {
  const reasons = ['books are 2 s old', 'three thin levels'];
  const warnings = ['books are 3 s old', 'three thin levels', 'below the threshold', 'fees changed', 'real funds'];
  await opened({
    opportunity: { risk_reasons: reasons },
    answers: { 'orders.preview': preview({ warnings, expected_profit: 1, expected_profit_pct: 0.1 }) },
  });
  expect(screen.getAllByText(/books are . s old/).length).toBe(1);
  expect([...document.querySelectorAll('.bp6-callout')].map(({ textContent }) => textContent)).toEqual([
    'It brings +$1.00 (+0.100%) now, below your floor of 0.30%: it is not executed while it does.',
    'below the threshold',
  ]);
  expect(screen.getByText('2 notes')).toBeTruthy();
});

test('a bot that speaks only the spec gets its own body, and the dialog says that nothing was checked', async () => {
  const { sent, pressed } = await opened({
    health: ok({}),
    opportunity: { capital_required: null },
    answers: { 'orders.preview': { status: 404, body: {} } },
  });
  expect(sent('orders.preview')).toEqual([]);
  await pressed('Execute Trade · PAPER');
  expect(sent('orders.execute')).toEqual([{ opportunity_id: 'o1', dry_run: true }]);
});

test('where a bot of the spec has no preview, the amount is sent all the same, with a warning', async () => {
  const { sent, pressed } = await opened({ health: ok({}), answers: { 'orders.preview': { status: 404, body: {} } } });
  expect(screen.getByText(/This bot gives no preview/)).toBeTruthy();
  await pressed(/^Execute Trade/);
  expect(sent('orders.execute')).toEqual([{ opportunity_id: 'o1', amount: 1_000, dry_run: true }]);
});

test('closing ends the preview', async () => {
  const { client, rerender, close } = await opened();
  await rerender(<ExecuteDialog id={null} close={close} />);
  await waitFor(() => expect(selectOpenTicket(client.getSnapshot())).toBe(null));
});
