import { Balances } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { holdingsOf, splitOf } from './holdings.ts';

const balances = Balances.parse({
  exchanges: [
    {
      exchange: 'okx',
      balances: {
        USDT: { total: 100, free: 60, reserved: 40, value_usd: 100 },
        BTC: { total: 0.5, free: 0.5, reserved: 0, value_usd: 25_000, residual: 0.2, dust: 0.0001 },
        GIFT: { total: 3, free: 3, reserved: 0, value_usd: null },
        ETH: { total: 0, free: 0, reserved: 0, value_usd: 0 },
      },
    },
    {
      exchange: 'kraken',
      balances: { BTC: { total: 0.1, reserved: 0.05, value_usd: 5_000, residual: 0.2, dust: 0.2 } },
    },
  ],
  total_usd: 30_100,
});
const volume = {
  provenance: null,
  name: 'daily_volume',
  scope: 'BTC',
  limit: 5_000,
  used: 4_000,
  unit: 'usd',
  share: 0.8,
} as const;

test('a holding is free, reserved, residual or dust, which is all of it; the most valuable first', () => {
  const holdings = holdingsOf(balances, [volume], '');
  expect(holdings.map(({ exchange, asset }) => `${asset} ${exchange}`)).toEqual([
    'BTC okx',
    'BTC kraken',
    'USDT okx',
    'GIFT okx',
  ]);
  for (const { total, free, reserved, residual, dust } of holdings)
    expect(free + reserved + residual + dust).toBeCloseTo(total, 12);
  expect(holdings[0]).toMatchObject({ free: 0.2999, residual: 0.2, dust: 0.0001, bought: volume });
  // More is named than there is: what is reserved comes first, then what can be sold.
  expect(holdings[1]).toMatchObject({ free: 0, reserved: 0.05, residual: 0.05, dust: 0 });
  expect(holdings[2]).toMatchObject({ free: 60, residual: 0, dust: 0, bought: null });
  expect(holdingsOf(balances, [], 'kraken')).toHaveLength(1);
});

test('the parts are together what everything with a price is worth', () => {
  const split = splitOf(holdingsOf(balances, [], ''));
  expect(split.equity).toBeCloseTo(30_100, 9);
  expect([split.reserved.usd, split.residual.usd, split.dust.usd]).toEqual([2_540, 12_500, 5]);
  expect([split.free.assets, split.residual.assets]).toEqual([3, 2]);
});

test('what is free of the token that pays the fees of its exchange is a part of its own', () => {
  const fees = { kraken: { token: { asset: 'BTC', discount_pct: 25 } } };
  const free = Balances.parse({
    exchanges: ['okx', 'kraken'].map((exchange) => ({
      exchange,
      balances: { BTC: { total: 1, free: 0.75, reserved: 0.25, value_usd: 400 } },
    })),
  });
  const split = splitOf(holdingsOf(free, [], '', fees));
  expect([split.equity, split.free.usd, split.tokens.usd, split.reserved.usd]).toEqual([800, 300, 300, 200]);
});
