import { act, cleanup, screen, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { Shell } from './Shell.tsx';

const status = (fields: object = {}) => ({
  is_running: true,
  bot_status: 'running',
  mode: 'paper',
  uptime: 60,
  halted: null,
  enabled_exchanges: ['binance'],
  trading_pairs_count: 12,
  min_profit_threshold: 0.2,
  max_capital_per_route: 1000,
  ...fields,
});

const opened = async (
  fields: object = {},
  capabilities = ['socket.auth', 'bot.kill', 'bot.mode'],
  answers: object = {},
) => {
  const rendered = await render(
    <Routes>
      <Route element={<Shell />}>
        <Route path="*" element={<h1>Screen</h1>} />
      </Route>
    </Routes>,
    {
      address: '/logs',
      token: 't',
      answers: { health: healthOf(...capabilities), 'bot.status': ok(status(fields)), ...answers },
    },
  );
  rendered.socket.latest.say({ type: 'authenticated' });
  await rendered.advance(1_000);
  rendered.socket.latest.say({ type: 'pong' });
  await rendered.paint();
  return { ...rendered, sent: () => rendered.story().filter((type) => /Bot$|Kill$/.test(type)) };
};
const header = () => within(screen.getByRole('banner'));
const button = (name: string) => header().getByRole('button', { name });

test('a bot that answers is live: state, time since the start and connection', async () => {
  await opened();
  expect(header().getByRole('status', { name: 'Bot Active' })).toBeTruthy();
  expect(header().getByText('API Connected')).toBeTruthy();
  expect(screen.getAllByRole('region', { name: 'State of the bot' })[0]?.textContent).toMatch(
    /^Running\s*since \d\d:\d\d:\d\d\s*confirmed now/,
  );
});

test('beside what today has realised stands what residual positions are worth, whose cost is in it', async () => {
  const residual = {
    exchange: 'binance',
    asset: 'ETH',
    amount: 0.3,
    since: timeOf(0),
    execution_id: 'e1',
    way_out: null,
  };
  const stranded = [
    { ...residual, value_usd: 985.5 },
    { ...residual, asset: 'XYZ', value_usd: null },
  ];
  const { advance } = await opened({}, ['socket.auth', 'bot.kill', 'bot.mode', 'risk'], {
    risk: ok({ state: 'active', since: null, reason: null, limits: [], breakers: [], stranded, accounts: [] }),
  });
  await advance(1_000);
  expect(screen.getAllByRole('region', { name: 'State of the bot' })[0]?.textContent).toContain(
    'realised · $985.50 residual',
  );
});

test('a silent bot is never shown as running or connected, and its clock stands still', async () => {
  const { advance } = await opened();
  await advance(3_000);
  const clockOf = () => header().getByRole('status', { name: 'Bot state unknown' }).textContent;
  const before = clockOf();
  await advance(4_000);
  expect(clockOf()).toBe(before);
  expect(screen.queryByText(/API Connected|Bot Active/)).toBe(null);
  expect(header().getByText('API silent')).toBeTruthy();
  // The text of the band is fetched after the first screen.
  expect(await screen.findAllByText(/Running at \d\d:\d\d:\d\d, unknown since/, undefined)).toHaveLength(1);
  expect(screen.getAllByText(/last confirmed 7 s ago/).length).toBeGreaterThan(0);
});

test('a page shown again is painted with what the bot confirmed, not as live', async () => {
  const { clock, frames } = await opened();
  clock.sleep(5_000);
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    frames.flush();
  });
  expect(screen.queryByText('API Connected')).toBe(null);
});

test('a network that is back is reported to the client', async () => {
  const { story, paint } = await opened();
  window.dispatchEvent(new Event('online'));
  await paint();
  expect(story()).toContain('NetworkOnline');
});

const question = () => screen.findByRole('alertdialog', undefined);

test('the header stops a running bot after a question', async () => {
  const { user, sent, paint } = await opened();
  await user.click(button('Stop the bot'));
  await paint();
  expect(sent()).toEqual([]);
  await user.click(within(await question()).getByRole('button', { name: 'Stop Bot' }));
  expect(sent()).toEqual(['StopBot']);
});

test('the header starts a stopped paper bot at once', async () => {
  const { user, sent, paint } = await opened({ is_running: false, bot_status: 'stopped' });
  await user.click(button('Start the bot'));
  await paint();
  expect(sent()).toEqual(['StartBot']);
});

test.each(['Header', 'Palette', 'Key'])('with real funds a start takes the typed word: %s', async (place) => {
  const { user, sent, paint } = await opened({ is_running: false, bot_status: 'stopped', mode: 'live' });
  if (place === 'Header') await user.click(button('Start the bot'));
  if (place === 'Key') await user.keyboard('{Shift>}S{/Shift}');
  if (place === 'Palette') {
    await user.click(button('Search or command'));
    await paint();
    await user.type(await screen.findByRole('textbox', { name: 'Command palette' }), 'Start Bot{Enter}');
  }
  const dialog = within(await question());
  expect(sent()).toEqual([]);
  await user.type(dialog.getByLabelText('Type LIVE to confirm'), 'LIVE{Enter}');
  await paint();
  expect(sent()).toEqual(['StartBot']);
});

test('a key that starts a paper bot asks first', async () => {
  const { user, sent } = await opened({ is_running: false, bot_status: 'stopped' });
  await user.keyboard('{Shift>}S{/Shift}');
  expect(within(await question()).getByRole('button', { name: 'Start Bot' })).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('the palette asks before it kills', async () => {
  const { user, sent, paint } = await opened();
  await user.click(button('Search or command'));
  await paint();
  await user.type(await screen.findByRole('textbox', { name: 'Command palette' }), 'Kill switch{Enter}');
  expect(sent()).toEqual([]);
  await user.click(within(await question()).getByRole('button', { name: 'Stop everything' }));
  expect(sent()).toEqual(['KillBot']);
});

test('a restart from the palette asks and says what runs', async () => {
  const { user, sent, paint } = await opened();
  await user.click(button('Search or command'));
  await paint();
  await user.type(await screen.findByRole('textbox', { name: 'Command palette' }), 'Restart{Enter}');
  const question = within(screen.getByRole('alertdialog', { name: 'Restart the bot?' }));
  expect(question.getByText(/It runs on binance with 12 pairs, from 0\.20%/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Restart' }));
  expect(sent()).toEqual(['RestartBot']);
});

test('a halted bot is offered its release, and the attention list says why it is halted', async () => {
  const { user, sent } = await opened({ is_running: false, halted: { reason: 'drawdown 5 %', at: null } });
  await user.click(screen.getByRole('button', { name: /1 needs you/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Needs you' }));
  expect([drawer.getByText('The bot is halted'), drawer.getByText(/drawdown 5 %/)]).toHaveLength(2);
  await user.click(drawer.getByRole('button', { name: 'Execution: The bot is halted' }));
  expect(window.location.pathname).toBe('/execution');
  await user.click(button('Lift halt: Lift the halt'));
  await user.click(within(await question()).getByRole('button', { name: 'Lift the halt' }));
  expect(sent()).toEqual(['ResetKill']);
});

test.each([
  [{ trading_state: 'active' }, 'Trading active: everything passes that fits in the limits'],
  [{ trading_state: 'reducing' }, 'Trading reducing: only what lowers exposure passes'],
  [{ trading_state: 'halted' }, 'Trading halted: only cancels and liquidation pass; after a kill only cancels'],
  [
    { trading_state: 'halted', trading_code: 'killed' },
    'Trading killed: only cancels pass, and a flatten that is confirmed',
  ],
])('the band says what the bot lets through: %j', async (fields, text) => {
  await opened(fields);
  expect(screen.getAllByTitle(/^Trading /).map(({ title }) => title)).toEqual([text]);
});

test('a bot that does not say what it lets through has no word for it', async () => {
  await opened();
  expect(screen.queryByTitle(/^Trading /)).toBe(null);
});

const sought = async (words: string, ...capabilities: string[]) => {
  const rendered = await opened({}, ['socket.auth', 'bot.kill', ...capabilities]);
  await rendered.user.click(button('Search or command'));
  await rendered.paint();
  await rendered.user.type(await screen.findByRole('textbox', { name: 'Command palette' }), words);
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  return { ...rendered, options };
};

test('the palette leads to a field of the settings by its name', async () => {
  const { user, options } = await sought('capital per route');
  expect(options()[0]).toMatch(/^Max Capital per Route/);
  await user.keyboard('{Enter}');
  expect(window.location.pathname + window.location.search + window.location.hash).toBe(
    '/settings?tab=global#global-max_capital_per_route',
  );
});

test('the palette leads to the bounds of a bot that keeps a configuration, and to none of another', async () => {
  const { options } = await sought('loss', 'config.write');
  expect(options().slice(0, -1)).toEqual([
    'Global Stop-Loss %Settings · Risk Management',
    'Max Loss of a Way Back %Settings · Risk Management',
  ]);
  cleanup();
  const another = await sought('loss');
  expect(another.options().slice(0, -1)).toEqual(['Global Stop-Loss %Settings · Risk Management']);
});

test('the palette opens the life with an id, and the log lines with any words', async () => {
  const { user, options } = await sought('exec-12', 'history');
  expect(options()).toEqual(['What came of exec-12', 'Search the logs for “exec-12”']);
  await user.keyboard('{Enter}');
  expect(window.location.search).toBe('?life=exec-12');
});

test('a bot that tells no lives is asked for none by the palette', async () => {
  const { user, options } = await sought('exec-12');
  expect(options()).toEqual(['Search the logs for “exec-12”']);
  await user.keyboard('{Enter}');
  expect(window.location.pathname + window.location.search).toBe('/logs?q=exec-12');
});

test('the palette opens the session recorder', async () => {
  const { user } = await sought('recorder');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('region', { name: 'Session recorder' })).toBeTruthy();
});

test.each([
  ['{Shift>}S{/Shift}', 'Stop Bot'],
  ['{Shift>}K{/Shift}', 'Stop everything'],
])('%s asks about the bot, from any screen', async (keys, answer) => {
  const { user, sent } = await opened();
  await user.keyboard(keys);
  expect(within(await question()).getByRole('button', { name: answer })).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('what the practice market pays is said to be invented on every screen, with the way to other markets', async () => {
  await opened();
  expect(screen.getByText(/these prices are invented/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Watch something else' })).toBe(null);
});

test('where the bot takes the choice of its market, the way there is offered', async () => {
  await opened({}, ['socket.auth', 'market']);
  const link = screen.getByRole('link', { name: 'Watch something else' });
  expect(link.getAttribute('href')).toBe('/settings?tab=market');
});
