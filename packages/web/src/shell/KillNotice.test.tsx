import { screen } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { CommandNotice } from './CommandNotice.tsx';
import { KillNotice } from './KillNotice.tsx';

const running = { is_running: true, bot_status: 'running', mode: 'paper', uptime: 1 };
const opened = async () => {
  const rendered = await render(
    <>
      <CommandNotice />
      <KillNotice />
    </>,
    { token: 't', answers: { health: healthOf('bot.kill'), 'bot.status': ok(running) } },
  );
  rendered.client.send({ type: 'Watch', resource: 'status' });
  await rendered.paint();
  return rendered;
};
const shown = (container: HTMLElement) => container.textContent?.replaceAll(/\d\d:\d\d:\d\d/g, 'T');

test('a kill without an answer stays, is tried again, and can be given up', async () => {
  const { client, api, advance, user, container, paint } = await opened();
  api.answer('bot.kill', 'never');
  client.send({ type: 'KillBot', reason: 'test' });
  await paint();
  expect(shown(container)).toBe('Kill sent T, not confirmedtrying again (1)Stop trying');
  await advance(2_100);
  expect(shown(container)).toBe('Kill sent T, not confirmedtrying again (2)Stop trying');
  await user.click(screen.getByRole('button', { name: 'Stop trying' }));
  await advance(60_000);
  expect([shown(container), api.count('bot.kill')]).toEqual(['', 2]);
});

test('a confirmed kill is shown as confirmed', async () => {
  const { client, api, advance, container, paint } = await opened();
  api.answer('bot.kill', (_, times) => (times === 1 ? 'never' : ok({ message: 'halted', status: running })));
  client.send({ type: 'KillBot', reason: 'test' });
  await paint();
  await advance(2_100);
  expect(shown(container)).toBe('Kill confirmed T');
});

test('a confirmed kill says what it has done: cancels, orders with unknown outcome, assets still held', async () => {
  const { client, api, container, paint } = await opened();
  api.answer('bot.kill', ok({ message: 'halted', sent: 3, unknown: 1, held: 2 }));
  client.send({ type: 'KillBot', reason: 'test' });
  await paint();
  expect(shown(container)).toBe(
    'Kill confirmed T · 3 cancels sent · 1 order with unknown outcome · 2 assets still held',
  );
  api.answer('bot.kill', ok({ message: 'halted', sent: 0, unknown: 0, held: 0 }));
  client.send({ type: 'KillBot', reason: 'test' });
  await paint();
  expect(shown(container)).toBe('Kill confirmed T · 0 cancels sent');
});

test('a refused kill says why, is not sent again, and is dismissed', async () => {
  const { client, api, advance, user, container, paint } = await opened();
  api.answer('bot.kill', { status: 403, body: { detail: 'operators only' } });
  client.send({ type: 'KillBot', reason: 'test' });
  await paint();
  await advance(30_000);
  expect([shown(container), api.count('bot.kill')]).toEqual([
    'Kill sent T, not confirmedthe bot refused it: operators onlyDismiss',
    1,
  ]);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await paint();
  expect(shown(container)).toBe('');
});

test('a command is pending until the bot answers, and failed until the next one', async () => {
  const { client, api, container, paint } = await opened();
  api.answer('bot.stop', 'never');
  client.send({ type: 'StopBot', cancel_orders: true });
  await paint();
  expect(shown(container)).toBe('Stop sent T, waiting for the bot');
});

test('a failed command says why until it is dismissed; the next failure is shown again', async () => {
  const { client, api, advance, container, user, paint } = await opened();
  api.answer('bot.stop', { status: 400, body: { detail: 'no' } });
  client.send({ type: 'StopBot', cancel_orders: true });
  await paint();
  expect(shown(container)).toBe('Stop failed: no');
  await user.click(screen.getByRole('button', { name: 'Dismiss: Stop failed' }));
  await paint();
  expect(shown(container)).toBe('');
  await advance(1_000);
  client.send({ type: 'StopBot', cancel_orders: true });
  await paint();
  expect(shown(container)).toBe('Stop failed: no');
});
