import { describe, expect, test } from 'vitest';
import type { OrderReport } from '../model/exchange.ts';
import type { Order } from '../model/state.ts';
import { filledLeg } from './execution.suite.ts';
import { factsOf } from './order-report.ts';

const sent: Order = filledLeg(1, { status: 'sent', filled_quantity: '0', filled_quote: '0', fees: [] });
const report = (change: Partial<OrderReport>): OrderReport => ({
  client_order_id: 'leg-1',
  exchange_order_id: 'e-1',
  symbol: 'BTC/USDT',
  state: 'open',
  filled_quantity: '0',
  filled_quote: '0',
  fees: [],
  ...change,
});
const facts = (order: Order, change: Partial<OrderReport>) =>
  factsOf(order, report(change), 7, (asset) => (asset === 'USDT' ? 1 : null));
const half = { filled_quantity: '0.01', filled_quote: '500', fees: [{ asset: 'BTC', amount: '0.00001' }] };
const known = { ...sent, status: 'open', ...half } as const;

describe('a report', () => {
  test('of an order that rests acknowledges it, once', () => {
    expect(facts(sent, {})).toEqual([
      { type: 'OrderAcknowledged', order_id: 'leg-1', exchange_order_id: 'e-1', at: 7 },
    ]);
    expect(facts({ ...sent, status: 'open' }, {})).toEqual([]);
  });

  test('adds what was not known yet, and nothing when it comes twice or late', () => {
    const fill = {
      type: 'OrderFilled',
      order_id: 'leg-1',
      exchange: 'kucoin',
      mode: 'paper',
      symbol: 'BTC/USDT',
      base: 'BTC',
      quote: 'USDT',
      side: 'buy',
      quantity: '0.01',
      quote_quantity: '500',
      fees: [{ asset: 'BTC', amount: '0.00001' }],
      usd_value: 500,
      at: 7,
    };
    const whole = { filled_quantity: '0.02', filled_quote: '1000', fees: [{ asset: 'BTC', amount: '0.00002' }] };
    expect(facts(known, { ...whole, state: 'filled' })).toEqual([
      fill,
      { type: 'OrderClosed', order_id: 'leg-1', status: 'filled', reason: null, at: 7 },
    ]);
    expect(facts(known, half)).toEqual([]);
    expect(facts(known, {})).toEqual([]);
  });

  test('of an end says why', () => {
    const closed = { type: 'OrderClosed', order_id: 'leg-1', status: 'cancelled', at: 7 };
    expect(facts(sent, { state: 'cancelled' })).toEqual([{ ...closed, reason: 'nothing to be had at its price' }]);
    expect(facts(known, { ...half, state: 'cancelled' })).toEqual([{ ...closed, reason: 'filled in part' }]);
    expect(facts({ ...sent, time_in_force: 'GTC' }, { state: 'cancelled' })).toEqual([
      { ...closed, reason: 'cancelled' },
    ]);
  });

  test('of money is believed even after the order was taken for closed', () => {
    const late = facts({ ...sent, status: 'failed' }, { ...half, state: 'filled' });
    expect(late.map(({ type }) => type)).toEqual(['OrderFilled']);
  });
});

describe('fees and corrections', () => {
  const told = [{ asset: 'BTC', amount: '0.00002' }];
  const whole = { filled_quantity: '0.02', filled_quote: '1000', state: 'filled' } as const;
  const filled: Order = { ...sent, status: 'filled', filled_quantity: '0.02', filled_quote: '1000' };

  test('a fee that is told after its fill is charged once, also after the end', () => {
    const charged = facts(filled, { ...whole, fees: told });
    expect(charged).toEqual([
      {
        type: 'FeeCharged',
        order_id: 'leg-1',
        key: 'cumulative',
        exchange: 'kucoin',
        mode: 'paper',
        ...told[0],
        at: 7,
      },
    ]);
    expect(facts({ ...filled, fees: told }, { ...whole, fees: told })).toEqual([]);
    expect(facts({ ...filled, fees: [{ asset: 'BTC', amount: '0.00001' }] }, { ...whole, fees: told })).toMatchObject([
      { type: 'FeeCharged', amount: '0.00001' },
    ]);
  });

  test('a call that tells no fees, or fewer, takes none back', () => {
    const known = { ...filled, fees: told };
    expect(facts(known, { ...whole, fees: [] })).toEqual([]);
    expect(facts(known, { ...whole, fees: [{ asset: 'BTC', amount: '0.00001' }] })).toEqual([]);
    // One that is behind tells the fee of a part.
    expect(
      facts(filled, { ...whole, filled_quantity: '0.01', filled_quote: '500', state: 'open', fees: told }),
    ).toEqual([]);
  });

  test('a final total that has fallen is a correction and halts the account; one of an open order is only late', () => {
    const known = { ...filled, fees: told };
    const less = { filled_quantity: '0.015', filled_quote: '750', fees: [{ asset: 'BTC', amount: '0.000015' }] };
    expect(facts(known, { ...less, state: 'cancelled' })).toMatchObject([
      { type: 'FillCorrected', quantity: '0.005', quote_quantity: '250', fees: [{ asset: 'BTC', amount: '0.000005' }] },
      { type: 'AccountHalted', exchange: 'kucoin', cause: 'fill_corrected' },
    ]);
    expect(facts({ ...known, status: 'open' }, { ...less, state: 'cancelled' }).map(({ type }) => type)).toEqual([
      ...['FillCorrected', 'AccountHalted', 'OrderClosed'],
    ]);
    expect(facts({ ...known, status: 'open' }, { ...less, state: 'open' })).toEqual([]);
  });
});

describe('an amount in quote', () => {
  const untold = { filled_quantity: '0.02', filled_quote: '0', state: 'filled' } as const;
  const whole = { ...untold, filled_quote: '1000' };
  const closed = { type: 'OrderClosed', status: 'filled' };
  const booked: Order = { ...sent, status: 'filled', filled_quantity: '0.02', filled_quote: '1000' };

  test('that comes after its quantity is waited for, and the order stays open until then', () => {
    expect(facts(sent, untold)).toEqual([]);
    expect(facts(known, { ...untold, filled_quote: '500' })).toEqual([]);
    expect(facts(sent, whole)).toMatchObject([
      { type: 'OrderFilled', quantity: '0.02', quote_quantity: '1000' },
      closed,
    ]);
    expect(facts(known, whole)).toMatchObject([
      { type: 'OrderFilled', quantity: '0.01', quote_quantity: '500' },
      closed,
    ]);
  });

  test('that never comes is booked at the limit price, and as it is once it is known', () => {
    const overdue = factsOf(sent, report(untold), 7, () => 1, true);
    expect(overdue).toMatchObject([{ quote_quantity: '1000', at_limit: true, usd_value: 1000 }, closed]);
    const due: Order = { ...booked, amount_due: true };
    expect(facts(due, whole)).toMatchObject([{ type: 'FillRepriced', quote_quantity: '0' }]);
    expect(facts(due, { ...whole, filled_quote: '990' })).toMatchObject([
      { type: 'FillRepriced', side: 'buy', quote_quantity: '-10', usd_value: -10 },
    ]);
    // A market order has no limit: it waits.
    expect(factsOf({ ...sent, price: null }, report(untold), 7, () => 1, true)).toEqual([]);
  });

  test('keeps the fees of executions, which are named once, while it is waited for', () => {
    const executions = [{ id: 'a', quantity: '0.02', fees: [{ asset: 'BTC', amount: '0.00002' }] }];
    expect(facts(sent, { ...untold, executions })).toMatchObject([{ type: 'FeeCharged', key: 'a', amount: '0.00002' }]);
    expect(facts(sent, { ...untold, fees: [{ asset: 'BTC', amount: '0.00002' }] })).toEqual([]);
  });

  test.each([
    ['buy', '1100', '100', true],
    ['buy', '900', '-100', false],
    ['sell', '1100', '100', false],
    ['sell', '900', '-100', true],
  ] as const)(
    'of a %s that changes to %s is booked; it halts the account where it costs money',
    (side, amount, by, halts) => {
      const repriced = facts({ ...booked, side }, { ...whole, filled_quote: amount });
      expect(repriced).toMatchObject([
        { type: 'FillRepriced', order_id: 'leg-1', side, quote_quantity: by, usd_value: Number(by) },
        ...(halts ? [{ type: 'AccountHalted', exchange: 'kucoin', cause: 'fill_repriced' }] : []),
      ]);
      expect(repriced).toHaveLength(halts ? 2 : 1);
    },
  );

  test('that changes takes the total of fees along, up or down', () => {
    const before: Order = { ...booked, side: 'sell', fees: [{ asset: 'USDT', amount: '1' }], fees_known: '0.02' };
    for (const [filled_quote, fee, amount] of [
      ['900', '0.9', '-0.1'],
      ['1100', '1.1', '0.1'],
    ] as const)
      expect(facts(before, { ...whole, filled_quote, fees: [{ asset: 'USDT', amount: fee }] })).toMatchObject([
        { type: 'FeeCharged', key: 'cumulative', asset: 'USDT', amount },
        { type: 'FillRepriced' },
        ...(filled_quote === '900' ? [{ type: 'AccountHalted' }] : []),
      ]);
  });

  test('is changed by no report of before the end, and by none without it', () => {
    expect(facts(booked, { ...whole, state: 'open', filled_quote: '900' })).toEqual([]);
    expect(facts(booked, untold)).toEqual([]);
    expect(facts(booked, { ...untold, state: 'cancelled', filled_quantity: '0.01' })).toEqual([]);
  });
});

describe('an order', () => {
  const failed: Order = { ...sent, status: 'failed' };

  test('that is filled beyond its quantity is booked whole, and halts the account', () => {
    const over = { filled_quantity: '2', filled_quote: '100000', state: 'filled' } as const;
    expect(facts(sent, over)).toMatchObject([
      { type: 'OrderFilled', quantity: '2', quote_quantity: '100000' },
      { type: 'AccountHalted', cause: 'overfilled', reason: expect.stringContaining('has 2, 0.02 were ordered') },
      { type: 'OrderClosed', status: 'filled' },
    ]);
    expect(facts({ ...sent, status: 'filled', filled_quantity: '2', filled_quote: '100000' }, over)).toEqual([]);
  });

  test('that was given up is open again when it rests at the exchange; one that the exchange has ended is not', () => {
    const back = { type: 'OrderAcknowledged', order_id: 'leg-1', exchange_order_id: 'e-1', at: 7 };
    expect(facts(failed, {})).toEqual([back]);
    expect(facts(failed, half)).toMatchObject([back, { type: 'OrderFilled', quantity: '0.01' }]);
    for (const status of ['filled', 'cancelled'] as const) expect(facts({ ...sent, status }, {})).toEqual([]);
  });
});
