import { screen } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test, vi } from 'vitest';
import { useWatch } from '../../client-context.tsx';
import { button, field, noteOf } from '../../testing/form-screen.ts';
import { render } from '../../testing/render.tsx';
import { ExchangeDialog } from './ExchangeDialog.tsx';

const okx = { enabled: true, api_key: 'canaryKE••••••••tail', testnet: true, has_secret: true, has_passphrase: true };

function Screen({ name, close }: { name: string; close: () => void }) {
  useWatch('exchanges');
  return <ExchangeDialog edited={{ name }} close={close} />;
}

const shown = async (name: string, ...capabilities: string[]) => {
  const close = vi.fn();
  const answers = {
    health: healthOf(...capabilities),
    'exchanges.list': ok({ exchanges: { okx } }),
    'exchanges.save': ok({ message: 'saved' }),
  };
  const test = await render(<Screen name={name} close={close} />, { answers });
  await test.advance(2_000);
  const sent = () => test.api.calls.flatMap((call) => (call.name === 'exchanges.save' ? [call.request] : []));
  const save = async () => {
    await test.user.click(button('Save'));
    await test.paint();
  };
  return { ...test, close, sent, save };
};

test('an exchange is chosen first; only some have a passphrase, and the testnet is on', async () => {
  const { user, save, sent, close } = await shown('', 'exchanges');
  await save();
  expect([noteOf('Exchange'), sent(), document.activeElement]).toEqual(['Choose an exchange', [], field('Exchange')]);
  await user.selectOptions(field('Exchange'), 'binance');
  expect([screen.queryByLabelText('Passphrase'), field('Use the testnet').checked]).toEqual([null, true]);
  await user.type(field('API Key'), ' the-key ');
  await user.type(field('API Secret'), 'the-secret');
  await save();
  expect(sent()).toMatchObject([
    { path: { name: 'binance' }, body: { enabled: true, testnet: true, api_key: 'the-key', api_secret: 'the-secret' } },
  ]);
  expect(close).toHaveBeenCalledTimes(1);
});

test('what was typed for one exchange is not sent to another', async () => {
  const { user, save, sent } = await shown('', 'exchanges');
  await user.selectOptions(field('Exchange'), 'kucoin');
  await user.type(field('API Key'), 'key-of-kucoin');
  await user.type(field('Passphrase'), 'passphrase-of-kucoin');
  await user.selectOptions(field('Exchange'), 'kraken');
  expect(field('API Key').value).toBe('');
  await user.type(field('API Key'), 'key-of-kraken');
  await save();
  expect(sent()).toMatchObject([{ path: { name: 'kraken' } }]);
  expect(sent()[0]?.body).toEqual({ enabled: true, testnet: true, api_key: 'key-of-kraken' });
});

test('a change keeps the secrets that are not entered', async () => {
  const { user, save, sent } = await shown('okx', 'exchanges');
  await user.click(field('Enable the exchange'));
  await save();
  expect(sent()).toMatchObject([{ path: { name: 'okx' }, body: { enabled: false, testnet: true } }]);
  expect(Object.keys(sent()[0]?.body ?? {})).toEqual(['enabled', 'testnet']);
});

test('a bot that keeps no secrets wants all of them again', async () => {
  const { user, save, sent } = await shown('okx');
  await user.type(field('API Key'), 'k');
  await save();
  const again = 'This bot shows nothing of it: enter it again to save.';
  expect([noteOf('API Secret'), noteOf('Passphrase'), sent()]).toEqual([again, again, []]);
});

test('a refusal stays in the dialog, at its field and in words', async () => {
  const { api, user, save, close } = await shown('okx', 'exchanges');
  const errors = [{ path: 'api_secret', message: 'does not belong to this key' }];
  api.answer('exchanges.save', { status: 422, body: { detail: 'The secret is wrong', code: 'invalid', errors } });
  await user.type(field('API Secret'), 'x');
  await save();
  expect(noteOf('API Secret')).toBe('does not belong to this key');
  screen.getByText(/^Not saved: /);
  expect([close.mock.calls, field('API Secret').value]).toEqual([[], 'x']);
});
