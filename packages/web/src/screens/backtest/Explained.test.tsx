import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Compared, Decisions, Explained, LookAhead } from './Explained.tsx';

const decisions = [
  { reason: 'cooldown', count: 1_234 },
  { reason: 'of_another_bot', count: 1 },
];

test('decisions are counted by reason, with the share of each', async () => {
  await render(<Decisions decisions={decisions} />);
  const panel = within(screen.getByRole('region', { name: 'Decisions by reason' }));
  expect(panel.getByText('1,235 decisions')).toBeTruthy();
  const rows = panel.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual(['Cooldown after a failure1,23499.9%', 'of_another_bot10.1%']);
});

test('a run without a trade says why, cycle by cycle, and a name with markup stays text', async () => {
  const near = { type: 'TRI' as const, exchange: '<b>x', symbols: ['USDT', 'BTC', 'ETH', 'USDT'] };
  const explained = {
    conclusion: 'No trade: the best cycle lost.',
    nearest: [{ ...near, at: '2026-01-31T12:00:00.000Z', gross_pct: 0.05, profit_pct: -0.25, break_even_pct: 0.0167 }],
    break_even_pct: 0.0167,
    decisions,
  };
  await render(<Explained explained={explained} trades={0} />);
  const panel = within(screen.getByRole('region', { name: 'What there was to find' }));
  expect(panel.getByText(/^No trade\. The best cycle, /).textContent).toBe(
    'No trade. The best cycle, USDT→BTC→ETH→USDT at <b>x, showed −0.2500% after fees at 31 Jan 12:00:00. It pays below a fee of 0.0167% a leg.',
  );
  const rows = panel.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toMatch(/USDT→BTC→ETH→USDT<b>x.*\+0\.0500%−0\.2500%0\.0167%$/);
  expect(rows).toHaveLength(2);
});

test('a run stands beside the market, with both kinds of ratios', async () => {
  const compared = {
    return_pct: 0,
    market_change_pct: null,
    markets: 0,
    hold: [{ asset: 'BTC', change_pct: -3, profit: -300 }],
  };
  const metrics = {
    ...{ total_trades: 0, win_rate: null, net_profit: 0, max_drawdown_pct: null },
    ...{ sharpe_ratio: 0.5, periodic: { days: 30, sharpe: 1.234, sortino: null } },
  };
  await render(<Compared compared={compared} metrics={metrics} report={{ provenance: null }} />);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toBe('Holding BTC with the whole capital−3.0000% (−$300.00)');
  expect(rows.slice(3)).toEqual([
    'Sharpe / Sortino of the trades0.50 / —',
    'Sharpe / Sortino of 30 daily returns, annualised (× √365; from 7 days on)1.23 / —',
  ]);
});

test('a run says whether it looked ahead', async () => {
  const until = '2026-01-31T12:00:00.000Z';
  const { rerender } = await render(<LookAhead check={{ until, trades: 1_234, difference: null }} />);
  expect(screen.getByText(/made the same 1,234 trades/)).toBeTruthy();
  await rerender(<LookAhead check={{ until, trades: 3, difference: 'the trade of <b>x was not made' }} />);
  expect(screen.getByText(/Do not rely on these figures.*the trade of <b>x was not made/)).toBeTruthy();
  await rerender(<LookAhead check={{ until: null, trades: 0, difference: null }} />);
  expect(screen.getByText(/nothing is proven/)).toBeTruthy();
});
