import { expect, test } from 'vitest';
import { sparkline } from './sparkline.ts';

const bars = '▁▂▃▄▅▆▇█';

test.each([
  [[], ''],
  [[1], ''],
  [[5, 5, 5], '▁▁▁'],
  [[0, 7], '▁█'],
  [[9, 0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█'],
  [[-1, -2, -3], '█▅▁'],
])('%j in eight columns is %j', (values, line) => {
  expect(sparkline(values, 8, bars)).toBe(line);
});
