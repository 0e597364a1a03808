import { expect, test } from 'vitest';
import { leftToTheOperator } from './practice-by-hand.suite.ts';

test.each([1, 2, 3, 4])('on the practice market, seed %i, an hour of what is left to the operator', async (seed) => {
  const { clock, engine, lifetimes } = await leftToTheOperator(seed);
  await clock.advance(3_600_000);
  await engine.close();
  const lived = lifetimes();
  const share = (least: number, most: number) => lived.filter((ms) => ms >= least && ms <= most).length / lived.length;
  expect(lived.length).toBeGreaterThan(60);
  // A price that moves meanwhile may end one earlier.
  expect(share(3_000, 8_000)).toBeGreaterThan(0.93);
  expect(Math.max(...lived)).toBeLessThanOrEqual(8_100);
  // Spread evenly over orders of magnitude: half of them within the first 1.9 s of the five.
  expect(share(0, 4_900)).toBeGreaterThan(0.4);
  expect(share(0, 4_900)).toBeLessThan(0.6);
});
