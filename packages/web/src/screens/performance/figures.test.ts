import type { PerformanceWindow } from '@triquad/core';
import { Breakdown, Money } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { stepsOf } from '../../components/money-steps.ts';
import { basisPoints, bookedForOthers, dayRows, ratiosOf, weekOf, winRange } from './figures.ts';

const parts = {
  equity_start: 1_000,
  equity_end: 1_010,
  change: 10,
  realised: 7,
  fees: 2,
  unrealised: 1,
  dust: 0.5,
  holdings: 1.5,
  flows: 0,
  unknown: [],
};
const money = (days: readonly object[], total: object | null = parts) => Money.parse({ total, days });
const breakdown = (groups: object) => Breakdown.parse(groups);
const window = (given: Partial<PerformanceWindow>): Pick<PerformanceWindow, 'money' | 'breakdown'> => ({
  money: null,
  breakdown: null,
  ...given,
});
const sumOf = (steps: ReturnType<typeof stepsOf>) =>
  steps.filter(({ sum }) => !sum).reduce((all, { usd }) => all + Math.round((usd ?? 0) * 100), 0) / 100;

test('the steps add up to the cent, whatever rounding would have made of them', () => {
  expect(stepsOf(money([]).total ?? expect.unreachable()).map(({ name, usd }) => [name, usd])).toEqual([
    ['gross', 9],
    ['fees', -2],
    ['realised', 7],
    ['unrealised', 1],
    ['dust', 0.5],
    ['holdings', 1.5],
    ['flows', 0],
    ['change', 10],
  ]);
  for (let seed = 1; seed < 500; seed += 1) {
    const at = (place: number) => Math.sin(seed * 12.9898 + place * 78.233) * 43.7585;
    const [realised, fees, unrealised, dust, holdings, flows] = [at(1), Math.abs(at(2)), at(3), at(4), at(5), at(6)];
    const change = realised + unrealised + dust + holdings + flows;
    const steps = stepsOf({ ...parts, realised, fees, unrealised, dust, holdings, flows, change });
    const known = sumOf(steps);
    expect({ seed, known }).toEqual({ seed, known: Math.round(change * 100) / 100 });
    expect(Math.abs((steps.find(({ name }) => name === 'holdings')?.usd ?? 0) - holdings)).toBeLessThan(0.03);
    // Each bar begins where the one above it ends.
    expect(steps.at(-1)).toMatchObject({ from: 0, to: known });
  }
});

test('what the journal does not tell is one step, and fees without a price are a dash', () => {
  const old = stepsOf({ ...parts, unrealised: null, dust: null, holdings: null, fees: null });
  expect(old.map(({ name, usd }) => [name, usd])).toEqual([
    ['fees', null],
    ['realised', 7],
    ['unexplained', 3],
    ['flows', 0],
    ['change', 10],
  ]);
});

test('a day is what was booked on it, beside the day in the same place before; without that, what its trades made', () => {
  const days = { first: '2026-11-21', last: '2026-11-22' };
  const groups = { by_day: [{ day: '2026-11-22', trades: 3, wins: 2, profit: 4 }], all: { profit: 4 } };
  const now = window({ money: money([{ ...parts, day: '2026-11-22', realised: 5 }]), breakdown: breakdown(groups) });
  const earlier = {
    days: { first: '2026-11-19', last: '2026-11-20' },
    window: window({ money: money([{ ...parts, day: '2026-11-20', realised: -1 }]) }),
  };
  expect(dayRows(days, now, earlier)).toEqual([
    { provenance: null, day: '2026-11-21', net: null, before: null, trades: null, wins: null },
    { provenance: null, day: '2026-11-22', net: 5, before: -1, trades: 3, wins: 2 },
  ]);
  expect(dayRows(days, { ...now, money: null }, null).map(({ net }) => net)).toEqual([null, 4]);
  expect(bookedForOthers(now)).toBe(3);
  expect(bookedForOthers({ ...now, money: money([], { ...parts, realised: 4.004 }) })).toBeNull();
  expect(bookedForOthers({ ...now, money: null })).toBeNull();
});

test('a ratio waits for its data, and leaves out what came and went', () => {
  const days = (count: number, change: (at: number) => number) =>
    window({
      money: money(
        Array.from({ length: count }, (_, at) => ({ ...parts, day: `${at}`, change: change(at) + 100, flows: 100 })),
      ),
    });
  const few = ratiosOf(
    days(59, () => 1),
    2,
  );
  expect(few).toEqual({
    sharpe: { value: null, has: 59, needs: 60 },
    sortino: { value: null, has: 0, needs: 20 },
    calmar: { value: null, has: 59, needs: 90 },
  });
  // Returns of 0.2 % and -0.1 % by turns: mean 0.05 %, sample deviation 0.15 % times the root of 100/99.
  const many = ratiosOf(
    days(100, (at) => (at % 2 === 0 ? 2 : -1)),
    0.1,
  );
  expect(many.sharpe.value).toBeCloseTo((0.0005 / (0.0015 * Math.sqrt(100 / 99))) * Math.sqrt(365), 9);
  expect(many.sortino.value).toBeCloseTo((0.0005 / Math.sqrt(0.001 ** 2 / 2)) * Math.sqrt(365), 9);
  expect(many.calmar.value).toBeCloseTo((((1.002 * 0.999) ** 50) ** 3.65 - 1) * 1000, 6);
  expect(
    ratiosOf(
      days(100, () => 1),
      null,
    ).calmar,
  ).toEqual({ value: null, has: 100, needs: 90 });
});

test('a share of wins has the range of Wilson, net per capital is in basis points', () => {
  // 95 % interval of 268 of 346, by the formula of 1927.
  expect(winRange(268, 346)?.map((value) => Math.round(value * 10) / 10)).toEqual([72.8, 81.5]);
  expect(winRange(0, 0)).toBeNull();
  expect(basisPoints({ profit: 7, capital: 20_000 })).toBe(3.5);
  expect(basisPoints({ profit: 7, capital: 0 })).toBeNull();
});

test('hours are slots of two, which say something from three trades on', () => {
  const week = weekOf(
    breakdown({
      by_weekday_hour: [
        { weekday: 0, hour: 0, trades: 2, profit: 1 },
        { weekday: 0, hour: 1, trades: 1, profit: -3 },
        { weekday: 6, hour: 23, trades: 2, profit: 5 },
        { weekday: 9, hour: 5, trades: 9, profit: 9 },
        { weekday: null, hour: null, trades: 9, profit: 9 },
      ],
    }),
  );
  expect([week.length, week[0]?.length]).toEqual([7, 12]);
  expect([week[0]?.[0], week[6]?.[11], week[3]?.[2]]).toEqual([
    { trades: 3, profit: -2, enough: true },
    { trades: 2, profit: 5, enough: false },
    { trades: 0, profit: 0, enough: false },
  ]);
});
