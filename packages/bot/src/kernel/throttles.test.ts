import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import { longestThrottleMs, type ThrottleScope, throttleScopes } from '../model/exchange.ts';
import { createThrottles } from './throttles.ts';

const throttled = (scope: ThrottleScope, retryAfterMs: number) => ({ kind: 'throttled', scope, retryAfterMs }) as const;

test('each scope is held back for itself, and by its address; each exchange for itself', async () => {
  const clock = createVirtualClock(0);
  const { note, leftMs } = createThrottles(clock);
  const left = () => throttleScopes.map((scope) => leftMs('kucoin', scope));
  note('kucoin', throttled('data', 5000));
  note('kucoin', throttled('orders', 1000));
  expect(left()).toEqual([5000, 0, 1000, 0]);
  note('kucoin', throttled('address', 2000));
  expect(left()).toEqual([5000, 2000, 2000, 2000]);
  await clock.advance(2000);
  expect(left()).toEqual([3000, 0, 0, 0]);
  expect(leftMs('okx', 'data')).toBe(0);
});

test('of several throttles the longest holds, and none for more than three days', () => {
  const { note, leftMs } = createThrottles(createVirtualClock(0));
  note('kucoin', throttled('orders', 5000));
  note('kucoin', throttled('orders', 100));
  expect(leftMs('kucoin', 'orders')).toBe(5000);
  note('kucoin', throttled('address', 1e15));
  expect(leftMs('kucoin', 'orders')).toBe(longestThrottleMs);
  expect(longestThrottleMs).toBe(3 * 86_400_000);
});

test('nothing begins while orders, the account or the address are throttled; market data alone keep nothing back', () => {
  const { note, obstacle } = createThrottles(createVirtualClock(0));
  note('kucoin', throttled('data', 5000));
  expect(obstacle('kucoin')).toBeNull();
  const reasons = (['account', 'orders', 'address'] as const).map((scope, at) => {
    note('kucoin', throttled(scope, 1000 + at));
    return obstacle('kucoin');
  });
  expect(reasons).toEqual([
    'kucoin was asked too often: its account is not read for 1000 ms',
    'kucoin was asked too often: no orders are sent for 1001 ms',
    'kucoin was asked too often: no requests at all are sent from this address for 1002 ms',
  ]);
});

const held = (throttles: ReturnType<typeof createThrottles>, exchange: string) =>
  throttleScopes.filter((scope) => throttles.leftMs(exchange, scope) > 0);

test.each([
  ['address', [...throttleScopes], [...throttleScopes]],
  ['data', ['data'], ['data']],
  ['account', ['account'], []],
  ['orders', ['orders'], []],
] as const)(
  'a throttle that one account of a venue meets stops its other account as far as they share it: %s',
  (scope, own, other) => {
    const throttles = createThrottles(createVirtualClock(0));
    throttles.note('kucoin:second', { kind: 'throttled', scope, retryAfterMs: 700 });
    expect([held(throttles, 'kucoin:second'), held(throttles, 'kucoin'), held(throttles, 'okx')]).toEqual([
      own,
      other,
      [],
    ]);
  },
);
