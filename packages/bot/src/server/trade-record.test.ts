import { BigNumber } from 'bignumber.js';
import { expect, test } from 'vitest';
import type { Execution, Order } from '../engine/state.ts';
import { tradeRecord } from './trade-record.ts';

const START = Date.UTC(2026, 0, 31, 12);

const legs = [
  {
    leg: 1,
    symbol: 'BTC/USDT',
    side: 'buy',
    from: 'USDT',
    to: 'BTC',
    quantity: '0.01',
    price: '100100',
    expected_price: '100000',
    fee_pct: 0.1,
  },
  {
    leg: 2,
    symbol: 'ETH/BTC',
    side: 'buy',
    from: 'BTC',
    to: 'ETH',
    quantity: '0.3',
    price: '0.0334',
    expected_price: '0.0333',
    fee_pct: 0.1,
  },
  {
    leg: 3,
    symbol: 'ETH/USDT',
    side: 'sell',
    from: 'ETH',
    to: 'USDT',
    quantity: '0.3',
    price: '3380',
    expected_price: '3400',
    fee_pct: 0.1,
  },
] as const;

const order = (leg: 1 | 2 | 3, over: Partial<Order>): Order => {
  const { symbol, side, quantity, price, expected_price } = legs[leg - 1] ?? legs[0];
  const [base = '', quote = ''] = symbol.split('/');
  return {
    id: `order-${leg}`,
    client_order_id: `client-${leg}`,
    exchange: 'kraken',
    mode: 'paper',
    symbol,
    base,
    quote,
    side,
    order_type: 'limit',
    time_in_force: 'IOC',
    quantity,
    price,
    purpose: 'leg',
    execution_id: 'execution',
    leg,
    expected_price,
    deadline: START + 5_000,
    status: 'filled',
    exchange_order_id: `exchange-${leg}`,
    filled_quantity: quantity,
    filled_quote: new BigNumber(quantity).times(expected_price).toFixed(),
    fees: [],
    reason: null,
    created_at: START,
    sent_at: START + 10,
    updated_at: START + 60,
    ...over,
  };
};

const execution = (over: Partial<Execution>): Execution => ({
  id: 'execution',
  opportunity_id: 'opportunity',
  opportunity_type: 'TRI',
  exchange: 'kraken',
  mode: 'paper',
  dry_run: false,
  trigger: 'manual',
  path: ['USDT', 'BTC', 'ETH', 'USDT'],
  legs,
  start_amount: '1000',
  expected_end: '1015',
  usd_rate: 2,
  status: 'completed',
  order_ids: ['order-1', 'order-2', 'order-3'],
  unwind_reason: null,
  unwind_started_at: null,
  profit: '10',
  left: [],
  fees_usd: 6,
  error_message: null,
  started_at: START,
  finished_at: START + 250,
  ...over,
});

const mapOf = (...orders: Order[]) => new Map(orders.map((one) => [one.id, one]));

test('a completed execution: money in USD, percent of what was spent, slippage over its legs', () => {
  const fees = [{ asset: 'BTC', amount: '0.00001' }];
  const orders = mapOf(order(1, { filled_quote: '1010', fees }), order(2, {}), order(3, { filled_quote: '999.6' }));
  const record = tradeRecord(execution({}), orders);
  const slippage = (1 - (100_000 / 101_000) * (3_332 / 3_400)) * 100;
  expect(record).toEqual({
    id: 'execution',
    execution_id: 'execution',
    opportunity_id: 'opportunity',
    opportunity_type: 'TRI',
    type: 'TRI',
    exchange: 'kraken',
    symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
    pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
    status: 'completed',
    mode: 'paper',
    dry_run: false,
    capital: 2_020,
    profit: 20,
    actual_profit: 20,
    profit_pct: (10 / 1_010) * 100,
    expected_profit: 30,
    slippage_pct: expect.closeTo(slippage, 10),
    fees: 6,
    duration_seconds: 0.25,
    entry_time: '2026-01-31T12:00:00.000Z',
    created_at: '2026-01-31T12:00:00.000Z',
    error_message: null,
    legs: [
      {
        leg: 1,
        market: 'BTC/USDT',
        side: 'buy',
        order_id: 'order-1',
        unwind: false,
        expected_price: 100_000,
        price: 101_000,
        expected_quantity: 0.01,
        quantity: 0.01,
        fee: 0.00001,
        fee_asset: 'BTC',
        status: 'filled',
        ms: 50,
      },
      expect.objectContaining({ leg: 2, fee: 0, fee_asset: null, ms: 50 }),
      expect.objectContaining({ leg: 3, price: 3_332 }),
    ],
  });
});

test('one that runs, one that bought nothing, and one that was unwound', () => {
  const sent = order(1, { status: 'sent', filled_quantity: '0', filled_quote: '0', sent_at: START });
  const running = { status: 'legs', order_ids: ['order-1'], profit: null, fees_usd: null, finished_at: null } as const;
  expect(tradeRecord(execution(running), mapOf(sent))).toMatchObject({
    status: 'pending',
    capital: 2_000,
    profit: null,
    profit_pct: null,
    slippage_pct: null,
    fees: null,
    duration_seconds: null,
    legs: [{ status: 'sent', price: null, quantity: 0, ms: null }],
  });
  const empty = order(1, { status: 'cancelled', filled_quantity: '0', filled_quote: '0' });
  const failed = {
    status: 'failed',
    order_ids: ['order-1'],
    profit: '0',
    error_message: 'leg 1 was not filled',
  } as const;
  expect(tradeRecord(execution(failed), mapOf(empty))).toMatchObject({
    status: 'failed',
    profit: 0,
    profit_pct: null,
    error_message: 'leg 1 was not filled',
    legs: [{ status: 'empty' }],
  });
  const back = order(1, { id: 'back', side: 'sell', purpose: 'unwind', filled_quantity: '0.004', status: 'cancelled' });
  const unwound = { status: 'unwound', order_ids: ['order-1', 'back'], profit: '-3' } as const;
  expect(tradeRecord(execution(unwound), mapOf(order(1, {}), back))).toMatchObject({
    status: 'unwound',
    profit: -6,
    legs: [{ unwind: false }, { unwind: true, status: 'partial', expected_quantity: 0.01 }],
  });
});
