import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import { affordableLots, held, type Leg, lotsAboveMinima, type RouteLeg, received, spent, toLeg } from './leg.ts';

/** A leg by its levels; without rules its lots are millionths and it costs nothing. */
export const leg = (
  symbol: string,
  side: 'buy' | 'sell',
  levels: readonly [number, number][],
  rules: Partial<Instrument> = {},
): RouteLeg => {
  const [base = '', quote = ''] = symbol.split('/');
  const none = {
    tickSize: 0.01,
    lotStep: 1e-6,
    minQuantity: 0,
    minNotional: 0,
    takerFee: 0,
    feeCurrency: 'received' as const,
  };
  return { instrument: { exchange: 'test', symbol, base, quote, ...none, ...rules }, side, levels: toLevels(levels) };
};

function toLevels(levels: readonly (readonly [number, number])[]): Levels {
  const price = Float64Array.from(levels, ([value]) => value);
  return { price, size: Float64Array.from(levels, ([, value]) => value), count: levels.length };
}

/** What so many lots of the first leg earn, each later leg taking the most that it can; NaN below a minimum. Fills in the lots of each leg. */
export function profitOf(legs: readonly Leg[], first: number, lots: number[] = []): number {
  let available = Number.NaN;
  for (const [at, leg] of legs.entries()) {
    const taken = at === 0 ? first : affordableLots(leg, available);
    lots[at] = taken;
    available = taken > 0 && lotsAboveMinima(leg, taken) === taken ? received(leg, taken) : Number.NaN;
  }
  return available - spent(legs[0] as Leg, first);
}

/** The greatest profit over every whole number of lots of the first leg. */
export function bruteForce(route: readonly RouteLeg[], cap: number): number {
  const legs = route.map(toLeg);
  let best = 0;
  for (let lots = 1; held(legs[0] as Leg, lots) <= cap * (1 + 1e-12); lots++)
    best = Math.max(best, profitOf(legs, lots) || 0);
  return best;
}

/** Three or four legs USDT → … → USDT whose product is near one, on books of a few levels, with coarse lots. */
export function randomRoute(random: () => number, mostLevels: number): RouteLeg[] {
  const currencies = ['USDT', 'A', 'B', 'C'].slice(0, random() < 0.5 ? 3 : 4);
  const value = currencies.map((_, at) => (at === 0 ? 1 : Math.exp(6 * random() - 3)));
  const luck = 1 + (0.06 * random() - 0.01) / currencies.length;
  const feeCurrency = random() < 0.5 ? 'received' : 'quote';
  return currencies.map((from, at): RouteLeg => {
    const to = currencies[(at + 1) % currencies.length] ?? 'USDT';
    const rate = ((value[at] ?? 1) / (value[(at + 1) % currencies.length] ?? 1)) * luck;
    const isSell = random() < 0.5;
    const worth = isSell ? (value[at] ?? 1) : (value[(at + 1) % currencies.length] ?? 1);
    const top = isSell ? rate : 1 / rate;
    let price = top;
    const levels = Array.from({ length: 1 + Math.floor(mostLevels * random()) }, (): [number, number] => {
      const entry: [number, number] = [price, (10 + 100 * random()) / worth];
      price *= 1 + (isSell ? -1 : 1) * 0.01 * random();
      return entry;
    });
    return leg(`${isSell ? from : to}/${isSell ? to : from}`, isSell ? 'sell' : 'buy', levels, {
      lotStep: 10 ** Math.floor(Math.log10((0.2 + 8 * random()) / worth)),
      minQuantity: random() < 0.3 ? (5 * random()) / worth : 0,
      minNotional: random() < 0.3 ? (30 * random() * top) / worth : 0,
      takerFee: 0.002 * random(),
      feeCurrency,
    });
  });
}

/**
 * Three or four legs like those, but with up to 20 levels, of which half hold whole lots; with lots down to a thousandth of them, and with gains and
 * steps of the price that are as small as a millionth.
 */
export function fineRoute(random: () => number): RouteLeg[] {
  const currencies = ['USDT', 'A', 'B', 'C'].slice(0, random() < 0.5 ? 3 : 4);
  const value = currencies.map((_, at) => (at === 0 ? 1 : Math.exp(6 * random() - 3)));
  const gain = 0.06 * 10 ** (-4 * random());
  const steepness = 0.01 * 10 ** (-4 * random());
  const fineness = 10 ** (-3 * random());
  const luck = 1 + (gain * random()) / currencies.length;
  const takerFee = random() < 0.3 ? 0 : 0.007 * gain * random();
  return currencies.map((from, at): RouteLeg => {
    const next = (at + 1) % currencies.length;
    const to = currencies[next] ?? 'USDT';
    const isSell = random() < 0.5;
    const rate = ((value[at] ?? 1) / (value[next] ?? 1)) * luck;
    const worth = value[isSell ? at : next] ?? 1;
    const lot = ((0.2 + 8 * random()) * fineness) / worth;
    const lotStep = random() < 0.5 ? 10 ** Math.floor(Math.log10(lot)) : lot;
    let price = isSell ? rate : 1 / rate;
    const rules = {
      minQuantity: random() < 0.3 ? 5 / worth : 0,
      minNotional: random() < 0.3 ? (20 * price) / worth : 0,
    };
    const levels = Array.from({ length: 1 + Math.floor(20 * random()) }, (): [number, number] => {
      const size = (1 + 100 * random()) / worth;
      const entry: [number, number] = [price, random() < 0.5 ? size : Math.ceil(size / lotStep) * lotStep];
      price *= 1 + (isSell ? -1 : 1) * steepness * random();
      return entry;
    });
    const feeCurrency = random() < 0.5 ? ('received' as const) : ('quote' as const);
    return leg(`${isSell ? from : to}/${isSell ? to : from}`, isSell ? 'sell' : 'buy', levels, {
      lotStep,
      ...rules,
      takerFee,
      feeCurrency,
    });
  });
}
