import { BigNumber } from 'bignumber.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaled } from '../engine/scale.suite.ts';
import type { Levels } from '../model/levels.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import { levels } from './execution.suite.ts';
import { type Exit, isWay, wayBack } from './way-back.ts';

/** Fair prices of the scripted markets. */
const fair: Readonly<Record<string, number>> = {
  'BTC/USDT': 50_000,
  'ETH/BTC': 0.05,
  'ETH/USDT': 2500,
  'SOL/ETH': 0.04,
  'SOL/USDT': 100,
};

type Quote = { readonly off: number; readonly step: number; readonly sizes: readonly number[] };
const quote = fc.record({
  /** How far the best price is from the fair one, and each level from the one before, in per cent. */
  off: fc.integer({ min: -40, max: 30 }).map((tenths) => tenths / 10),
  step: fc.integer({ min: 1, max: 15 }).map((tenths) => tenths / 10),
  sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
});

const bookOf = (symbol: string, side: 'buy' | 'sell', tick: number, { off, step, sizes }: Quote): Levels => {
  const middle = fair[symbol] ?? 0;
  const worse = side === 'sell' ? -1 : 1;
  return levels(
    ...sizes.map((size, at): readonly [number, number] => {
      const price = middle * (1 + (worse * (at * step - off)) / 100);
      return [Number((Math.round(price / tick) * tick).toPrecision(12)), (size * 2000) / (middle * 40)];
    }),
  );
};

/** What an amount brings when every level is taken down to `worst`, in plain numbers, and how much of it is given. */
const taken = ({ instrument, side, levels: offers }: Exit, amount: number, worst: number) => {
  let [left, gross] = [amount, 0];
  for (let at = 0; offers && at < offers.count; at++) {
    const [price, size] = [offers.price[at] ?? 0, offers.size[at] ?? 0];
    if (side === 'sell' ? price < worst : price > worst) break;
    const most = side === 'sell' ? left : left / price;
    const base = Math.floor(Math.min(size, most) / instrument.lotStep) * instrument.lotStep;
    left -= side === 'sell' ? base : base * price;
    gross += side === 'sell' ? base * price : base;
  }
  return { given: amount - left, gross, net: gross * (1 - instrument.takerFee) };
};
const rate = ({ side }: Exit, price: number): number => (side === 'sell' ? price : 1 / price);
const touch = (exit: Exit): number => rate(exit, exit.levels?.price[0] ?? 0);
const everything = (exit: Exit): number => (exit.side === 'sell' ? 0 : Number.POSITIVE_INFINITY);

test('no order may be filled beyond the bound, and no way brings more than the one that is taken', () => {
  const symbols = Object.keys(fair);
  const quotes = fc.tuple(...symbols.map(() => quote));
  const amounts = fc.integer({ min: 40, max: 20_000 }).map((lots) => lots / 10_000);
  const seen = { way: 0, loss: 0, overAnother: 0 };
  const check = (books: readonly Quote[], amount: number, paid: number, maxLossPct: number): void => {
    const exits = scriptedInstruments().flatMap((instrument, at): readonly Exit[] =>
      (['sell', 'buy'] as const).map((side) => ({
        instrument,
        side,
        to: side === 'sell' ? instrument.quote : instrument.base,
        levels: bookOf(instrument.symbol, side, instrument.tickSize, books[at] as Quote),
      })),
    );
    const from = ({ instrument, side }: Exit): string => (side === 'sell' ? instrument.base : instrument.quote);
    const out = (asset: string) => exits.filter((exit) => from(exit) === asset);
    const found = wayBack({
      ...{ asset: 'ETH', amount: new BigNumber(amount), cost: new BigNumber(paid), back_to: 'USDT', maxLossPct },
      exits: out,
      exit: (asset, to) => out(asset).find((one) => one.to === to) ?? null,
    });
    const chains = out('ETH').flatMap((one): readonly (readonly Exit[])[] =>
      one.to === 'USDT' ? [[one]] : out(one.to).flatMap((two) => (two.to === 'USDT' ? [[one, two]] : [])),
    );
    const least = paid * (1 - maxLossPct / 100);
    if (!isWay(found)) {
      seen.loss++;
      // Whatever could be sold loses too much at its very best prices or, with what comes after it, at this size.
      for (const [one, two] of chains) {
        const best = touch(one as Exit) * (two ? touch(two) : 1);
        const first = taken(one as Exit, amount, everything(one as Exit));
        const onward = two ? taken(two, first.net, everything(two)) : null;
        const average = onward ? (touch(one as Exit) * onward.gross) / Math.max(onward.given, 1e-12) : best;
        if (found.code === 'loss') expect(Math.min(best, average)).toBeLessThan(least * 1.002);
      }
      return;
    }
    seen.way++;
    if (found.path.length > 2) seen.overAnother++;
    const chain = chains.find(([one, two]) => one?.to === found.path[1] && (two?.to ?? 'USDT') === 'USDT') as Exit[];
    const [one, two] = chain as [Exit, Exit | undefined];
    const price = found.order.price.toNumber();
    const quantity = found.order.quantity.toNumber();
    const first = taken(one, one.side === 'sell' ? quantity : quantity * price, price);
    const onward = two ? taken(two, first.net, everything(two)) : { gross: 1, given: 1 };
    // One tick, one lot and what a smaller first order makes of the next book.
    const allowance = 1 - one.instrument.tickSize / price - 0.002;
    expect((rate(one, price) * onward.gross) / onward.given).toBeGreaterThanOrEqual(least * allowance);
    for (const [other, next] of chains) {
      const start = other as Exit;
      const whole = taken(start, amount, everything(start));
      const after = next ? taken(next, whole.net, everything(next)) : whole;
      const worst = (offers: Exit, given: number): number => {
        let left = given;
        for (let at = 0; offers.levels && at < offers.levels.count; at++) {
          const [level = 0, size = 0] = [offers.levels.price[at], offers.levels.size[at]];
          left -= offers.side === 'sell' ? size : size * level;
          if (left <= 0) return rate(offers, level);
        }
        return 0;
      };
      const marginal = worst(start, amount) * (next ? worst(next, whole.net) : 1);
      // A way that takes all of it within the bound at its worst level may not bring more.
      if (marginal < least * 1.002) continue;
      const lots =
        (one.instrument.lotStep + start.instrument.lotStep) * 2600 + (next?.instrument.lotStep ?? 0) * 60_000 + 0.2;
      expect(found.expected_end.toNumber()).toBeGreaterThan(after.net - lots);
    }
  };
  fc.assert(
    fc.property(quotes, amounts, fc.integer({ min: 2420, max: 2580 }), fc.constantFrom(0, 0.5, 1, 3, 100), check),
    { numRuns: scaled(300, 3_000, 100_000), seed: 51 },
  );
  expect(Object.values(seen).every((count) => count > 30)).toBe(true);
});
