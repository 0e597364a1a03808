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
