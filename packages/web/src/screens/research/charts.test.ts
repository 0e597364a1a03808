import { expect, test } from 'vitest';
import type { ChartColours } from '../../charts/palette.ts';
import { breakEvenChart, lifetimeChart } from './charts.ts';

const colours = { ground: 'a tile with a mark' } as ChartColours;

test('both charts are drawn on what says that a market is invented, in the picture that is saved too', () => {
  const bars = breakEvenChart({ bars: [{ fee: 0, count: 1 }], chosen: 0, name: 'Times' }, colours);
  const lives = lifetimeChart({ times: ['1 ms'], lines: [{ name: 'all', shares: [1] }] }, colours);
  expect([bars.backgroundColor, lives.backgroundColor]).toEqual(['a tile with a mark', 'a tile with a mark']);
});
