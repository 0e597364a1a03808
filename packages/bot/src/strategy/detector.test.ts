import { describe, expect, it } from 'vitest';
import { createCycleIndex } from '../market/cycle-index.ts';
import type { Instrument } from '../model/instrument.ts';
import { chance } from './chance.suite.ts';
import { createDetector, type DetectorOptions } from './detector.ts';
import { enumerateCycles } from './enumerate.ts';

const instrument = (symbol: string, takerFee = 0): Instrument => {
  const [base = '', quote = ''] = symbol.split('/');
  const rules = { tickSize: 0.01, lotStep: 0.01, minQuantity: 0, minNotional: 0, feeCurrency: 'received' as const };
  return { exchange: 'test', symbol, base, quote, takerFee, ...rules };
};

const options = (symbols: readonly string[], more: Partial<DetectorOptions> = {}): DetectorOptions => ({
  instruments: symbols.map((symbol) => instrument(symbol)),
  types: { tri: true, quad: true },
  fundingCurrencies: ['USDT', 'BTC'],
  threshold: 0,
  ...more,
});

describe('detector', () => {
  it('reports a triangle from its funding currency', () => {
    const detector = createDetector(options(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']));
    expect(detector.update(0, 99, 100)).toBe(0);
    expect(detector.update(1, 0.099, 0.1)).toBe(0);
    expect(detector.update(2, 11, 11.1)).toBe(1);
    const cycle = detector.cycle(0);
    expect(cycle).toEqual({
      type: 'TRI',
      symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
      markets: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
      edges: [1, 3, 4],
      product: (1 / 100) * (1 / 0.1) * 11,
      key: detector.key(0),
    });
    expect(detector.counts()).toEqual({ tri: 2, quad: 0 });
    expect(detector.best()).toEqual(cycle);
    expect(detector.update(2, Number.NaN, 11.1)).toBe(0);
    expect(detector.product(cycle.edges)).toBe(0);
    expect(detector.counts()).toEqual({ tri: 1, quad: 0 });
  });

  it('reports what exceeds another threshold once that is raised, and finds the greatest below it all the same', () => {
    const detector = createDetector(options(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']));
    detector.update(0, 99, 100);
    detector.update(1, 0.099, 0.1);
    expect(detector.update(2, 11, 11.1)).toBe(1);
    detector.raise(0.15);
    expect(detector.update(2, 11.4, 11.5)).toBe(0);
    expect(detector.best()?.product).toBeCloseTo(1.14, 10);
    expect(detector.update(2, 11.6, 11.7)).toBe(1);
  });

  it('offers a cycle without a funding currency only when told to', () => {
    const symbols = ['A/B', 'C/B', 'A/C'];
    const strict = createDetector(options(symbols));
    const loose = createDetector(options(symbols, { anyStart: true }));
    for (const detector of [strict, loose]) {
      detector.update(0, 1, 1);
      detector.update(1, 1, 1);
    }
    expect([strict.update(2, 2, 2), strict.counts(), strict.best()]).toEqual([0, { tri: 0, quad: 0 }, null]);
    expect([loose.update(2, 2, 2), loose.counts(), loose.best()?.symbols]).toEqual([
      1,
      { tri: 2, quad: 0 },
      ['A', 'C', 'B', 'A'],
    ]);
  });

  it('takes the fee of every leg, on top of the cost where the exchange charges the quote', () => {
    const symbols = ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'];
    const instruments = symbols.map((symbol) => ({ ...instrument(symbol, 0.001), feeCurrency: 'quote' as const }));
    const detector = createDetector(options(symbols, { instruments }));
    detector.update(0, 1, 1);
    detector.update(1, 1, 1);
    detector.update(2, 2, 2);
    expect(detector.cycle(0).product).toBe((1 / 1.001) * (1 / 1.001) * (2 * 0.999));
  });

  it('finds exactly what enumeration finds over 100,000 random updates of random graphs', () => {
    const random = chance('detector = enumeration');
    let found = 0;
    for (let graph = 0; graph < 200; graph++) found += compareOnGraph(random, 500, `graph ${graph}`);
    expect(found).toBeGreaterThan(10_000);
  });
});

/** Runs random updates on one random graph and compares every answer with plain enumeration; returns the cycles found. */
function compareOnGraph(random: () => number, updates: number, label: string): number {
  const instruments = randomGraph(random);
  const rules = {
    ...options([]),
    instruments,
    types: random() < 0.8 ? { tri: true, quad: true } : { tri: random() < 0.5, quad: random() < 0.5 },
    fundingCurrencies: random() < 0.5 ? ['C0', 'C1'] : ['C2'],
    anyStart: random() < 0.3,
    threshold: random() < 0.5 ? 0 : 0.002,
  };
  const detector = createDetector(rules);
  const index = createCycleIndex(instruments);
  const through: number[][][] = instruments.map(() => []);
  enumerateCycles(index, (edges) => {
    const funded = edges.some((edge) =>
      rules.fundingCurrencies.includes(index.currencies[index.edgeFrom[edge] ?? -1] ?? ''),
    );
    if (!(funded || rules.anyStart) || !(edges.length === 3 ? rules.types.tri : rules.types.quad)) return;
    for (const edge of edges) through[edge >> 1]?.push([...edges]);
  });
  const all = [...new Map(through.flat().map((edges) => [edges.join(), edges])).values()];
  const value = Array.from(index.currencies, () => Math.exp(4 * random()));
  let found = 0;
  for (let step = 0; step < updates; step++) {
    const market = Math.floor(random() * instruments.length);
    const fair = (value[index.edgeFrom[2 * market] ?? 0] ?? 1) / (value[index.edgeTo[2 * market] ?? 0] ?? 1);
    const mid = fair * (1 + 0.004 * (random() - 0.5));
    const bid = random() < 0.05 ? Number.NaN : mid * (1 - 0.001 * random());
    const ask = random() < 0.05 ? 0 : mid * (1 + 0.001 * random());
    const hits = detector.update(market, bid, ask);
    const reported = Array.from({ length: hits }, (_, n) => detector.cycle(n));
    const expected = (through[market] ?? []).filter(
      (edges) => detector.product(rotated(edges, index, rules)) > 1 + rules.threshold,
    );
    const keys = (cycles: readonly (readonly number[])[]): string[] => cycles.map((edges) => edges.join()).sort();
    expect(keys(reported.map(({ edges }) => edges)), `${label} step ${step}`).toEqual(
      keys(expected.map((edges) => rotated(edges, index, rules))),
    );
    expect(new Set(reported.map(({ key }) => key)).size, label).toBe(hits);
    found += hits;
    if (step % 50 === 0) compareCensus(detector, all, `${label} step ${step}`);
  }
  return found;
}

function compareCensus(detector: ReturnType<typeof createDetector>, all: readonly number[][], label: string): void {
  const live = all.filter((edges) => detector.product(edges) > 0);
  const tri = live.filter(({ length }) => length === 3).length;
  expect(detector.counts(), label).toEqual({ tri, quad: live.length - tri });
  const greatest = live.reduce((best, edges) => Math.max(best, detector.product(edges)), 0);
  expect(detector.best()?.product ?? 0, label).toBeCloseTo(greatest, 12);
}

function rotated(
  edges: readonly number[],
  index: ReturnType<typeof createCycleIndex>,
  rules: DetectorOptions,
): number[] {
  const names = edges.map((edge) => index.currencies[index.edgeFrom[edge] ?? -1] ?? '');
  const funded = rules.fundingCurrencies.find((currency) => names.includes(currency));
  const start = names.indexOf(funded ?? names.toSorted()[0] ?? '');
  return [...edges.slice(start), ...edges.slice(0, start)];
}

/** A few currencies, some pairs of them as markets in either direction, now and then two markets for one pair. */
function randomGraph(random: () => number): Instrument[] {
  const currencies = 3 + Math.floor(random() * 8);
  const share = 0.3 + 0.6 * random();
  const instruments: Instrument[] = [];
  for (let a = 0; a < currencies; a++) {
    for (let b = a + 1; b < currencies; b++) {
      if (random() > share) continue;
      const [base, quote] = random() < 0.8 ? [b, a] : [a, b];
      instruments.push(instrument(`C${base}/C${quote}`, 0.0005));
      if (random() < 0.05) instruments.push(instrument(`C${quote}/C${base}`, 0.0005));
    }
  }
  return instruments.length > 0 ? instruments : [instrument('C1/C0')];
}
