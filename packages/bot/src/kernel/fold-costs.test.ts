import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exact } from '../engine/money.suite.ts';
import { scaled } from '../engine/scale.suite.ts';
import type { Fact } from '../model/event.ts';
import { filled, folded, intended, noon } from './fold.suite.ts';
import { costOf } from './fold-costs.ts';

const deposit = (asset: string, amount: string): Fact => ({
  type: 'FundsDeposited',
  ...{ id: 'd', exchange: 'kucoin', mode: 'paper', asset, amount, at: noon },
});
const moved = (asset: string, amount: string, usd_value: number | null): Fact => ({
  type: 'FundsMoved',
  ...{ id: 'm', exchange: 'kucoin', mode: 'paper', cause: 'deposit', asset, amount, usd_value, at: noon },
});
const mark = (prices: Record<string, number>): Fact => ({
  type: 'EquityMarked',
  ...{ mode: 'paper', equity_usd: 0, by_exchange: { kucoin: 0 }, prices, at: noon },
});
const sold = (quantity: string, quote_quantity: string, fees: { asset: string; amount: string }[] = []): Fact =>
  filled({ side: 'sell', quantity, quote_quantity, fees, usd_value: Number(quote_quantity) });
const opened: Fact = { type: 'MarketOpened', market: 'realistic', source: 'simulated', at: noon };

const costs = (...facts: readonly Fact[]) => {
  const state = folded(...facts);
  return (asset: string) => costOf(state, 'paper', 'kucoin', asset);
};

describe('what a holding cost', () => {
  test('is what was paid for it, its fee in kind included', () => {
    const cost = costs(deposit('USDT', '1000'), mark({ USDT: 1 }), filled());
    expect(cost('BTC')).toBe(500);
    expect(cost('USDT')).toBe(500);
  });

  test('is an average of purchases at two prices, of which a sale takes its share', () => {
    const more = filled({ quantity: '0.03', quote_quantity: '1300', fees: [], usd_value: 1300 });
    const facts = [filled({ fees: [] }), more];
    expect(costs(...facts)('BTC')).toBe(1800);
    expect(costs(...facts, sold('0.01', '600'))('BTC')).toBe(1350);
    expect(costs(...facts, sold('0.04', '2400'))('BTC')).toBe(null);
  });

  test('follows the amount that an exchange changes: of what was bought, and of what a sale has brought', () => {
    const repriced = (side: 'buy' | 'sell', quote_quantity: string): Fact => ({
      ...{
        type: 'FillRepriced',
        order_id: 'leg-1',
        exchange: 'kucoin',
        mode: 'paper',
        symbol: 'BTC/USDT',
        base: 'BTC',
      },
      ...{ quote: 'USDT', side, quote_quantity, usd_value: Number(quote_quantity), at: noon },
    });
    const bought = [deposit('USDT', '1000'), mark({ USDT: 1 }), intended, filled({ fees: [] })];
    const dearer = costs(...bought, repriced('buy', '50'));
    expect([dearer('BTC'), dearer('USDT')]).toEqual([550, 450]);
    const cheaper = costs(...bought, repriced('buy', '-50'));
    expect([cheaper('BTC'), cheaper('USDT')]).toEqual([450, 550]);
    expect(costs(...bought, sold('0.005', '300'), repriced('sell', '20'))('USDT')).toBe(820);
    expect(costs(...bought, repriced('buy', '-900'))('BTC')).toBe(0);
  });

  test('of money from outside is its value as it came, or else at the first price after that', () => {
    expect(costs(deposit('ETH', '2'))('ETH')).toBe(null);
    expect(costs(deposit('ETH', '2'), mark({ BTC: 50_000 }))('ETH')).toBe(null);
    expect(costs(deposit('ETH', '2'), mark({ ETH: 2500 }), mark({ ETH: 3000 }))('ETH')).toBe(5000);
    expect(costs(moved('ETH', '1', 2400), moved('ETH', '-0.5', -1300))('ETH')).toBe(1200);
    expect(costs(moved('ETH', '1', 2400), moved('ETH', '1', null))('ETH')).toBe(null);
    expect(costs(moved('ETH', '1', 2400), moved('ETH', '1', null), mark({ ETH: 2600 }))('ETH')).toBe(5000);
  });

  test('stays when the fee of a purchase is named later, and falls by the share of any other fee', () => {
    const charge = (asset: string, amount: string): Fact => ({
      type: 'FeeCharged',
      ...{ order_id: 'leg-1', key: 'cumulative', exchange: 'kucoin', mode: 'paper', asset, amount, at: noon },
    });
    const bought = [moved('BNB', '2', 1200), intended, filled({ fees: [] })];
    expect(costs(...bought, charge('BTC', '0.001'))('BTC')).toBe(500);
    expect(costs(...bought, charge('BNB', '0.5'))('BNB')).toBe(900);
    expect(costs(...bought, charge('BNB', '0.5'), charge('BNB', '-0.5'))('BNB')).toBe(1200);
  });

  test('of what pays a debt is left out', () => {
    expect(costs(sold('0.01', '500'), filled({ quantity: '0.03', fees: [], usd_value: 1500 }))('BTC')).toBe(1000);
  });

  test('begins again under the prices of another market', () => {
    const facts = [moved('ETH', '1', 2400), opened];
    expect(costs(...facts)('ETH')).toBe(null);
    expect(costs(...facts, mark({ ETH: 3000 }))('ETH')).toBe(3000);
  });

  test('of what a correction takes back and returns goes by the averages that are there', () => {
    const { usd_value: _, ...fill } = filled({ quantity: '0.002', quote_quantity: '100', fees: [] }) as Extract<
      Fact,
      { type: 'OrderFilled' }
    >;
    const correction: Fact = { ...fill, type: 'FillCorrected' };
    const cost = costs(deposit('USDT', '1000'), mark({ USDT: 1 }), filled({ fees: [] }), correction);
    expect([cost('BTC'), cost('USDT')]).toEqual([400, 600]);
  });
});

/** A fraction of whole numbers, so that nothing is ever rounded. */
type Fraction = readonly [bigint, bigint];
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const of = (value: string | number): Fraction => [exact(value), exact(1)];
const isMore = ([a]: Fraction): boolean => a > 0n;
const inverse = ([a, b]: Fraction): Fraction => [b, a];
const nothing: Fraction = [0n, 1n];

/** One asset of one account: each purchase a lot, and what leaves takes the same share of every lot. */
const lotsOf = (steps: readonly Step[]): number | null => {
  let lots: { left: Fraction; usd: Fraction | null }[] = [];
  for (const { kind, amount, usd } of steps) {
    const held = lots.reduce((sum, { left }) => add(sum, left), nothing);
    if (kind === 'in') lots.push({ left: of(amount), usd: usd === null ? null : of(usd) });
    else if (kind === 'price') lots = lots.map((lot) => ({ ...lot, usd: lot.usd ?? times(lot.left, of(amount)) }));
    else {
      const rest = add(held, times(of(amount), [-1n, 1n]));
      const share = isMore(held) && isMore(rest) ? times(rest, inverse(held)) : nothing;
      lots = lots
        .map((lot) => ({ left: times(lot.left, share), usd: lot.usd && times(lot.usd, share) }))
        .filter(({ left }) => isMore(left));
      if (!isMore(rest) && rest[0] < 0n) throw new Error('sold more than there was');
    }
  }
  if (lots.length === 0 || lots.some(({ usd }) => usd === null)) return null;
  const [a, b] = lots.reduce((sum, { usd }) => add(sum, usd ?? nothing), nothing);
  return Number((a * 10n ** 12n) / b) / 1e12;
};

type Step = { readonly kind: 'in' | 'out' | 'price'; readonly amount: string; readonly usd: number | null };
const cents = (most: number) => fc.integer({ min: 1, max: most }).map((one) => (one / 100).toFixed(2));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('in' as const),
    amount: cents(1_000),
    usd: fc.oneof({ weight: 4, arbitrary: cents(100_000).map(Number) }, { weight: 1, arbitrary: fc.constant(null) }),
  }),
  fc.record({ kind: fc.constant('out' as const), amount: cents(1_000), usd: fc.constant(null) }),
  fc.record({ kind: fc.constant('price' as const), amount: cents(10_000), usd: fc.constant(null) }),
);

test('a holding costs what its lots cost, counted in fractions by a program of its own', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (drawn) => {
      // Nothing leaves that is not there: debts have a test of their own.
      let held = 0;
      const steps = drawn.filter(({ kind, amount }) => {
        const change = kind === 'in' ? Number(amount) : kind === 'out' ? -Number(amount) : 0;
        if (held + change < -1e-9) return false;
        held += change;
        return true;
      });
      const facts = steps.map(({ kind, amount, usd }): Fact => {
        if (kind === 'price') return mark({ ETH: Number(amount) });
        return kind === 'in' ? moved('ETH', amount, usd) : moved('ETH', `-${amount}`, null);
      });
      const [found, expected] = [costs(...facts)('ETH'), lotsOf(steps)];
      if (expected === null) expect(found).toBe(null);
      else expect(found).toBeCloseTo(expected, 6);
    }),
    { numRuns: scaled(100, 500, 500) },
  );
});
