import { describe, expect, it } from 'vitest';
import { chance } from './chance.suite.ts';
import { type RouteLeg, rateOf, spent, toLeg } from './leg.ts';
import { createWalk, walkToOptimum } from './merge-walk.ts';
import { bruteForce, leg, randomRoute } from './routes.suite.ts';
import { sizeContinuous, sizeInLots } from './sizing.ts';

const unlimited = { maxCapital: Infinity, freeBalance: Infinity };

describe('the continuous size', () => {
  it('stops at the level where the marginal product falls to one', () => {
    const route = [
      leg('BTC/USDT', 'buy', [
        [100, 1],
        [101, 1],
        [120, 9],
      ]),
      leg('ETH/BTC', 'buy', [[0.1, 100]]),
      leg('ETH/USDT', 'sell', [
        [10.2, 15],
        [10.1, 100],
      ]),
    ];
    expect(sizeContinuous(route, unlimited)).toEqual({
      ok: true,
      legs: [
        { market: 'BTC/USDT', side: 'buy', price: 101, quantity: 1.5 },
        { market: 'ETH/BTC', side: 'buy', price: 0.1, quantity: 15 },
        { market: 'ETH/USDT', side: 'sell', price: 10.2, quantity: 15 },
      ],
      capital_required: 150.5,
      profit: expect.closeTo(2.5, 9),
      gap: 0,
      profit_pct: expect.closeTo(250 / 150.5, 9),
    });
  });

  it('is bound by capital and by the free balance', () => {
    const route = [
      leg('BTC/USDT', 'buy', [[100, 1]]),
      leg('ETH/BTC', 'buy', [[0.1, 100]]),
      leg('ETH/USDT', 'sell', [[10.2, 15]]),
    ];
    const bound = [
      { maxCapital: 50, freeBalance: 80 },
      { maxCapital: 80, freeBalance: 50 },
    ].map((limits) => sizeContinuous(route, limits));
    expect(bound.map((sizing) => sizing.ok && [sizing.capital_required, sizing.profit])).toEqual(
      [
        [50, 1],
        [50, 1],
      ].map((row) => row.map((x) => expect.closeTo(x, 9))),
    );
  });

  it('is none without profit or depth', () => {
    const legs = (price: number) => [
      leg('BTC/USDT', 'buy', [[100, 1]]),
      leg('ETH/BTC', 'buy', [[0.1, 1]]),
      leg('ETH/USDT', 'sell', [[price, 1]]),
    ];
    expect(sizeContinuous(legs(10), unlimited)).toEqual({ ok: false, reason: 'not-profitable' });
    expect(sizeContinuous([...legs(11).slice(0, 2), leg('ETH/USDT', 'sell', [])], unlimited)).toEqual({
      ok: false,
      reason: 'no-depth',
    });
  });

  it('earns what the best of a fine grid earns', () => {
    const random = chance('continuous size = grid');
    let profitable = 0;
    for (let trial = 0; trial < 400; trial++) {
      const route = randomRoute(random, 12);
      const walk = createWalk(route.map(toLeg), 500);
      const optimum = walkToOptimum(walk);
      const reach = Math.min(500, depthOf(route));
      let best = 0;
      for (let step = 1; step <= 2_000; step++) {
        const profit = continuousProfit(route, (reach * step) / 2_000);
        if (profit > best) best = profit;
      }
      const start = walk.starts[optimum] ?? Number.NaN;
      const profit = (walk.outs[optimum] ?? Number.NaN) - start;
      expect(profit).toBeGreaterThanOrEqual(best - 1e-9);
      expect(continuousProfit(route, start)).toBeCloseTo(profit, 9);
      // Between two points of the grid profit changes by less than its steepest slope times their distance.
      expect(profit - best).toBeLessThan((0.07 * reach) / 2_000 + 1e-9);
      if (profit > 0) profitable++;
    }
    expect(profitable).toBeGreaterThan(50);
  });
});

describe('the size in lots', () => {
  it('counts what the lots leave over as lost', () => {
    const route = [
      leg('BTC/USDT', 'buy', [[100, 1]], { lotStep: 0.001 }),
      leg('ETH/BTC', 'buy', [[0.1, 100]], { lotStep: 3 }),
      leg('ETH/USDT', 'sell', [[10.2, 15]], { lotStep: 1 }),
    ];
    expect(sizeInLots(route, unlimited)).toEqual({
      ok: true,
      legs: [
        { market: 'BTC/USDT', side: 'buy', price: 100, quantity: 0.9, lots: 900 },
        { market: 'ETH/BTC', side: 'buy', price: 0.1, quantity: 9, lots: 3 },
        { market: 'ETH/USDT', side: 'sell', price: 10.2, quantity: 9, lots: 9 },
      ],
      capital_required: 90,
      profit: expect.closeTo(1.8, 9),
      gap: 0,
      profit_pct: expect.closeTo(2, 9),
    });
  });

  it('holds the minima of every leg', () => {
    const route = (minNotional: number) => [
      leg('BTC/USDT', 'buy', [[100, 1]], { lotStep: 0.001 }),
      leg('ETH/BTC', 'buy', [[0.1, 100]], { lotStep: 0.1 }),
      leg('ETH/USDT', 'sell', [[10.2, 15]], { lotStep: 0.1, minNotional }),
    ];
    expect(sizeInLots(route(102), unlimited)).toMatchObject({ ok: true, capital_required: 100 });
    expect(sizeInLots(route(103), unlimited)).toEqual({ ok: false, reason: 'below-minimum' });
  });

  it('keeps within the capital what the first order holds, which is more than it costs', () => {
    const route = [
      leg(
        'BTC/USDT',
        'buy',
        [
          [100, 1],
          [100.1, 1],
        ],
        { lotStep: 0.5 },
      ),
      leg('ETH/BTC', 'buy', [[0.1, 100]], { lotStep: 5 }),
      leg('ETH/USDT', 'sell', [[10.2, 50]], { lotStep: 5 }),
    ];
    const capital = (maxCapital: number): unknown => sizeInLots(route, { maxCapital, freeBalance: Infinity });
    expect(capital(200.2)).toMatchObject({
      ok: true,
      capital_required: expect.closeTo(200.2, 9),
      profit: expect.closeTo(3.9, 9),
    });
    expect(capital(200.15)).toMatchObject({
      ok: true,
      capital_required: expect.closeTo(150.15, 9),
      profit: expect.closeTo(2.95, 9),
    });
  });

  it('is none where lots take the profit', () => {
    const route = [
      leg('BTC/USDT', 'buy', [[100, 1]], { lotStep: 0.3 }),
      leg('ETH/BTC', 'buy', [[0.1, 100]], { lotStep: 4 }),
      leg('ETH/USDT', 'sell', [[10.2, 15]], { lotStep: 1 }),
    ];
    expect(sizeInLots(route, unlimited)).toEqual({ ok: false, reason: 'not-profitable' });
  });

  it('is found without trying every lot where lots are fine and books are flat', () => {
    const flat = (price: number): [number, number][] =>
      Array.from({ length: 20 }, (_, level) => [price * (1 + 1e-5 * level), 1e6]);
    const fine = { lotStep: 1e-4, tickSize: 1e-8, takerFee: 0.001 };
    const route = [
      leg('BTC/USDT', 'buy', flat(1), fine),
      leg('ETH/BTC', 'buy', flat(1), fine),
      leg('USDT/ETH', 'buy', flat(0.994), fine),
    ];
    const sizing = sizeInLots(route, { maxCapital: 1e6, freeBalance: Infinity });
    // Trying all ten billion lots finds the same, and takes minutes.
    expect(sizing.ok ? sizing.profit : 0).toBeCloseTo(3011.0956, 6);
    expect(sizing.ok ? sizing.capital_required : 0).toBeCloseTo(999_999.989, 6);
  });

  it('stays below the level whose price costs more than the rest of the size earns', () => {
    const steep = (price: number): [number, number][] =>
      Array.from({ length: 5 }, (_, level) => [price * (1 + 1e-3 * level), 2e4]);
    const whole = { lotStep: 1, tickSize: 1e-8, takerFee: 0.001 };
    for (const step of [2e4, 3e4, 4e4]) {
      const route = [
        leg('BTC/USDT', 'buy', [[1, 1e6]], whole),
        leg('ETH/BTC', 'buy', steep(1), whole),
        leg('USDT/ETH', 'buy', steep(0.994), whole),
      ];
      const sizing = sizeInLots(route, { maxCapital: step, freeBalance: Infinity });
      expect(sizing.ok ? sizing.profit : 0).toBeCloseTo(bruteForce(route, step), 6);
    }
  });

  it('earns exactly what trying every lot of the first leg earns', () => {
    const random = chance('size in lots = brute force');
    let sized = 0;
    for (let trial = 0; trial < 3_000; trial++) {
      const route = randomRoute(random, 4);
      const cap = random() < 0.5 ? 1_000 : 20 + 200 * random();
      const expected = bruteForce(route, cap);
      const sizing = sizeInLots(route, { maxCapital: cap, freeBalance: Infinity });
      const label = `trial ${trial}: ${JSON.stringify(sizing)}`;
      expect(sizing.ok ? sizing.profit : 0, label).toBeCloseTo(expected, 9);
      if (!sizing.ok) continue;
      sized++;
      const free = sizeContinuous(route, { maxCapital: cap, freeBalance: Infinity });
      expect(free.ok ? free.profit : 0, label).toBeGreaterThanOrEqual(sizing.profit - 1e-9);
      expect(sizing.capital_required, label).toBeLessThanOrEqual(cap * (1 + 1e-9));
      for (const [at, { quantity }] of sizing.legs.entries()) {
        const lots = quantity / (route[at]?.instrument.lotStep ?? 0);
        expect(lots, label).toBeCloseTo(Math.round(lots), 6);
      }
    }
    expect(sized).toBeGreaterThan(500);
  });
});

/** Profit of putting `amount` through every leg, level after level; NaN beyond the depth. */
function continuousProfit(route: readonly RouteLeg[], amount: number): number {
  let available = amount;
  for (const leg of route.map(toLeg)) {
    let left = available;
    available = 0;
    for (let level = 0; level < leg.count && left > 0; level++) {
      const price = leg.price[level] ?? 0;
      const room = (leg.size[level] ?? 0) * (leg.isSell ? 1 : price * leg.costFactor);
      available += Math.min(left, room) * rateOf(leg, level);
      left -= Math.min(left, room);
    }
    if (left > 1e-9 * amount) return Number.NaN;
  }
  return available - amount;
}

function depthOf(route: readonly RouteLeg[]): number {
  const [first] = route.map(toLeg);
  return first ? spent({ ...first, lot: first.depth.at(-1) ?? 0 }, 1) : 0;
}
