import { BigNumber } from 'bignumber.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaled } from '../engine/scale.suite.ts';
import { heldBy } from '../model/decimal.ts';
import type { Instrument } from '../model/instrument.ts';
import { countedLots, ticksIn } from '../model/steps.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import { levels } from './execution.suite.ts';
import { planLegs, type SizedLeg } from './plan.ts';

const [btc] = scriptedInstruments();
/** XRP/USDT with lots of eight decimals, as Kraken has them. */
const xrp: Instrument = {
  ...(btc as Instrument),
  symbol: 'XRP/USDT',
  base: 'XRP',
  tickSize: 0.00001,
  lotStep: 1e-8,
  minNotional: 0,
};

test('the first order never holds more than is free, whatever the digits', () => {
  const amounts = fc.record({
    free: fc.integer({ min: 10 ** 8, max: 5 * 10 ** 14 }),
    price: fc.integer({ min: 10_000, max: 500_000 }),
    feeCurrency: fc.constantFrom('received', 'quote'),
    side: fc.constantFrom('buy', 'sell'),
    roundedUp: fc.double({ min: 1, max: 1 + 1e-9, noNaN: true }),
  });
  fc.assert(
    fc.property(amounts, ({ free: units, price: priced, feeCurrency, side, roundedUp }) => {
      const free = new BigNumber(units).shiftedBy(-8);
      const price = new BigNumber(priced).shiftedBy(-5).toNumber();
      const instrument = { ...xrp, feeCurrency };
      const perLot = heldBy(instrument, { side, quantity: '0.00000001', price: String(price) });
      // As a search in binary numbers finds them: the exact lots, or a few more.
      const exact = free.dividedToIntegerBy(perLot).toNumber();
      const lots = countedLots(Math.floor(exact * roundedUp));
      const ticks = ticksIn(instrument, price) ?? expect.unreachable();
      const book = levels([price, 1e9]);
      const planned = planLegs(['USDT', 'XRP'], [{ instrument, side, lots, ticks, levels: book }], free);
      expect(planned.legs[0]?.quantity).toBe(new BigNumber(exact).shiftedBy(-8).toFixed());
      expect(free.minus(planned.start_amount).isGreaterThanOrEqualTo(0)).toBe(true);
      expect(free.minus(planned.start_amount).isLessThan(perLot)).toBe(true);
    }),
    { numRuns: scaled(300, 2_000, 2_000) },
  );
});

test('lots are no ticks, ticks no lots, and a plain number is neither', () => {
  const leg = { lots: countedLots(3), ticks: ticksIn({ tickSize: 0.01 }, 2530.25) ?? expect.unreachable() };
  const given: Pick<SizedLeg, 'lots' | 'ticks'> = leg;
  // @ts-expect-error
  const swapped: Pick<SizedLeg, 'lots'> = { lots: leg.ticks };
  // @ts-expect-error
  const other: Pick<SizedLeg, 'ticks'> = { ticks: leg.lots };
  // @ts-expect-error
  const plain: Pick<SizedLeg, 'lots'> = { lots: 3 };
  expect([given.ticks, swapped.lots, other.ticks, plain.lots]).toEqual([253_025, 253_025, 3, 3]);
  expect(ticksIn({ tickSize: 0.01 }, 2529.995)).toBeNull();
});
