import { Money } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { earnedIn } from './earned.ts';
import { moneyAt } from './fixture.ts';

const now = Date.parse('2026-11-21T20:52:12Z');
const known = Money.parse(moneyAt(now).body);
const adds = ({ gross, fees, dust, unrealised, holdings }: ReturnType<typeof earnedIn>['today']) =>
  [gross, fees, dust, unrealised, holdings].reduce<number>((sum, part) => sum + Math.round((part ?? 0) * 100), 0) / 100;

test('each column adds up to its net, to the cent', () => {
  const { today, yesterday, week } = earnedIn(known, now);
  expect([adds(today), adds(yesterday), adds(week)]).toEqual([116.99, 109.9, 671.86]);
  expect([today.net, yesterday.net, week.net]).toEqual([116.99, 109.9, 671.86]);
  expect([week.fees, week.equity]).toEqual([-498.12, 51_876.19]);
});

test('what is rounded differently still adds up', () => {
  const third = 1 / 3;
  const parts = { realised: third, fees: third, dust: -third, unrealised: third, holdings: third, flows: 0 };
  const day = { day: '2026-11-21', equity_start: 0, equity_end: 2 * third, change: 2 * third, unknown: [], ...parts };
  const { today } = earnedIn({ ...known, days: [day] }, now);
  expect(adds(today)).toBe(today.net);
});

test('what came and went is no profit, and a part that is not known makes no sum of it', () => {
  const [first] = known.days.slice(-1);
  if (first === undefined) throw new Error('no day');
  const paidIn = { ...first, flows: 1_000, change: (first.change ?? 0) + 1_000 };
  expect(earnedIn({ ...known, days: [paidIn] }, now).today).toMatchObject({ net: 116.99, gross: 212.46 });
  const { today } = earnedIn({ ...known, days: [{ ...first, dust: null }] }, now);
  expect(today).toMatchObject({ dust: null, gross: null, net: 116.99, fees: -88.38 });
});

test('before the first trade of a day nothing is known of it', () => {
  const { today, yesterday, week } = earnedIn(known, now + 86_400_000);
  expect([today.net, yesterday.net, week.net]).toEqual([null, 116.99, 671.86]);
});
