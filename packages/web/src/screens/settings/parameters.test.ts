import { expect, test } from 'vitest';
import { assetNamed } from './parameters.ts';

test('an asset is upper-case letters and digits', () => {
  expect([' sol ', '1INCH', 'BTC/USDT', ''].map(assetNamed)).toEqual(['SOL', '1INCH', null, null]);
});
