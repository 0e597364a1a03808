import type { RouteLeg } from '../../packages/bot/src/strategy/leg.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';

const depth = 20;

/**
 * Profitable routes USDT → … → USDT on books of 20 levels, each level 0.002 to 0.04 % worse than the one before and worth some
 * hundred dollars, with lots worth ten cents to ten dollars and a smallest order of five.
 */
export function createRoutes(count: number): RouteLeg[][] {
  const { uniform } = seededRandom(count);
  return Array.from({ length: count }, () => {
    const currencies = ['USDT', 'A', 'B', 'C'].slice(0, uniform() < 0.5 ? 3 : 4);
    const worth = currencies.map((_, at) => (at === 0 ? 1 : Math.exp(8 * uniform() - 4)));
    const gain = 1 + (0.001 * currencies.length + 0.001 + 0.01 * uniform()) / currencies.length;
    return currencies.map((from, at): RouteLeg => {
      const next = (at + 1) % currencies.length;
      const isSell = uniform() < 0.5;
      const [base, quote] = isSell ? [from, currencies[next] as string] : [currencies[next] as string, from];
      const baseWorth = worth[isSell ? at : next] as number;
      const quoteWorth = worth[isSell ? next : at] as number;
      let price = (baseWorth / quoteWorth) * (isSell ? gain : 1 / gain);
      const levels = { price: new Float64Array(depth), size: new Float64Array(depth), count: depth };
      for (let level = 0; level < depth; level++) {
        levels.price[level] = price;
        levels.size[level] = (50 + 400 * uniform()) / baseWorth;
        price *= 1 + (isSell ? -1 : 1) * (0.00002 + 0.0004 * uniform());
      }
      const lotStep = 10 ** Math.round(Math.log10((0.1 * 100 ** uniform()) / baseWorth));
      const rules = { tickSize: 1e-8, lotStep, minQuantity: lotStep, minNotional: 5 / quoteWorth, takerFee: 0.001 };
      const instrument = {
        exchange: 'bench',
        symbol: `${base}/${quote}`,
        base,
        quote,
        ...rules,
        feeCurrency: 'received' as const,
      };
      return { instrument, side: isSell ? 'sell' : 'buy', levels };
    });
  });
}

/**
 * Cycles of four over flat, deep books with lots of a tenth to a ten-millionth: each level earns less than the one before, the last a thousandth
 * to next to nothing, so that millions of sizes are about as good as the best. With each, the capital that is given to it.
 */
export function createFineRoutes(count: number): { route: RouteLeg[]; capital: number }[] {
  const { uniform } = seededRandom(count + 1);
  const currencies = ['USDT', 'A', 'B', 'C'];
  return Array.from({ length: count }, () => {
    const gain = 10 ** (-3 - 6 * uniform());
    const capital = 1_000 * 10 ** (3 * uniform());
    const lotStep = 10 ** -Math.ceil(7 * uniform());
    const route = currencies.map((from, at): RouteLeg => {
      const to = currencies[(at + 1) % currencies.length] as string;
      const isSell = uniform() < 0.5;
      const [base, quote] = isSell ? [from, to] : [to, from];
      const levels = { price: new Float64Array(depth), size: new Float64Array(depth), count: depth };
      // What the fee takes comes back at once, and as much as the levels worsen by in the end.
      let rate = 1 / 0.999 + gain;
      for (let level = 0; level < depth; level++) {
        levels.price[level] = isSell ? rate : 1 / rate;
        levels.size[level] = (capital / 10) * (0.5 + uniform());
        rate -= (gain / depth) * uniform();
      }
      const rules = { tickSize: 1e-8, lotStep, minQuantity: 0, minNotional: 0, takerFee: 0.001 };
      const instrument = {
        exchange: 'bench',
        symbol: `${base}/${quote}`,
        base,
        quote,
        ...rules,
        feeCurrency: 'received' as const,
      };
      return { instrument, side: isSell ? 'sell' : 'buy', levels };
    });
    return { route, capital };
  });
}
