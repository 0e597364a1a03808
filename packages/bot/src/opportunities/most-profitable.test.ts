import { expect, it } from 'vitest';
import { chance } from '../strategy/chance.suite.ts';
import { mostChosen, mostLooked, mostProfitable, type Prospect } from './most-profitable.ts';

const itself = { profitOf: (profit: number): number => profit, isTired: () => false };

/** Prospects in no order, what each of them earns, and the places that were looked at. */
function prospectsOf(random: () => number, count: number, share: () => number) {
  const prospects: Prospect[] = Array.from({ length: count }, (_, at) => ({ at, bound: 10 * random() }));
  const profits = prospects.map(({ bound }) => bound * share());
  const looked: number[] = [];
  const look = (at: number): number | null => {
    looked.push(at);
    return profits[at] ?? null;
  };
  return { prospects, profits, looked, look };
}

it('chooses exactly the most profitable, the best first, and looks at hardly more', () => {
  const random = chance('the most profitable of many');
  for (let trial = 0; trial < 200; trial++) {
    const { prospects, profits, looked, look } = prospectsOf(random, 143, () => 0.9 + 0.1 * random());
    const best = profits.toSorted((a, b) => b - a).slice(0, mostChosen);
    expect(mostProfitable(prospects, look, itself), `trial ${trial}`).toEqual(best);
    // A hit whose bound is below the worst of the best need not be sized.
    const least = best[mostChosen - 1] ?? Number.NaN;
    expect(looked.length, `trial ${trial}`).toBe(prospects.filter(({ bound }) => bound > least).length);
  }
});

it('looks at no more than 60, those that promise most', () => {
  const random = chance('promises that say little');
  const { prospects, looked, look } = prospectsOf(random, 143, () => 0.1 * random());
  mostProfitable(prospects, look, itself);
  const promising = prospects.toSorted((a, b) => b.bound - a.bound).slice(0, mostLooked);
  expect(looked).toEqual(promising.map(({ at }) => at));
});

it('leaves out what comes to nothing', () => {
  const prospects = [5, 4, 3].map((bound, at) => ({ at, bound }));
  expect(mostProfitable(prospects, (at) => (at === 0 ? null : at), itself)).toEqual([2, 1]);
});

it('stops when it is tired, with the best of what it has looked at', () => {
  const looked: number[] = [];
  const look = (at: number): number => {
    looked.push(at);
    return at;
  };
  const prospects = [3, 5, 4, 2].map((bound, at) => ({ at, bound }));
  expect(mostProfitable(prospects, look, { ...itself, isTired: () => looked.length === 2 })).toEqual([2, 1]);
  expect(looked).toEqual([1, 2]);
});
