// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { MarketTab } from '../../screens/settings/MarketTab.tsx';
import { render } from '../../testing/render.tsx';
import { FirstRun } from './FirstRun.tsx';

const unchosen = {
  ...{ source: 'none', detail: null, exchanges: [], given: false },
  ...{ offered: ['binance', 'kucoin', 'okx'], change: null, checks: [] },
};
const recorded = {
  ...{ name: 'kucoin-a', exchange: 'kucoin', rows: 3, bytes: 99 },
  ...{ from: '2026-01-31T11:00:00.000Z', to: '2026-01-31T12:00:00.000Z' },
};
const opened = async (element: React.JSX.Element, market: object, recordings: readonly object[] = []) => {
  const page = await render(element, {
    address: '/dashboard',
    token: 't',
    answers: {
      health: healthOf('market', 'recordings'),
      'market.get': ok(market),
      'market.choose': ok(market),
      'market.check': ok(market),
      'recordings.list': ok({ data: recordings }),
    },
  });
  await page.advance(400);
  const sent = (name: string) => page.api.calls.filter((call) => call.name === name).map(({ request }) => request);
  return { ...page, sent };
};
const card = async (name: string) => within(await screen.findByRole('region', { name }));

test('the exchanges that are ticked are checked and watched, the first two unless others are chosen', async () => {
  const { user, sent } = await opened(<FirstRun />, unchosen);
  const live = await card('Live prices');
  await user.click(live.getByRole('checkbox', { name: 'kucoin' }));
  await user.click(live.getByRole('checkbox', { name: 'okx' }));
  await user.click(live.getByRole('button', { name: 'Check them first (20 s)' }));
  await user.click(live.getByRole('button', { name: 'Watch live prices' }));
  expect(sent('market.check')).toMatchObject([{ body: { exchanges: ['binance', 'okx'] } }]);
  expect(sent('market.choose')).toMatchObject([{ body: { source: 'exchange', exchanges: ['binance', 'okx'] } }]);
});

test('an exchange with several regions is watched at the one that is chosen, which Settings shows again', async () => {
  const regions = [
    { exchange: 'okx', region: 'global', title: 'okx.com' },
    { exchange: 'okx', region: 'eea', title: 'European Economic Area' },
  ];
  const { user, sent } = await opened(<FirstRun />, { ...unchosen, regions });
  const live = await card('Live prices');
  expect(live.queryByRole('combobox', { name: 'Hosts of okx' })).toBeNull();
  await user.click(live.getByRole('checkbox', { name: 'okx' }));
  await user.selectOptions(live.getByRole('combobox', { name: 'Hosts of okx' }), 'okx: European Economic Area');
  await user.click(live.getByRole('checkbox', { name: 'binance' }));
  await user.click(live.getByRole('checkbox', { name: 'kucoin' }));
  await user.click(live.getByRole('button', { name: 'Watch live prices' }));
  expect(sent('market.choose')).toEqual([
    expect.objectContaining({ body: { source: 'exchange', exchanges: ['okx'], regions: { okx: 'eea' } } }),
  ]);
});

test('where a region is in use, Settings shows it', async () => {
  const regions = [
    { exchange: 'okx', region: 'global', title: 'okx.com' },
    { exchange: 'okx', region: 'us', title: 'United States' },
  ];
  const places = [{ exchange: 'okx', place: 'us' }];
  await opened(<MarketTab />, { ...unchosen, source: 'exchange', exchanges: ['okx'], regions, places });
  const live = await card('Live prices');
  expect(live.getByRole<HTMLSelectElement>('combobox', { name: 'Hosts of okx' }).value).toBe('us');
});

test('a recording is chosen by its name', async () => {
  const { user, sent } = await opened(<FirstRun />, unchosen, [recorded, { ...recorded, name: 'kucoin-b' }]);
  const card1 = await card('A recording');
  await user.selectOptions(card1.getByRole('combobox', { name: 'Recording' }), 'kucoin-a');
  await user.click(card1.getByRole('button', { name: 'Open the recording' }));
  expect(sent('market.choose')).toMatchObject([{ body: { source: 'recorded', recording: 'kucoin-a' } }]);
});

test('without a recording the sample is offered, and practice says that it is invented', async () => {
  const { user, sent } = await opened(<FirstRun />, unchosen);
  await user.click((await card('A recording')).getByRole('button', { name: 'Open the recording' }));
  const practice = await card('Practice market');
  expect(practice.getAllByText('INVENTED').length).toBeGreaterThan(0);
  await user.click(practice.getByRole('button', { name: 'Open the practice market' }));
  expect(sent('market.choose')).toMatchObject([
    { body: { source: 'recorded', recording: 'sample' } },
    { body: { source: 'simulated', preset: 'practice' } },
  ]);
});

test('what was found, what failed and what the start fixes are told', async () => {
  const findings = [
    { subject: 'clock', found: '3 ms', expected: null },
    { subject: 'frames', found: '2 unreadable', expected: 'none' },
  ];
  const check = { exchange: 'binance', began: '2026-01-31T11:00:00.000Z', ended: '2026-01-31T11:00:20.000Z', findings };
  await opened(<MarketTab />, {
    ...{ ...unchosen, source: 'simulated', detail: 'seed 7', exchanges: ['binance'], given: true, checks: [check] },
    change: { wanted: { source: 'simulated' }, state: 'failed', reason: 'kucoin cannot be reached' },
  });
  const live = await card('Live prices');
  expect(live.getByText('frames: 2 unreadable; expected: none')).toBeTruthy();
  expect(live.getByText(/1 thing is as expected/)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('kucoin cannot be reached');
  expect(screen.getByText('The bot watches simulated: seed 7.', { exact: false })).toBeTruthy();
  expect(screen.getByText(/Its start names this market/)).toBeTruthy();
  expect((await card('Practice market')).getByText('watched now')).toBeTruthy();
});
