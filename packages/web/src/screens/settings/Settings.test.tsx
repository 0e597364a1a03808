import { screen, waitFor, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { button, field } from '../../testing/form-screen.ts';
import { render } from '../../testing/render.tsx';
import { Settings } from './Settings.tsx';

const config = { id: 'c1', name: 'Default', version: 4, total_capital: 10_000 };
const answers = {
  health: healthOf('config.write'),
  'config.current': ok(config),
  'exchanges.list': ok({ exchanges: {} }),
};
const shown = async () => {
  const test = await render(<Settings />, { answers, address: '/settings?tab=global' });
  await test.advance(2_000);
  return test;
};
const total = () => document.getElementById('global-total_capital') as HTMLInputElement;
const mayClose = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
const marked = () =>
  screen
    .getAllByRole('tab')
    .map((tab) => within(tab).getByText(/./, { selector: 'title' }).closest('.caution') !== null);

test('leaving with something unsaved is asked about, and its tab is marked, until it is discarded', async () => {
  const { user } = await shown();
  expect([mayClose(), marked()]).toEqual([true, [false, false, false, false, false]]);
  await user.type(total(), '9');
  expect([mayClose(), marked()]).toEqual([false, [false, true, false, false, false]]);
  await user.click(button('Discard changes'));
  expect([mayClose(), marked(), total().value]).toEqual([true, [false, false, false, false, false], '10000']);
});

test('a draft survives a change of tabs', async () => {
  const { user } = await shown();
  await user.type(total(), '9');
  const tabs = screen.getAllByRole('tab');
  for (const index of [2, 1]) await user.click(tabs[index] as HTMLElement);
  expect(total().value).toBe('100009');
});

test('an exchange that was not saved is asked about as long as its dialog is open', async () => {
  const { user } = await shown();
  await user.click(screen.getAllByRole('tab')[0] as HTMLElement);
  await user.click(button('Add Exchange'));
  await user.type(field('API Key'), 'k');
  expect(mayClose()).toBe(false);
  await user.click(button('Cancel'));
  // The dialog leaves with a transition.
  await waitFor(() => expect(mayClose()).toBe(true));
});
