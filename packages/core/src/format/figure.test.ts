import { expect, test } from 'vitest';
import { paperProvenance } from '../contract/provenance.ts';
import { figureOf } from './figure.ts';
import { dollars, money } from './number.ts';

const provenance = paperProvenance('practice', null, 'practice');

// `tsc -b` compiles these lines: one that no longer fails to compile is an error itself.
test('money without its source does not compile', () => {
  const profit: number | null = 8.214;
  // @ts-expect-error: a bare number
  expect(() => money(profit)).not.toThrow();
  // @ts-expect-error: a value that may be missing
  expect(() => money(null)).toThrow();
  // @ts-expect-error: a number that only looks like one
  expect(() => money({ usd: profit })).not.toThrow();
  // @ts-expect-error: a record that states no source
  expect(figureOf({ profit }, profit).source).toBeNull();
  // @ts-expect-error: a figure is no number to calculate with
  expect(figureOf({ provenance }, profit) + 1).not.toBe(9.214);
  // @ts-expect-error: what came about at a market is not printed as what a person sets
  expect(dollars(figureOf({ provenance }, profit))).toBe('—');

  expect([money(figureOf({ provenance }, profit), { sign: true }), dollars(10_000)]).toEqual(['+$8.21', '$10,000.00']);
});

test('a figure keeps the source of its record; of a record that is not loaded it is not stated', () => {
  expect(figureOf({ provenance }, 1)).toEqual({ usd: 1, source: provenance });
  expect(figureOf(undefined, undefined)).toEqual({ usd: null, source: null });
});
