import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { BotControl } from './BotControl.tsx';

const status = { is_running: true, bot_status: 'running', mode: 'paper', uptime: 3_723, halted: null };
const opened = async (fields: object = {}) => {
  const rendered = await render(<BotControl />, {
    token: 't',
    answers: { health: healthOf('socket.auth', 'bot.mode'), 'bot.status': ok({ ...status, ...fields }) },
  });
  rendered.client.send({ type: 'Watch', resource: 'status' });
  rendered.socket.latest.say({ type: 'authenticated' });
  await rendered.paint();
  const sent = () => rendered.story().filter((type) => /Bot$/.test(type));
  return { ...rendered, sent };
};
const part = (name: string) => screen.getByLabelText(name, { selector: 'section' }).textContent;
const buttons = () =>
  screen.getAllByRole<HTMLButtonElement>('button').map((one) => `${one.textContent}${one.disabled ? ' off' : ''}`);

test('a running bot shows its state, uptime and mode; stop and restart ask first', async () => {
  const { user, paint, sent } = await opened();
  expect([part('Bot Status'), part('Uptime')]).toEqual(['Bot StatusRunning', 'Uptime1h 2m 3s']);
  expect(part('Trading Mode')).toMatch(/Paper/);
  expect(buttons()).toEqual(['Change off', 'Restart', 'Stop Bot']);
  await user.click(screen.getByRole('button', { name: 'Restart' }));
  await user.click(within(screen.getByRole('alertdialog', { name: 'Restart the bot?' })).getByText('Cancel'));
  await user.click(screen.getByRole('button', { name: 'Stop Bot' }));
  expect(sent()).toEqual([]);
  await user.click(within(screen.getByRole('alertdialog', { name: 'Stop Bot?' })).getByText('Stop Bot'));
  await paint();
  expect(sent()).toEqual(['StopBot']);
});

test('a stopped bot is started in its mode, which the button names when it is live', async () => {
  const { user, api, unmount } = await opened({ is_running: false, bot_status: 'stopped', uptime: null });
  expect([part('Uptime'), buttons()]).toEqual(['Uptime—', ['Change', 'Start Bot']]);
  await user.click(screen.getByRole('button', { name: 'Start Bot' }));
  expect(api.calls.flatMap(({ name, request }) => (name === 'bot.start' ? [request.body] : []))).toEqual([
    { mode: 'paper' },
  ]);
  unmount();
  await opened({ is_running: false, bot_status: 'stopped', mode: 'live' });
  expect(buttons()).toEqual(['Change', 'Start Bot LIVE']);
});

test.each(['live', null])('a start with the mode %s sends nothing before LIVE is typed, exactly', async (mode) => {
  const { user, api, paint } = await opened({ is_running: false, bot_status: 'stopped', mode });
  await user.click(screen.getByRole('button', { name: /^Start Bot/ }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Start the bot?' }));
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Start Bot' });
  await user.type(dialog.getByLabelText('Type LIVE to confirm'), 'live{Enter}');
  expect([confirm.disabled, api.count('bot.start')]).toEqual([true, 0]);
  await user.clear(dialog.getByLabelText('Type LIVE to confirm'));
  await user.type(dialog.getByLabelText('Type LIVE to confirm'), 'LIVE{Enter}');
  await paint();
  expect(api.count('bot.start')).toBe(1);
});

test('a mode that becomes live while the question is open is asked for its word', async () => {
  const { user, api, client, paint, advance } = await opened();
  await user.click(screen.getByRole('button', { name: 'Restart' }));
  api.answer('bot.status', ok({ ...status, mode: 'live' }));
  client.send({ type: 'Refresh', resource: 'status' });
  await advance(2_000);
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restart' }));
  await paint();
  expect([screen.getByLabelText('Type LIVE to confirm').id, api.count('bot.restart')]).toEqual(['confirm-word', 0]);
});

test.each([
  ['unknown', { is_running: null, bot_status: null }, ['Change off', 'Start Bot off']],
  [
    'halted',
    { is_running: false, bot_status: 'stopped', halted: { reason: 'by hand', at: null } },
    ['Change', 'Start Bot off'],
  ],
  ['stopping', { bot_status: 'stopping' }, ['Change off', 'Restart off', 'off']],
])('a bot that is %s cannot be started from here', async (_, fields, shown) => {
  await opened(fields);
  expect(buttons().map((text) => text.replace('Stop Bot', '').trim())).toEqual(shown);
});

test('a halted bot says why and since when', async () => {
  await opened({
    is_running: false,
    bot_status: 'stopped',
    halted: { reason: 'drawdown', at: '2026-11-20T11:00:00.000Z' },
  });
  expect(screen.getByText(/drawdown/).textContent).toMatch(/drawdown.*\d\d:\d\d/);
});

test('the states of the bot are shown in their order, and the present one is marked with its time', async () => {
  await opened();
  const steps = within(screen.getByRole('list', { name: 'States of the bot' })).getAllByRole('listitem');
  const names = steps.map((step) => step.querySelector('strong')?.textContent);
  expect(names).toEqual(['Stopped', 'Starting', 'Running', 'Stopping', 'Halted']);
  const present = steps.filter((step) => step.getAttribute('aria-current') === 'step');
  expect(present.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Runningsince \d\d:\d\d:\d\d$/),
  ]);
});

test('a silent bot is not shown as running: its state is that of then, and its clock stands still', async () => {
  const { advance } = await opened();
  const uptime = part('Uptime');
  await advance(4_000);
  const silent = part('Uptime');
  await advance(3_000);
  expect(within(screen.getByLabelText('Bot Status', { selector: 'section' })).getByRole('status').textContent).toMatch(
    /^Running at \d\d:\d\d:\d\d, unknown since$/,
  );
  expect(screen.getAllByRole('listitem').some((step) => step.hasAttribute('aria-current'))).toBe(false);
  expect(uptime).toBe('Uptime1h 2m 3s');
  expect(part('Uptime')).toBe(silent);
});

const parameters = { id: 'c', version: 4, auto_execute: true };
const withChoice = async (answers: object = {}, fields: object = {}) => {
  const page = await render(<BotControl />, {
    token: 't',
    answers: {
      health: healthOf('config.write', 'bot.mode'),
      'bot.status': ok({ ...status, ...fields }),
      'config.current': ok(parameters),
      'config.update': ({ body }) => ok({ ...parameters, ...(body as object), version: 5 }),
      ...answers,
    },
  });
  page.client.send({ type: 'Watch', resource: 'status' });
  await page.advance(500);
  return page;
};
const pressed = () =>
  within(screen.getByRole('group', { name: 'Opportunities' })).getByRole('button', { pressed: true }).textContent;

test('what is found is executed by the bot, or left to the operator: chosen here, and saved in the bot', async () => {
  const { user, api, advance } = await withChoice();
  expect(pressed()).toBe('Executed by the bot');
  await user.click(screen.getByRole('button', { name: 'Left to you' }));
  await advance(500);
  expect(pressed()).toBe('Left to you');
  expect(screen.getByText('Nothing is executed until somebody opens it and confirms.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Left to you' }));
  await advance(500);
  const saved = api.calls.flatMap(({ name, request }) => (name === 'config.update' ? [request.body] : []));
  expect(saved).toEqual([{ auto_execute: false, version: 4 }]);
});

test('a choice that the bot refuses is taken back, with its reason', async () => {
  const { user, advance } = await withChoice({
    'config.update': { status: 409, body: { detail: 'changed meanwhile' } },
  });
  await user.click(screen.getByRole('button', { name: 'Left to you' }));
  await advance(500);
  expect([pressed(), screen.getByRole('alert').textContent]).toEqual([
    'Executed by the bot',
    'Not changed: changed meanwhile',
  ]);
});

test('with live money it says that all waits for the operator', async () => {
  await withChoice({}, { mode: 'live' });
  expect(screen.getByText('Live money always waits for you.')).toBeTruthy();
});

const divided = { ...parameters, enabled_exchanges: ['kraken', 'okx'], by_hand: { okx: ['QUAD'] } };
const withTable = async (config: object = {}, fields: object = {}) => {
  let saved: object = { ...divided, ...config };
  const page = await withChoice(
    {
      health: healthOf('config.write', 'config.by_hand', 'bot.mode'),
      'config.current': ok(saved),
      'config.update': ({ body }: { body: unknown }) => {
        saved = { ...saved, ...(body as object), version: (body as { version: number }).version + 1 };
        return ok(saved);
      },
    },
    { enabled_exchanges: ['kraken', 'okx'], ...fields },
  );
  const bodies = () => page.api.calls.flatMap(({ name, request }) => (name === 'config.update' ? [request.body] : []));
  return { ...page, bodies };
};
const cell = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name, hidden: true });
const rows = () => screen.getAllByRole('rowheader', { hidden: true }).map(({ textContent }) => textContent);

test('each type of cycle is left to the operator at one exchange by its own switch, and taken back', async () => {
  const { user, advance, bodies } = await withTable();
  await user.click(screen.getByText('By exchange and type: 1 left to you'));
  const table = screen.getByRole('table', { name: 'Executed by the bot, by exchange and type of cycle' });
  const switches = within(table).getAllByRole<HTMLInputElement>('checkbox', { hidden: true });
  expect(switches.map(({ checked }) => checked)).toEqual([true, true, true, false]);
  await user.click(cell('TRI at kraken is executed by the bot'));
  await advance(500);
  expect(cell('TRI at kraken is executed by the bot').checked).toBe(false);
  expect(screen.getByText('By exchange and type: 2 left to you')).toBeTruthy();
  await user.click(cell('QUAD at okx is executed by the bot'));
  await advance(500);
  await user.click(cell('TRI at kraken is executed by the bot'));
  await advance(500);
  expect(bodies()).toEqual([
    { by_hand: { okx: ['QUAD'], kraken: ['TRI'] }, version: 4 },
    { by_hand: { kraken: ['TRI'] }, version: 5 },
    { by_hand: {}, version: 6 },
  ]);
  expect(screen.getByText('By exchange and type')).toBeTruthy();
});

test('an exchange that only the saved or only the running configuration has says from when it counts', async () => {
  await withTable(
    { by_hand: { kucoin: ['TRI'] }, enable_quadrangular: false },
    { enabled_exchanges: ['kraken', 'binance'] },
  );
  expect(rows()).toEqual(['binanceuntil the next start', 'kraken', 'kucoinnot traded', 'okxfrom the next start']);
  expect(screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Exchange',
    'TRI',
    'QUAD (off)',
  ]);
});

test.each([
  ['does not know it', {}, {}, false],
  ['leaves all to the operator', { auto_execute: false }, {}, true],
  ['trades live money', {}, { mode: 'live' }, true],
])('nothing is chosen by exchange of a bot that %s', async (_, config, fields, knows) => {
  await (knows ? withTable(config, fields) : withChoice({ 'config.current': ok(divided) }));
  expect(screen.queryByText(/By exchange and type/)).toBeNull();
});
