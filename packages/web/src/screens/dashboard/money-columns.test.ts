import { Money } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { moneyColumns } from './money-columns.ts';

const now = Date.parse('2026-11-21T20:52:14Z');
const made = (day: string, change: number, more: object = {}) => ({
  ...{ day, equity_start: 1_000, equity_end: 1_000 + change, change, realised: change, fees: 0 },
  ...{ unrealised: 0, dust: 0, holdings: 0, flows: 0, ...more },
});
const columns = (days: readonly object[]) => moneyColumns(Money.parse({ total: null, days }), now);

test('net is the change without deposits, and the sum of the parts from realised on, to the cent', () => {
  const [today] = columns([
    made('2026-11-21', 110.1, {
      realised: 12.345,
      fees: 88.38,
      unrealised: -6.2,
      dust: 0.891,
      holdings: 3.064,
      flows: 100,
    }),
  ]);
  expect(today).toMatchObject({ id: 'today', net: 10.1, before: null, equity: 1_110.1 });
  expect(today?.parts).toMatchObject({ gross: 100.73, fees: -88.38, realised: 12.35, unrealised: -6.2, dust: 0.89 });
  const { realised = 0, unrealised = 0, dust = 0, holdings = 0 } = today?.parts ?? {};
  expect((realised ?? 0) + (unrealised ?? 0) + (dust ?? 0) + (holdings ?? 0)).toBeCloseTo(10.1, 9);
});

test('yesterday is compared with the day before, seven days with seven before them once all are known', () => {
  const days = Array.from({ length: 14 }, (_, at) => made(`2026-11-${String(8 + at).padStart(2, '0')}`, at + 1));
  const [today, yesterday, week] = columns(days);
  expect([today?.net, today?.before]).toEqual([14, null]);
  expect([yesterday?.net, yesterday?.before]).toEqual([13, 12]);
  expect([week?.net, week?.before]).toEqual([77, 28]);
  expect(columns(days.slice(1))[2]).toMatchObject({ net: 77, before: null });
});

test('a day of which nothing is known has no figures, and a part that is not known is not zero', () => {
  const [today, yesterday, week] = columns([made('2026-11-21', 5, { fees: null, dust: null })]);
  expect(yesterday).toMatchObject({ net: null, equity: null, parts: {} });
  expect(today?.parts).toMatchObject({ fees: null, realised: 5, unexplained: 0 });
  expect(week?.net).toBe(5);
});
