import { expect, test } from 'vitest';
import { pricesOf } from './market-choice.ts';

test('prices have one name whatever the seed, the pace or the exchanges, and another at an address of their own', () => {
  const invented = { source: 'simulated', seed: 1, speed: 1 } as const;
  expect(pricesOf(invented)).toEqual({
    source: 'simulated',
    name: 'practice',
    provenance: { kind: 'practice', exchange: null, name: 'practice', money: 'invented' },
  });
  expect(pricesOf({ ...invented, seed: 2, speed: 10, preset: 'realistic' }).name).toBe('realistic');
  expect(pricesOf({ source: 'recorded', file: '/tmp/recordings/sample', speed: 1 })).toEqual({
    source: 'recorded',
    name: 'sample',
    provenance: { kind: 'sample', exchange: 'kucoin', name: 'sample', money: 'invented' },
  });
  const live = (exchanges: readonly string[], places: Readonly<Record<string, string>> = {}) =>
    pricesOf({ source: 'exchange', exchanges, places }).name;
  expect(live(['binance'])).toBe('live');
  expect(live(['binance', 'kucoin'], { okx: 'http://localhost:1' })).toBe('live');
  expect(live(['binance', 'kucoin'], { kucoin: 'http://localhost:1' })).toBe('live: kucoin at http://localhost:1');
  // The same prices from another host, and another exchange of the same name.
  expect(live(['binance'], { binance: 'data' })).toBe('live');
  expect(live(['binance'], { binance: 'us' })).toBe('live: binance at us');
});
