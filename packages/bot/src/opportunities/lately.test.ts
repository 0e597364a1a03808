import { expect, test } from 'vitest';
import { elapsedOf } from '../model/clock.ts';
import { createLately } from './lately.ts';

const best = (profit_pct: number) => ({
  type: 'TRI' as const,
  exchange: 'kucoin',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  markets: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
  profit_pct,
});

test('the most of each figure within five minutes, whenever it was', () => {
  let now = 1_000_000;
  const lately = createLately(() => elapsedOf(now));
  const seen = (markets_trusted: number, best_cycle: ReturnType<typeof best> | null) =>
    lately.add({ markets_trusted, directed_tri: markets_trusted * 2, directed_quad: 0, best_cycle });
  const most = (markets_trusted: number, best_cycle: ReturnType<typeof best> | null, seconds = 300) => ({
    seconds,
    markets_trusted,
    directed_tri: markets_trusted * 2,
    directed_quad: 0,
    best_cycle,
  });
  expect(lately.most()).toEqual(most(0, null, 0));
  seen(5, best(-0.1));
  seen(3, best(-0.02));
  seen(1, null);
  expect(lately.most()).toEqual(most(5, best(-0.02), 0));
  now += 200_000;
  seen(2, best(-0.5));
  expect(lately.most()).toEqual(most(5, best(-0.02), 200));
  now += 100_001;
  expect(lately.most()).toEqual(most(2, best(-0.5)));
  now += 300_000;
  expect(lately.most()).toEqual(most(0, null));
  seen(4, best(0.7));
  lately.restart();
  now += 20_000;
  seen(1, best(0.1));
  expect(lately.most()).toEqual(most(1, best(0.1), 20));
});
