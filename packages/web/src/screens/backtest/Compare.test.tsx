import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { button, field } from '../../testing/form-screen.ts';
import { render } from '../../testing/render.tsx';
import { BacktestList } from './BacktestList.tsx';
import { Compare, ComparedRuns } from './Compare.tsx';

const run = (id: string, net_profit: number, config: object = {}) => ({
  id,
  config: {
    ...{ name: id.toUpperCase(), description: null, exchanges: ['binance'], initial_capital: 10_000 },
    ...{ start_date: '2026-01-01T00:00:00.000Z', end_date: '2026-01-02T00:00:00.000Z', min_profit_threshold: 0.5 },
    ...config,
  },
  ...{ status: 'completed', progress: 1, events_processed: 7, error: null, finished_at: null },
  created_at: '2026-01-31T12:00:00.000Z',
  metrics: { total_trades: 3, win_rate: 50, net_profit, max_drawdown_pct: 1, pessimistic: -1, optimistic: 9 },
});
const data = [
  run('a', 4),
  run('b', -2, { min_profit_threshold: 0.1 }),
  run('c', 0, { fees: { binance: { taker_pct: 0.02 } } }),
  run('d', 1),
  run('e', 2),
];

const Screen = () => (
  <>
    <Compare />
    <ComparedRuns />
    <BacktestList />
  </>
);

test('up to four runs stand side by side, each with what it differs in, and each can be taken away', async () => {
  const { client, user, advance } = await render(<Screen />, {
    ...{ address: '/backtest', token: 't' },
    answers: { health: healthOf('backtest'), 'backtest.list': ok({ data, total: 5 }) },
  });
  await advance(2_000);
  client.send({ type: 'OpenBacktest', backtest_id: 'a' });
  await advance(2_000);
  const rows = () =>
    within(screen.getByRole('region', { name: 'Compared runs' }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  for (const name of ['B', 'C', 'D']) await user.selectOptions(field('Compare with'), name);
  expect(rows()).toEqual([
    'A this run−$1.00+$4.00+$9.00350.0%1.00%',
    'B min profit threshold 0.1−$1.00−$2.00+$9.00350.0%1.00%',
    'C fees.binance.taker pct 0.02−$1.00$0.00+$9.00350.0%1.00%',
    'D —−$1.00+$1.00+$9.00350.0%1.00%',
  ]);
  expect(screen.queryByLabelText('Compare with')).toBe(null);
  await user.click(button('Do not compare with C'));
  expect(rows().map((row) => row?.[0])).toEqual(['A', 'B', 'D']);
  expect(within(field('Compare with')).getByText('E')).toBeTruthy();
});
