import { expect, test } from 'vitest';
import type { ChartColours } from '../../charts/palette.ts';
import { breakEvenChart, lifetimeChart } from './charts.ts';

const colours = { ground: 'a tile with a mark', caution: 'orange', muted: 'grey' } as ChartColours;

test('both charts are drawn on what says that a market is invented, in the picture that is saved too', () => {
  const bars = breakEvenChart({ bars: [{ fee: 0, count: 1 }], chosen: 0, name: 'Times', marks: [] }, colours);
  const lives = lifetimeChart({ times: ['1 ms'], lines: [{ name: 'all', shares: [1] }], marks: [] }, colours);
  expect([bars.backgroundColor, lives.backgroundColor]).toEqual(['a tile with a mark', 'a tile with a mark']);
});

test('your own fee and the best one are lines at their place, yours in the colour of caution', () => {
  const marks = [
    { at: 2, text: 'best 0.02%', isOwn: false },
    { at: 3, text: 'yours: 0.03%', isOwn: true },
  ];
  const bars = [0, 0.01, 0.02, 0.03].map((fee) => ({ fee, count: 20 }));
  const { series } = breakEvenChart({ bars, chosen: 0, name: 'Times', marks }, colours);
  expect(series).toMatchObject([
    { name: 'Times' },
    { name: 'best 0.02%', data: [null, null, 20, null], itemStyle: { color: 'grey' } },
    { name: 'yours: 0.03%', data: [null, null, null, 20], itemStyle: { color: 'orange' } },
  ]);
});
