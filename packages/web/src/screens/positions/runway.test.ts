import { Balances } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { runwaysOf } from './runway.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const fees = { kucoin: { token: { asset: 'KCS', discount_pct: 20 } }, okx: { taker_pct: 0.1 } };
const balances = Balances.parse({
  exchanges: [
    { exchange: 'kucoin', balances: { KCS: { total: 12, free: 10, reserved: 2, value_usd: 132 } } },
    { exchange: 'kucoin:second', balances: { USDT: { total: 1, free: 1, value_usd: 1 } } },
    { exchange: 'okx', balances: { KCS: { total: 5, free: 5, value_usd: 55 } } },
  ],
});
const leg = (fee: number | null, fee_asset: string | null) => ({ fee, fee_asset }) as never;
const trade = (hoursAgo: number, exchange: string, ...legs: never[]) => ({
  exchange,
  created_at: new Date(noon - hoursAgo * 3_600_000).toISOString(),
  legs,
});

test('what is free lasts as long as the executions of today have it last, for each account of the venue', () => {
  const trades = [
    trade(6, 'kucoin', leg(0.5, 'KCS'), leg(0.25, 'KCS'), leg(0.25, 'KCS')),
    trade(3, 'kucoin', leg(1, 'KCS'), leg(0.001, 'USDT')),
    // Yesterday, and another exchange.
    trade(13, 'kucoin', leg(9, 'KCS')),
    trade(1, 'okx', leg(9, 'KCS')),
  ];
  expect(runwaysOf(fees, balances, trades, noon)).toEqual([
    {
      provenance: null,
      ...{ exchange: 'kucoin', asset: 'KCS', discount_pct: 20, free: 10, value: 110 },
      ...{ executions: 2, covered: 1, lasts: { executions: 10, days: 1.25 } },
    },
    {
      provenance: null,
      ...{ exchange: 'kucoin:second', asset: 'KCS', discount_pct: 20, free: 0, value: null },
      ...{ executions: 0, covered: 0, lasts: null },
    },
  ]);
});

test('nothing is said of how long it lasts before an execution of today has paid in it', () => {
  const paidElse = [trade(2, 'kucoin', leg(0.1, 'USDT')), trade(1, 'kucoin', leg(null, null))];
  expect(runwaysOf(fees, balances, paidElse, noon)[0]).toMatchObject({ executions: 2, covered: 1, lasts: null });
  expect(runwaysOf({}, balances, paidElse, noon)).toEqual([]);
});
