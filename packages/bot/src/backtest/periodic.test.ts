import { expect, test } from 'vitest';
import { periodicRatios } from './periodic.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 5);
/** Two marks a day, the second of which is the end of the day; equity as a list of ends. */
const marksOf = (ends: readonly number[], first: number) => [
  { at: start + 1, equity_usd: first },
  ...ends.flatMap((equity_usd, at) => [
    { at: start + at * day + day / 2, equity_usd: 5_000 },
    { at: start + (at + 1) * day - 1, equity_usd },
  ]),
];

test('are those of the daily returns, as a program of its own works them out', () => {
  const ends = [10_100, 10_050, 10_200, 10_200, 10_120, 10_300, 10_290, 10_400];
  const all = [10_000, ...ends];
  let [sum, squares, below] = [0, 0, 0];
  for (let at = 1; at < all.length; at++) {
    const change = ((all[at] ?? 0) - (all[at - 1] ?? 0)) / (all[at - 1] ?? 1);
    sum += change;
    squares += change * change;
    if (change < 0) below += change * change;
  }
  const count = ends.length;
  const average = sum / count;
  const variance = (squares - count * average * average) / (count - 1);
  const { days, sharpe, sortino } = periodicRatios(marksOf(ends, 10_000));
  expect(days).toBe(8);
  expect(sharpe).toBeCloseTo((average / variance ** 0.5) * 365 ** 0.5, 8);
  expect(sortino).toBeCloseTo((average / (below / count) ** 0.5) * 365 ** 0.5, 8);
});

test('are none under a week, without a spread, and without a loss', () => {
  expect(periodicRatios(marksOf([10_100, 10_050, 10_200, 10_100, 10_000, 10_500], 10_000))).toEqual({
    days: 6,
    sharpe: null,
    sortino: null,
  });
  expect(periodicRatios(marksOf(Array(8).fill(10_000), 10_000))).toEqual({ days: 8, sharpe: null, sortino: null });
  const risen = [1, 2, 3, 5, 8, 13, 21].map((more) => 10_000 + more);
  expect(periodicRatios(marksOf(risen, 10_000))).toMatchObject({ sharpe: expect.any(Number), sortino: null });
  expect(periodicRatios([])).toEqual({ days: 0, sharpe: null, sortino: null });
});

test('leave out days without a mark: their return is in that of the next', () => {
  const marks = [0, 1, 2, 9, 10, 11, 12, 13].map((at) => ({
    at: start + at * day,
    equity_usd: 10_000 + (at % 3) * 10 + at,
  }));
  expect(periodicRatios(marks).days).toBe(8);
});

test('what came in or went out is no return', () => {
  const plain = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => ({ at: start + at * day, equity_usd: 10_000 + (at % 3) * 10 }));
  const paidIn = plain.map((mark, at) => (at < 4 ? mark : { ...mark, equity_usd: 2 * mark.equity_usd }));
  const flow = (plain[4]?.equity_usd ?? 0) as number;
  const withFlows = paidIn.map((mark, at) => ({ ...mark, flows_usd: at < 4 ? 0 : flow }));
  expect(periodicRatios(withFlows).sharpe).toBeCloseTo(periodicRatios(plain).sharpe ?? Number.NaN, 6);
});
