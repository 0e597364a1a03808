import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { describe, expect, test } from 'vitest';
import { useWatch } from '../../client-context.tsx';
import { button, field, fill, noteOf } from '../../testing/form-screen.ts';
import { render } from '../../testing/render.tsx';
import { RiskForm } from './RiskForm.tsx';

const limits = { max_position: 1_000, max_daily_volume: 5_000 };
const risk = { assets: { BTC: limits, ETH: limits }, cooldown_after_failure_seconds: 60, stop_loss_pct: 10 };
const config = { id: 'c1', version: 4, risk };

function Screen() {
  useWatch('config');
  return <RiskForm />;
}

const shown = async (...capabilities: string[]) => showing(config, ...capabilities);
const showing = async (config: object, ...capabilities: string[]) => {
  const answers = { health: healthOf(...capabilities), 'config.current': ok(config) };
  const test = await render(<Screen />, { answers });
  await test.advance(2_000);
  const bodies = () => test.api.calls.flatMap(({ name, request }) => (name === 'config.update' ? [request.body] : []));
  return { ...test, bodies };
};
const assets = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);

test('limits of assets are edited, taken out and added, and the risk is written as a whole', async () => {
  const { user, paint, api, bodies } = await shown('config.write');
  api.answer('config.update', ok({ ...config, version: 5 }));
  await fill(user, 'Max Position of BTC', '700');
  await user.click(button('Remove ETH'));
  await user.type(field('New asset'), 'sol{Enter}');
  expect(assets()).toEqual(['BTC', 'SOL']);
  await fill(user, 'Max Daily Volume of SOL', '90');
  await user.click(button('Save'));
  await paint();
  expect(bodies()).toEqual([
    {
      risk: {
        ...risk,
        assets: {
          BTC: { max_position: 700, max_daily_volume: 5_000 },
          SOL: { max_position: 1_000, max_daily_volume: 90 },
        },
      },
      version: 4,
    },
  ]);
});

test('an asset is letters and digits, and is in the table once', async () => {
  const { user } = await shown('config.write');
  for (const [typed, note] of [
    ['BTC/USDT', 'Letters and digits, e.g. SOL'],
    ['btc', 'It is in the table already'],
  ] as const) {
    await fill(user, 'New asset', typed);
    await user.click(button('Add'));
    expect(noteOf('New asset')).toBe(note);
  }
  expect(assets()).toEqual(['BTC', 'ETH']);
});

test('an edited asset stays when another client takes it out, and the limit it lacks is asked for', async () => {
  const { user, api, client, advance, bodies } = await shown('config.write');
  await fill(user, 'Max Position of BTC', '700');
  api.answer('config.current', ok({ ...config, version: 5, risk: { ...risk, assets: { ETH: limits } } }));
  client.send({ type: 'Refresh', resource: 'config' });
  await advance(2_000);
  expect([assets(), field('Max Daily Volume of BTC').value]).toEqual([['ETH', 'BTC'], '']);
  await user.click(button('Save'));
  expect([noteOf('Max Daily Volume of BTC'), bodies()]).toEqual(['Enter a number above 0', []]);
  expect(document.activeElement).toBe(field('Max Daily Volume of BTC'));
});

test('the bot names the limit that it refuses, by the path of its own body', async () => {
  const { user, paint, api } = await shown('config.write');
  const errors = [{ path: 'risk.assets.BTC.max_position', message: 'more than the account holds' }];
  api.answer('config.update', { status: 422, body: { detail: 'not valid', code: 'invalid', errors } });
  await fill(user, 'Max Position of BTC', '700');
  await user.click(button('Save'));
  await paint();
  expect([noteOf('Max Position of BTC'), noteOf('Max Position of ETH')]).toEqual(['more than the account holds', '']);
});

test('a bot without parameters is shown with the defaults; they stay in this browser', async () => {
  const { user, paint, storage, bodies } = await shown();
  expect([assets(), field('Global Stop-Loss %').value]).toEqual([['BTC', 'ETH', 'BNB'], '10']);
  await fill(user, 'Global Stop-Loss %', '8');
  await user.click(button('Save'));
  await paint();
  expect(bodies()).toEqual([]);
  expect(JSON.parse(storage.get('settings_parameters') ?? '{}')).toMatchObject({ risk: { stop_loss_pct: 8 } });
  within(screen.getByRole('status')).getByText(/^Saved in this browser only/);
});

describe('the bounds of ways back and profits', () => {
  const bounded = { ...config, risk: { ...risk, max_unwind_loss_pct: 1, max_profit_pct: 3 } };
  const loss = 'Max Loss of a Way Back %';
  const doubt = 'Doubted Profit %';

  test('are shown as the bot has them, within 0 and 100, and written with the rest', async () => {
    const { user, paint, api, bodies } = await showing(bounded, 'config.write');
    api.answer('config.update', ok({ ...bounded, version: 5 }));
    expect([field(loss).value, field(doubt).value]).toEqual(['1', '3']);
    expect([noteOf(loss), noteOf(doubt)]).toEqual([
      expect.stringMatching(/residual position. Empty: 1 %; 100: any price.$/),
      expect.stringMatching(/after its books were read again. Empty: 3 %.$/),
    ]);
    expect(await fill(user, loss, '100.5')).toBe('Must be between 0 and 100');
    await fill(user, loss, '0.25');
    await user.click(button('Save'));
    await paint();
    expect(bodies()).toEqual([{ risk: { ...bounded.risk, max_unwind_loss_pct: 0.25 }, version: 4 }]);
  });

  test('that are emptied are left to the bot', async () => {
    const { user, paint, api, bodies } = await showing(bounded, 'config.write');
    api.answer('config.update', ok({ ...bounded, version: 5 }));
    await fill(user, loss, '');
    await fill(user, doubt, '');
    await user.click(button('Save'));
    await paint();
    expect(bodies()).toEqual([{ risk, version: 4 }]);
    expect([field(loss).value, field(doubt).value]).toEqual(['1', '3']);
  });

  test.each([['config.write'], []])('are not offered by a bot that has none (%s)', async (...capabilities) => {
    const { user, paint, bodies } = await shown(...capabilities);
    expect([screen.queryByText(loss), screen.queryByText(doubt)]).toEqual([null, null]);
    await fill(user, 'Global Stop-Loss %', '8');
    await user.click(button('Save'));
    await paint();
    const saved = capabilities.length === 0 ? [] : [{ risk: { ...risk, stop_loss_pct: 8 }, version: 4 }];
    expect(bodies()).toEqual(saved);
  });
});
