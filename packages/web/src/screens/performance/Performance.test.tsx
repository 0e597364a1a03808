// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { botStatus, healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { setWidth } from '../../testing/viewport.ts';
import { Performance } from './Performance.tsx';

const parts = { equity_start: 100, equity_end: 107, change: 7, realised: 7, fees: 1, unrealised: 0, dust: 0, flows: 0 };
const query = (request: unknown) => (request as { query: { market?: string } }).query;
const ofNoEquity = 'Equity is known of the market that was watched at the end. Choose that one to see how it adds up.';

const opened = async (address = '/performance', markets = ['live', 'practice']) => {
  setWidth(1_600);
  const page = await render(<Performance />, {
    address,
    token: 't',
    answers: {
      health: healthOf('money.v2', 'performance.breakdown'),
      'bot.status': ok(botStatus({ market: 'live' })),
      'performance.metrics': (request) => {
        const { market: name = 'live' } = query(request);
        const since = name === 'live' ? '2026-11-20T00:00:00.000Z' : null;
        return ok({ total_pnl: name === 'live' ? 7 : 500, market: { name, since }, markets });
      },
      // Its loading has the window loaded again: what the bot can do is known by then.
      'performance.summary': ok({ total_pnl: 7 }),
      'performance.money': ok({ total: parts, days: [], unpriced: [] }),
      'performance.breakdown': ok({}),
    },
  });
  await page.advance(500);
  return page;
};
const realised = () => screen.getByRole('group', { name: 'Realised profit' }).textContent;
const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Market' });

test('a market is chosen: its figures are asked for, and no equity of another one stands beside them', async () => {
  const { user, advance, api } = await opened();
  expect([choice().value, realised()]).toEqual(['live', expect.stringContaining('+$7.00')]);
  expect(screen.getByText('its equity since 20 Nov 2026')).toBeTruthy();
  await user.selectOptions(choice(), 'Market practice');
  // It stays in place, so that the focus does, while the figures are loaded.
  expect([choice().value, window.location.search]).toEqual(['practice', '?market=practice']);
  await advance(500);
  expect(realised()).toContain('+$500.00');
  expect(screen.getByText(ofNoEquity)).toBeTruthy();
  for (const name of ['performance.metrics', 'performance.breakdown']) {
    const asked = api.calls.filter((call) => call.name === name).map(({ request }) => query(request).market);
    expect(new Set(asked.slice(-2))).toEqual(new Set(['practice']));
  }
  await user.selectOptions(choice(), 'Market live');
  await advance(500);
  expect(realised()).toContain('+$7.00');
  expect(screen.queryByText(ofNoEquity)).toBe(null);
});

test('the market that is watched may be chosen by its name, and its equity is shown', async () => {
  await opened('/performance?market=live');
  expect([choice().value, screen.queryByText(ofNoEquity)]).toEqual(['live', null]);
  expect(screen.getByRole('table', { name: 'How it adds up to equity' })).toBeTruthy();
});

test('of one market only there is nothing to choose', async () => {
  await opened('/performance', ['live']);
  expect(screen.queryByRole('combobox', { name: 'Market' })).toBe(null);
  expect(screen.getByText('Market live, its equity since 20 Nov 2026')).toBeTruthy();
});
