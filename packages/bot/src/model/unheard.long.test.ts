import { expect, test } from 'vitest';
import { elapsedOf } from './moment.ts';
import { oldUnheard, type Unheard } from './unheard.ts';

test('what is unheard is old from the moment on at which its oldest message is, until that is heard or another has come', () => {
  const [waits, received] = [new Uint8Array(3), new Float64Array(3)];
  const unheard = { waits, received } as unknown as Unheard;
  const isOld = oldUnheard(unheard, 100);
  const come = (market: number, at: number): void => {
    waits[market] = 1;
    received[market] = at;
  };
  const old = (at: number): boolean => isOld(elapsedOf(at));
  expect(old(0)).toBe(false);
  come(0, 10);
  come(2, 40);
  expect([50, 110, 111].map(old)).toEqual([false, false, true]);
  come(0, 120);
  expect([125, 140, 141].map(old)).toEqual([false, false, true]);
  waits[2] = 0;
  expect([150, 220].map(old)).toEqual([false, false]);
  come(1, 220);
  expect(old(221)).toBe(true);
  waits[0] = 0;
  expect([320, 321].map(old)).toEqual([false, true]);
});
