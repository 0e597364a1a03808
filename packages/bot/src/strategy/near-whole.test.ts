import { expect, it } from 'vitest';
import { chance } from './chance.suite.ts';
import { stepsUntilBelow } from './near-whole.ts';

const fractionOf = (value: number): number => value - Math.floor(value);

it('finds the first step whose fraction is small, as going step by step does', () => {
  const random = chance('steps until the fraction is small');
  const most = 3_000;
  for (let trial = 0; trial < 20_000; trial++) {
    const phase = 10 * random() - 5;
    // Steps of near a whole number move the fraction little.
    const step = (random() < 0.5 ? -1 : 1) * (random() < 0.5 ? 7 * random() : 1 + random() / 1_000);
    const width = 10 ** (-4 * random());
    let first = 0;
    while (first < most && fractionOf(phase + first * step) >= width) first++;
    const found = stepsUntilBelow(phase, step, width);
    const label = `phase ${phase}, step ${step}, width ${width}`;
    if (first < most) expect(found, label).toBe(first);
    else expect(found, label).toBeGreaterThanOrEqual(most);
  }
});

it('finds none where the step is whole', () => {
  expect(stepsUntilBelow(0.25, 3, 0.25)).toBe(Infinity);
  expect(stepsUntilBelow(0.25, 3, 0.26)).toBe(0);
});
