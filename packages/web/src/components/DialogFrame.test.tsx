import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { DialogFrame } from './DialogFrame.tsx';
import { DrawerFrame } from './DrawerFrame.tsx';

const answers = {
  health: healthOf('bot.kill'),
  'bot.status': ok({ is_running: true }),
};

test('a dialog ends its focus order with Stop and the kill switch', async () => {
  const { user, client, paint, story } = await render(
    <DialogFrame isOpen title="Execute" onClose={() => {}}>
      <button type="button">Send</button>
    </DialogFrame>,
    { answers },
  );
  client.send({ type: 'Watch', resource: 'status' });
  await paint();
  const dialog = within(screen.getByRole('dialog', { name: 'Execute' }));
  const buttons = dialog
    .getAllByRole('button')
    .map((button) => button.textContent || button.getAttribute('aria-label'));
  expect(buttons.slice(-3)).toEqual(['Send', 'Stop the bot', 'Kill switch']);
  await user.click(dialog.getByRole('button', { name: 'Stop the bot' }));
  expect(screen.getByRole('alertdialog', { name: 'Stop Bot?' })).toBeTruthy();
  // The kill's question takes the place of the other one.
  await user.click(dialog.getByRole('button', { name: 'Kill switch' }));
  await user.click(screen.getByRole('button', { name: 'Stop everything' }));
  await paint();
  expect(story().filter((type) => /Bot$/.test(type))).toEqual(['KillBot']);
});

test('a bot that does not run and has no kill switch offers neither', async () => {
  await render(
    <DialogFrame isOpen title="Execute" onClose={() => {}}>
      <button type="button">Send</button>
    </DialogFrame>,
  );
  expect(
    screen.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label')),
  ).toEqual(['Close', 'Send']);
});

test('a drawer has a name, and its cross closes it', async () => {
  const close = vi.fn();
  const { user } = await render(
    <DrawerFrame isOpen title="Needs you" onClose={close}>
      <p>Nothing</p>
    </DrawerFrame>,
  );
  const drawer = within(screen.getByRole('dialog', { name: 'Needs you' }));
  await user.click(drawer.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(1);
});
