import { expect, test } from 'vitest';
import { layoutOf } from './layout.ts';

test.each([
  [
    { columns: 80, rows: 24 },
    { columns: 80, left: 54, right: 26, top: 10, bottom: 9 },
  ],
  [
    { columns: 140, rows: 40 },
    { columns: 140, left: 98, right: 42, top: 20, bottom: 15 },
  ],
  [
    { columns: 300, rows: 60 },
    { columns: 300, left: 256, right: 44, top: 31, bottom: 24 },
  ],
  [
    { columns: 70, rows: 18 },
    { columns: 70, left: 70, right: 0, top: 4, bottom: 9 },
  ],
  [{ columns: 59, rows: 24 }, null],
  [{ columns: 80, rows: 17 }, null],
])('%j is divided into %j', (size, layout) => {
  expect(layoutOf(size)).toEqual(layout);
});
