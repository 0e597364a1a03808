import { screen } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { describe, expect, test, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { ModeDialog } from './ModeDialog.tsx';

const stopped = { is_running: false, bot_status: 'stopped', mode: 'paper' };
const opened = async (capabilities: string[]) => {
  const close = vi.fn();
  const rendered = await render(<ModeDialog isOpen current="paper" close={close} />, {
    token: 't',
    answers: {
      health: capabilities.length === 0 ? ok({ status: 'ok' }) : healthOf(...capabilities),
      'bot.status': ok(stopped),
      'bot.mode': ok({ message: 'changed', status: { ...stopped, mode: 'live' } }),
    },
  });
  rendered.client.send({ type: 'Watch', resource: 'status' });
  await rendered.paint();
  const changes = () =>
    rendered.client.journal
      .entries()
      .flatMap(({ message }) => (message.type === 'ChangeMode' ? [[message.mode, message.confirm]] : []));
  return { ...rendered, close, changes };
};
const word = () => screen.getByLabelText('Type LIVE to confirm');
const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });

describe.each([
  ['a bot that keeps the mode', ['bot.mode']],
  ['a bot that speaks only the spec', []],
])('%s', (_, capabilities) => {
  test('live trading takes the typed word', async () => {
    const { user, changes, paint, close } = await opened(capabilities);
    await user.click(screen.getByLabelText(/Live Trading/));
    await user.click(apply());
    await user.type(word(), 'live{Enter}');
    expect(changes()).toEqual([]);
    await user.clear(word());
    await user.type(word(), 'LIVE{Enter}');
    await paint();
    expect([changes(), close.mock.calls.length]).toEqual([[['live', 'LIVE']], 1]);
  });
});

test('the mode it has is no change', async () => {
  const { user, changes, close } = await opened(['bot.mode']);
  await user.click(apply());
  expect([changes(), close.mock.calls.length]).toEqual([[], 1]);
});

test('a refused change stays open and says why', async () => {
  const { user, api, paint, close } = await opened(['bot.mode']);
  api.answer('bot.mode', { status: 409, body: { detail: 'an order is open' } });
  await user.click(screen.getByLabelText(/Live Trading/));
  await user.click(apply());
  await user.type(word(), 'LIVE{Enter}');
  await paint();
  expect([screen.getByRole('alert').textContent, close.mock.calls.length]).toEqual(['an order is open', 0]);
});
