import { screen } from '@testing-library/react';
import { ok, trade } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Extremes } from './Extremes.tsx';
import { extremesOf } from './extremes.ts';
import { rangeSeries } from './range.ts';

const made = (id: string, profit: number | null, expected_profit: number | null = 1) =>
  trade(id, 0, { profit, expected_profit });

test('the best and the worst trade are those of the profits; a single one is the best alone', () => {
  const [good, bad, fair, open] = [made('good', 3), made('bad', -2), made('fair', 1), made('open', null)];
  expect(extremesOf([fair, bad, open, good])).toEqual({ best: good, worst: bad });
  expect(extremesOf([fair, open])).toEqual({ best: fair, worst: null });
  expect(extremesOf([open, made('unplanned', 9, null)])).toEqual({ best: null, worst: null });
});

test('both are shown from what was planned to what was made', async () => {
  await render(<Extremes trades={[made('a', 3), made('b', -2)]} />, { answers: { health: ok({ status: 'ok' }) } });
  const text = (name: string) => screen.getByRole('region', { name }).textContent ?? '';
  expect(text('Best trade, leg by leg')).toContain('+$3.00');
  expect(text('Worst trade, leg by leg')).toContain('−$2.00');
});

test('the equity has both ends of its range where a trade has one', () => {
  const equity_curve = [0, 10].map((seconds) => ({
    provenance: null,
    ...{ timestamp: new Date(seconds * 1_000).toISOString(), equity: 100, initial_capital: 100 },
    ...{ pnl: null, cumulative_pnl: null },
  }));
  const names = { optimistic: 'Optimistic', pessimistic: 'Pessimistic' };
  const ranged = trade('a', 0, {
    ...{ entry_time: equity_curve[0]?.timestamp, duration_seconds: 1, profit: 1 },
    ...{ optimistic_profit: 3, pessimistic_profit: -4 },
  });
  const values = rangeSeries({ equity_curve, trades: [ranged] }, names).map(({ kind, points }) => [
    kind,
    points.map(([, value]) => value),
  ]);
  expect(values).toEqual([
    ['upper', [100, 102]],
    ['lower', [100, 95]],
  ]);
  expect(rangeSeries({ equity_curve, trades: [trade('a')] }, names)).toEqual([]);
});
