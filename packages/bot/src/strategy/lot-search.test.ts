import { expect, it } from 'vitest';
import { heldBy, inSteps } from '../model/decimal.ts';
import type { Instrument } from '../model/instrument.ts';
import { chance } from './chance.suite.ts';
import { held, type Leg, type RouteLeg, toLeg } from './leg.ts';
import { searchLots } from './lot-search.ts';
import { bruteForce, fineRoute, leg, profitOf } from './routes.suite.ts';
import { sizeInLots } from './sizing.ts';

/** Lots of the first leg that every lot is tried of. */
const mostLots = 20_000;

it('earns what trying every lot earns, or at most its gap less', () => {
  const random = chance('search of fine lots = brute force');
  let complete = 0;
  for (let trial = 0; trial < 500; trial++) {
    const route = fineRoute(random);
    const legs = route.map(toLeg);
    const cap = random() < 0.5 ? 1_000 : 20 + 200 * random();
    if (held(legs[0] as Leg, mostLots) <= cap) continue;
    const best = bruteForce(route, cap);
    const sizing = sizeInLots(route, { maxCapital: cap, freeBalance: Infinity });
    const { profit, gap } = searchLots(legs, cap);
    const label = `trial ${trial}: ${JSON.stringify(sizing)}, all lots ${best}`;
    expect(sizing.ok ? [sizing.profit, sizing.gap] : [0, gap], label).toEqual([profit, gap]);
    expect(profit, label).toBeLessThanOrEqual(best + 1e-9);
    expect(profit + gap, label).toBeGreaterThanOrEqual(best - 1e-9 * Math.max(1, best));
    if (gap === 0 && profit > 0) complete++;
  }
  expect(complete).toBeGreaterThan(80);
});

/** Four legs on flat books that gain next to nothing, with lots of about the same worth: more of them may earn than are tried. */
function flatRoute(random: () => number): RouteLeg[] {
  const gain = 1e-6 + 1e-5 * random();
  return ['A/USDT', 'B/A', 'C/B', 'USDT/C'].map((symbol, at): RouteLeg => {
    let price = at === 0 ? 1 / (1 + gain) : 1;
    const levels = Array.from({ length: 10 }, (): [number, number] => {
      const entry: [number, number] = [price, 100 + 100 * random()];
      price *= 1 + 1e-7 * random();
      return entry;
    });
    return leg(symbol, 'buy', levels, { lotStep: 0.0001 + 0.0001 * random(), takerFee: 1e-8 * random() });
  });
}

it('tries no more than 2,000 sizes, and tells how much it may have missed', () => {
  const random = chance('a search that is cut');
  const cap = 500;
  let cut = 0;
  for (let trial = 0; trial < 100; trial++) {
    const route = flatRoute(random);
    const legs = route.map(toLeg);
    const { profit, gap, tries } = searchLots(legs, cap);
    const label = `trial ${trial}: profit ${profit}, gap ${gap}, tries ${tries}`;
    expect(tries, label).toBeLessThanOrEqual(2_000);
    if (gap > 0) cut++;
    const [first, ...later] = legs as [Leg, ...Leg[]];
    // Each later leg loses less than a lot.
    expect(gap, label).toBeLessThan(later.reduce((sum, { lot }) => sum + lot, 0));
    const mostLots = Math.floor(cap / first.lot);
    let best = 0;
    for (let sample = 0; sample < 1_000; sample++)
      best = Math.max(best, profitOf(legs, Math.ceil(mostLots * (1 - random() ** 2))) || 0);
    expect(profit + gap, label).toBeGreaterThanOrEqual(best - 1e-12);
  }
  expect(cut).toBeGreaterThan(10);
});

it('tries the first lot behind a level, of which the fraction costs less than of the others', () => {
  const route = [
    leg('A/USDT', 'buy', [[0.9721, 13]], { lotStep: 3.053 }),
    leg('B/A', 'buy', [[1, 18]], { lotStep: 0.9964 }),
    leg(
      'USDT/B',
      'buy',
      [
        [1, 9],
        [1.016, 12],
      ],
      { lotStep: 0.1256 },
    ),
  ];
  const { profit } = searchLots(route.map(toLeg), 1_000);
  expect(profit).toBeCloseTo(0.0141361, 9);
  expect(profit).toBeCloseTo(bruteForce(route, 1_000), 12);
});

it('orders no more than the cap pays for, to the last of eight decimals and of lots beyond what a binary number counts', () => {
  const random = chance('sizes within the cap');
  let [sized, beyond] = [0, 0];
  for (let trial = 0; trial < 5_000; trial++) {
    const cap = Number((10 ** (1 + 9 * random())).toFixed(8));
    const price = Number((10 ** (4 * random() - 2)).toFixed(6));
    const depth = (1.5 * cap) / price;
    const fine = { lotStep: 1e-8, takerFee: 0.001, feeCurrency: 'quote' as const };
    const route = [
      leg(
        'XRP/USDT',
        'buy',
        [
          [price, depth / 3],
          [price + 1e-6, depth],
        ],
        fine,
      ),
      leg('XRP/BTC', 'sell', [[price, 2 * depth]], fine),
      leg('BTC/USDT', 'sell', [[1.01, 2 * depth * price]], fine),
    ];
    const sizing = sizeInLots(route, { maxCapital: Infinity, freeBalance: cap });
    if (!sizing.ok) continue;
    sized++;
    const [first] = sizing.legs;
    const lots = first?.lots ?? Number.NaN;
    if (lots > Number.MAX_SAFE_INTEGER) beyond++;
    const quantity = inSteps(lots, 1e-8).toFixed();
    const holds = heldBy(route[0]?.instrument as Instrument, { side: 'buy', quantity, price: `${first?.price}` });
    expect(holds.isLessThanOrEqualTo(cap), `trial ${trial}: ${quantity} at ${first?.price} for ${cap}`).toBe(true);
    expect(sizing.capital_required).toBeLessThanOrEqual(cap);
  }
  expect(sized).toBe(5_000);
  expect(beyond).toBeGreaterThan(100);
});
