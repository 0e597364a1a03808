import { expect, test } from 'vitest';
import { createTestClient } from '../testing/client.ts';
import { botStatus, trade } from '../testing/records.ts';
import { fillRate, selectAvgExecutionMs, selectAvgSlippage, selectFillRate } from './figures.ts';

const leg = (quantity: number, expected_quantity: number, fields = {}) => ({
  market: 'BTC/USDT',
  side: 'buy',
  status: 'filled',
  quantity,
  expected_quantity,
  ...fields,
});

test('the fill rate is the mean filled share of the legs that were answered; unwinding is no fill', () => {
  const trades = [
    trade('1', 0, { legs: [leg(1, 1), leg(0.5, 1, { status: 'partial' }), leg(1, 1, { unwind: true })] }),
    trade('2', 0, { legs: [leg(0, 1, { status: 'empty' }), leg(0, 1, { status: 'sent' })] }),
  ];
  expect(fillRate(trades, [])).toBe(50);
});

test('without legs, the figures come from the orders in view', () => {
  expect(
    fillRate(
      [trade('1')],
      [
        { quantity: 2, filled_quantity: 1 },
        { quantity: 0, filled_quantity: 0 },
      ],
    ),
  ).toBe(50);
});

test('nothing to measure is not known', () => {
  expect(fillRate([], [{ quantity: null, filled_quantity: 1 }])).toBe(null);
});

test('trades of another market than the one that is watched are no part of its figures', () => {
  const initial = createTestClient().client.getSnapshot();
  const of = (market: string, slippage_pct: number, quantity: number) =>
    trade(market, 0, { market, slippage_pct, duration_seconds: quantity, legs: [leg(quantity, 1)] });
  const state = (market: string) => ({
    ...initial,
    bot: { ...initial.bot, status: botStatus({ market }) },
    trades: { items: [of('practice', 0.1, 1), of('live', 0.3, 0.5)] },
  });
  const figures = (market: string) =>
    [selectFillRate, selectAvgSlippage, selectAvgExecutionMs].map((select) => select(state(market)));
  expect([figures('live'), figures('practice'), figures('realistic')]).toEqual([
    [50, 0.3, 500],
    [100, 0.1, 1_000],
    [null, null, null],
  ]);
});
