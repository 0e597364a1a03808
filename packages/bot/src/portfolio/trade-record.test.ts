import { BigNumber } from 'bignumber.js';
import { expect, test } from 'vitest';
import type { Execution, Order } from '../model/state.ts';
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
    provenance: null,
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
    dust: 0,
    duration_seconds: 0.25,
    entry_time: '2026-01-31T12:00:00.000Z',
    created_at: '2026-01-31T12:00:00.000Z',
    error_message: null,
    trigger: 'manual',
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

test('dust is worth what its own fills say, in USD; what is a residual position is none', () => {
  const left = [
    { asset: 'BTC', amount: '0.00001', stranded: false },
    { asset: 'ETH', amount: '0.0002', stranded: false },
    { asset: 'ETH', amount: '5', stranded: true },
  ];
  const [bought, sold] = [order(1, { filled_quote: '1010' }), order(2, {})];
  const perBtc = 101_000 * 2;
  const perEth = (Number(sold.filled_quote) / Number(sold.filled_quantity)) * perBtc;
  const dust = 0.00001 * perBtc + 0.0002 * perEth;
  expect(tradeRecord(execution({ left }), mapOf(bought, sold, order(3, {}))).dust).toBeCloseTo(dust, 10);
  // Nothing was filled of what would say its worth.
  expect(tradeRecord(execution({ left }), mapOf(bought))).not.toHaveProperty('dust');
  expect(tradeRecord(execution({ left, finished_at: null }), mapOf(bought, sold))).not.toHaveProperty('dust');
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

test('the waterfall of one that was turned back, every figure worked out by hand', () => {
  const bought = order(1, { filled_quote: '1005', fees: [{ asset: 'BTC', amount: '0.00001' }] });
  const partial = order(2, {
    status: 'cancelled',
    filled_quantity: '0.1',
    filled_quote: '0.00335',
    fees: [{ asset: 'ETH', amount: '0.0001' }],
  });
  const back = { purpose: 'unwind', side: 'sell', quote: 'USDT' } as const;
  // 0.00999 BTC less 0.00335 are 0.00664, sold at 99,800 for 662.672; 0.0999 ETH, sold at 3,380 for 337.662.
  const btc = order(1, {
    ...back,
    id: 'back-1',
    quantity: '0.00664',
    price: '97902',
    expected_price: '99900',
    filled_quantity: '0.00664',
    filled_quote: '662.672',
    fees: [{ asset: 'USDT', amount: '0.662672' }],
    sent_at: START + 70,
    updated_at: START + 95,
  });
  const eth = order(2, {
    ...back,
    id: 'back-2',
    symbol: 'ETH/USDT',
    base: 'ETH',
    quantity: '0.0999',
    price: '3322.2',
    expected_price: '3390',
    filled_quantity: '0.0999',
    filled_quote: '337.662',
    fees: [
      { asset: 'USDT', amount: '0.3' },
      { asset: 'KCS', amount: '0.001' },
    ],
    sent_at: START + 95,
    updated_at: START + 135,
  });
  const turned = execution({
    status: 'unwound',
    order_ids: ['order-1', 'order-2', 'back-1', 'back-2'],
    usd_rate: 1,
    profit: '-5.628672',
  });
  const { legs: rows, ...record } = tradeRecord(turned, mapOf(bought, partial, btc, eth));
  expect(record).toMatchObject({ capital: 1005, profit: -5.628672, expected_profit: 15 });
  // 100,000 / 100,500 × 0.0333 / 0.0335 of what was planned.
  expect(record.slippage_pct).toBeCloseTo(1.09155, 4);
  expect(record.profit_pct).toBeCloseTo(-0.560067, 5);
  const told = rows.map(({ leg, market, side, unwind, status, ...row }) => [
    `${leg} ${side} ${market}${unwind ? ' back' : ''} ${status}`,
    [row.expected_price, row.price, row.expected_quantity, row.quantity, row.fee, row.fee_asset, row.ms],
  ]);
  expect(told).toEqual([
    ['1 buy BTC/USDT filled', [100_000, 100_500, 0.01, 0.01, 0.00001, 'BTC', 50]],
    ['2 buy ETH/BTC partial', [0.0333, 0.0335, 0.3, 0.1, 0.0001, 'ETH', 50]],
    ['1 sell BTC/USDT back filled', [99_900, 99_800, 0.00664, 0.00664, 0.662672, 'USDT', 25]],
    ['2 sell ETH/USDT back filled', [3390, 3380, 0.0999, 0.0999, null, null, 40]],
  ]);
});

test('what a sale by hand brings of a residual position is added to the profit, and the sale to the legs', () => {
  const bought = order(1, { filled_quote: '1005', fees: [{ asset: 'BTC', amount: '0.00001' }] });
  // 0.00999 BTC at 99,800 are 997.002, less 0.1 %.
  const sale = order(1, {
    id: 'sale',
    execution_id: null,
    recovers: 'execution',
    leg: null,
    purpose: 'unwind',
    side: 'sell',
    filled_quantity: '0.00999',
    filled_quote: '997.002',
    fees: [{ asset: 'USDT', amount: '0.997002' }],
  });
  const left = { status: 'stranded', order_ids: ['order-1'], usd_rate: 1, profit: '-1005' } as const;
  expect(tradeRecord(execution(left), mapOf(bought)).profit).toBe(-1005);
  const sold = tradeRecord(execution({ ...left, sale_ids: ['sale'] }), mapOf(bought, sale));
  expect(sold).toMatchObject({ status: 'stranded', profit: -8.995002, actual_profit: -8.995002 });
  expect(sold.profit_pct).toBeCloseTo((-8.995002 / 1005) * 100, 12);
  expect(sold.legs).toMatchObject([
    { leg: 1, unwind: false },
    { unwind: true, price: 99_800, quantity: 0.00999 },
  ]);
});

test('what has been made lies within the range; without one, as in older journals, nothing is said of it', () => {
  const record = (profit: string, optimistic: string, pessimistic: string) => {
    const { optimistic_profit, pessimistic_profit } = tradeRecord(
      execution({ profit, range: { optimistic, pessimistic } }),
      mapOf(),
    );
    return [optimistic_profit, pessimistic_profit];
  };
  expect(record('10', '15', '-3')).toEqual([30, -6]);
  expect(record('16', '15', '-3')).toEqual([32, -6]);
  expect(record('-4', '15', '-3')).toEqual([30, -8]);
  expect(tradeRecord(execution({}), mapOf())).not.toHaveProperty('optimistic_profit');
});
