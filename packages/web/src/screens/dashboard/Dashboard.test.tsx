import { screen, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Dashboard } from './Dashboard.tsx';

const summary = {
  ...{ opportunities_per_minute: 3.25, total_profit: 120, total_loss: -20, avg_execution_time_ms: 234, win_rate: 75 },
  ...{ total_trades: 8, winning_trades: 6, losing_trades: 2, avg_execution_time_seconds: 0.234, profit_factor: 6 },
  ...{ sharpe_ratio: 1.5, max_drawdown: 2.5, best_trade: 40, worst_trade: -15, avg_profit_per_trade: 12.5 },
  trends: { trades: 10, profit: -4, win_rate: 2.5 },
};
const wallets = {
  exchanges: [
    {
      exchange: 'kraken',
      total_usd: 900,
      error: null,
      balances: { SOL: { total: 9, value_usd: 900 }, ETH: { total: 0 } },
    },
    { exchange: 'okx', total_usd: null, error: 'key refused', balances: {} },
  ],
  total_usd: 900,
  last_updated: timeOf(0),
};
const opened = async (answers: object = {}) => {
  const rendered = await render(<Dashboard />, {
    token: 't',
    answers: {
      health: healthOf(),
      'bot.status': ok({ is_running: true, mode: 'paper', uptime: 60 }),
      'performance.summary': ok(summary),
      'performance.equity': ok({ data: [] }),
      'performance.drawdown': ok({ drawdown_series: [] }),
      'performance.heatmap': ok({ pairs: [] }),
      'wallets.balances': ok(wallets),
      ...answers,
    },
  });
  // The shell watches it on every screen.
  rendered.client.send({ type: 'Watch', resource: 'status' });
  await rendered.advance(2_000);
  await screen.findByRole('region', { name: 'Quick Stats' });
  // The figures of a window are asked for with the first summary.
  await rendered.advance(500);
  return rendered;
};

test('the four cards have the figures of the bot, each with its trend against the period before', async () => {
  await opened();
  const card = (name: string) => screen.getByRole('group', { name }).textContent ?? '';
  expect(card('Opportunities/min')).toMatch(/3\.3|3\.2/);
  expect(card('Total PnL')).toContain('+$100.00');
  expect(card('Total PnL')).toContain('▼ −4.0%');
  expect(card('Avg Latency (ms)')).toContain('234');
  expect(card('Win Rate')).toContain('75.0%');
  expect(card('Win Rate')).toContain('▲ +2.5%');
});

const span = (total_pnl: number, opportunities_per_minute: number, win_rate: number, avg_latency_ms = 50) => ({
  ...{ total_pnl, opportunities_per_minute, avg_latency_ms, win_rate, trades: 3 },
});
const ofWindows = {
  health: healthOf('socket.auth', 'performance.breakdown'),
  'performance.metrics': (request: unknown) => {
    const { from } = (request as { query: { from: string } }).query;
    const isToday = from === `${timeOf(0).slice(0, 10)}T00:00:00.000Z`;
    return ok({
      ...summary,
      ...span(isToday ? 20 : 120, 4, 90, 64),
      before: span(100, 5, 88.3, 71),
      series: [span(20, 5, 80), span(-10, 3, 70), span(110, 4, 100)],
    });
  },
};

test('each card has the figure of its window, how it went, and how it was before', async () => {
  await opened(ofWindows);
  const card = (name: string) => screen.getByRole('group', { name });
  expect(card('Opportunities/min').textContent).toContain('4.0');
  expect(card('Opportunities/min').textContent).toContain('▼ 20.0% vs 5.0');
  expect(card('Total PnL').textContent).toContain('+$120.00');
  expect(card('Total PnL').textContent).toContain('▲ 20.0% vs +$100.00');
  expect(card('Avg Latency (ms)').textContent).toContain('▼ 9.9% vs 71');
  expect(card('Win Rate').textContent).toContain('▲ 1.7 pp vs 88.3%');
  expect(within(card('Total PnL')).getByRole('img', { name: 'Total PnL: from $0.00 to +$120.00' })).toBeTruthy();
  expect(within(card('Win Rate')).getByRole('img', { name: 'Win Rate: from 70.0% to 100.0%' })).toBeTruthy();
  // The panels below are of the same window.
  expect(screen.getByRole('region', { name: 'Risk Metrics' }).textContent).toContain('7 days');
});

test('another window is in the address; a day that is not over is compared with no whole one', async () => {
  const { user, advance } = await opened(ofWindows);
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await advance(500);
  expect(window.location.search).toBe('?window=today');
  const text = screen.getByRole('group', { name: 'Total PnL' }).textContent;
  expect(text).toContain('+$20.00');
  expect(text).toContain('vs +$100.00');
  expect(text).not.toContain('▼');
});

test('the heat map is of the chosen window, also after another choice', async () => {
  const isToday = (request: unknown) =>
    (request as { query: { from?: string } }).query.from === `${timeOf(0).slice(0, 10)}T00:00:00.000Z`;
  const { user, advance, api } = await opened({
    ...ofWindows,
    health: healthOf('socket.auth', 'performance.breakdown', 'performance.curves'),
    'performance.heatmap': (request: unknown) =>
      ok({ pairs: [{ pair: 'ETH/USDT', total_profit: isToday(request) ? 20 : 120, win_rate: 50, trades: 2 }] }),
  });
  const heat = () => screen.getByRole('region', { name: 'Trading Pairs Performance' }).textContent;
  expect(heat()).toContain('7 days');
  expect(heat()).toContain('+120');
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await advance(500);
  expect(heat()).toContain('Today');
  expect(heat()).toContain('+20.00');
  expect(heat()).not.toContain('+120');
  // Nothing is asked for that no panel shows.
  expect(api.calls.some(({ name, request }) => name === 'performance.heatmap' && !request.query?.from)).toBe(false);
});

test('a bot whose curves are of no window says of what hours they are, beside cards of the window', async () => {
  await opened({
    ...ofWindows,
    'performance.heatmap': ok({ pairs: [{ pair: 'ETH/USDT', total_profit: 7, win_rate: 50, trades: 2 }] }),
  });
  const heat = screen.getByRole('region', { name: 'Trading Pairs Performance' }).textContent;
  expect(heat).toContain('Last 168 hours');
  expect(heat).toContain('+7.00');
});

test('a dashboard that opens asks once for all that it shows, and once more when a trade has ended', async () => {
  const { api, socket, advance } = await opened({
    ...ofWindows,
    health: healthOf('socket.auth', 'bootstrap', 'performance.breakdown', 'performance.curves'),
    bootstrap: ok({ at: timeOf(0), answers: {} }),
  });
  const names = () =>
    api.calls.flatMap(({ name, request }) =>
      name === 'bootstrap' ? [String(request.query?.calls).split(/[?,]/)] : [],
    );
  expect(names()).toHaveLength(1);
  const curves = ['performance.equity', 'performance.drawdown', 'performance.heatmap'];
  expect(names()[0]).toEqual(expect.arrayContaining(['performance.summary', 'performance.metrics', ...curves]));
  socket.latest.say({ type: 'execution', data: { id: 'e', status: 'completed', entry_time: timeOf() } });
  await advance(2_000);
  expect(names()).toHaveLength(2);
  expect(names()[1]).toEqual(expect.arrayContaining(['performance.summary', 'performance.metrics', ...curves]));
});

test('a bot that knows no windows offers none and draws no course', async () => {
  await opened();
  expect(screen.queryByRole('group', { name: 'Window' })).toBeNull();
  expect(screen.getByRole('group', { name: 'Total PnL' }).querySelector('svg')).toBeNull();
  expect(screen.getAllByText('Last 168 hours').length).toBeGreaterThan(0);
});

test('figures that cannot be loaded say why, and are asked for again', async () => {
  const failed = { status: 403, body: { detail: 'not for you' } };
  await opened({ ...ofWindows, 'performance.metrics': failed });
  const cards = screen.getByRole('region', { name: 'Key figures' });
  expect(cards.textContent).toContain('not for you');
  expect(within(cards).getByRole('button', { name: /Retry/ })).toBeTruthy();
});

test('the three panels of figures have what the specification lists', async () => {
  await opened();
  const facts = (name: string) =>
    [...screen.getByRole('region', { name }).querySelectorAll('dt')].map(({ textContent, nextElementSibling }) => [
      textContent,
      nextElementSibling?.textContent,
    ]);
  expect(facts('Quick Stats')).toEqual([
    ['Total Trades', '8'],
    ['Winning Trades', '6'],
    ['Losing Trades', '2'],
    ['Avg Trade Duration', '0.23 s'],
  ]);
  expect(facts('Profitability')).toEqual([
    ['Total Profit', '$120.00'],
    ['Total Loss', '$20.00'],
    ['Profit Factor', '6.00'],
    ['Sharpe Ratio', '1.50'],
  ]);
  expect(facts('Risk Metrics')).toEqual([
    ['Max Drawdown', '2.50%'],
    ['Best Trade', '+$40.00'],
    ['Worst Trade', '−$15.00'],
    ['Avg Profit per Trade', '+$12.50'],
  ]);
});

test('without data each chart says so in its own words; the bot is shown as running', async () => {
  await opened();
  for (const what of ['PnL', 'equity', 'drawdown', 'heatmap'])
    expect(screen.getAllByText(`No ${what} data available`)).toHaveLength(1);
  expect(screen.getByText('Bot running')).toBeTruthy();
});

const day = (name: string, change: number) => ({
  ...{ day: name, equity_start: 1_000, equity_end: 1_000 + change, change, realised: change - 1, fees: 2 },
  ...{ unrealised: 0, dust: 1, holdings: 0, flows: 0 },
});

test('the first row says whether it is safe, what it makes, and what needs a human', async () => {
  const limit = { name: 'daily_volume', scope: 'BTC', used: 4_500, limit: 5_000, unit: 'usd' };
  const today = timeOf(0).slice(0, 10);
  await opened({
    health: healthOf('socket.auth', 'risk', 'money.v2'),
    risk: ok({ state: 'active', since: null, reason: null, limits: [limit], breakers: [], stranded: [], accounts: [] }),
    'performance.money': ok({ total: null, days: [day(today, 12.5)] }),
  });
  await screen.findByText('BTC · Bought today');
  const region = (name: string) => screen.getByRole('region', { name }).textContent ?? '';
  expect(region('Limits')).toContain('BTC · Bought today$4,500 of $5,000');
  expect(region('Profit and loss')).toContain('Net+$12.50—+$12.50');
  expect(region('Profit and loss')).toContain('Realised before fees+$13.50—+$13.50Fees−$2.00');
  expect(region('Needs you')).toContain('90%');
});

test('while the limits load, neither that nothing needs a human nor their number is said', async () => {
  const limit = { name: 'daily_volume', scope: 'BTC', used: 500, limit: 5_000, unit: 'usd' };
  const report = {
    state: 'active',
    since: null,
    reason: null,
    limits: [limit],
    breakers: [],
    stranded: [],
    accounts: [],
  };
  let answer: (value: unknown) => void = () => {};
  const later = new Promise((resolve) => {
    answer = resolve;
  });
  const { advance } = await opened({ health: healthOf('socket.auth', 'risk'), risk: () => later });
  const region = (name: string) => screen.getByRole('region', { name }).textContent ?? '';
  expect(region('Needs you')).toBe('Needs you');
  expect(region('Limits')).not.toContain('in use');
  answer(ok(report));
  await advance(2_000);
  await screen.findByText('Nothing needs you');
  expect(region('Limits')).toContain('1 of 1 in use');
});

test('a bot that does not say what changed its equity shows what its trades have made', async () => {
  await opened();
  const text = screen.getByRole('region', { name: 'Profit and loss' }).textContent;
  expect(text).toContain('Total PnL · Last 168 hours+$100.00');
  expect(text).not.toContain('Dust');
});

test('balances leave out what there is none of, and an exchange says its error', async () => {
  await opened();
  const wallet = within(screen.getByRole('region', { name: 'Wallet Balances' }));
  expect(wallet.getAllByText('$900.00').length).toBeGreaterThan(0);
  expect(wallet.getByText('SOL')).toBeTruthy();
  expect(wallet.queryByText('ETH')).toBeNull();
  expect(wallet.getByText('Error: key refused')).toBeTruthy();
});

test('what could not be loaded says so, and a stopped bot is shown as stopped', async () => {
  const failed = { status: 403, body: { detail: 'not for you' } };
  await opened({ 'bot.status': ok({ is_running: false }), 'performance.equity': failed, 'wallets.balances': failed });
  expect(screen.getByText('Bot stopped')).toBeTruthy();
  expect(screen.getAllByText('not for you').length).toBeGreaterThan(1);
});
