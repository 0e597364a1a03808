import { describe, expect, test } from 'vitest';
import { evolvedOrder } from '../kernel/order-shape.ts';
import type { OrderReport } from '../model/exchange.ts';
import type { Order } from '../model/state.ts';
import { filledLeg } from './execution.suite.ts';
import { pendingQuantity } from './holdings.ts';
import { factsOf } from './order-report.ts';

const sent: Order = filledLeg(1, { status: 'open', filled_quantity: '0', filled_quote: '0', fees: [] });
const took = (id: string, amount?: string) => ({
  id,
  quantity: '0.01',
  fees: amount === undefined ? [] : [{ asset: 'BTC', amount }],
});
const report = (change: Partial<OrderReport>): OrderReport => ({
  ...{ client_order_id: 'leg-1', exchange_order_id: 'e-1', symbol: 'BTC/USDT', state: 'filled' },
  ...{ filled_quantity: '0.02', filled_quote: '1000', fees: [] },
  ...change,
});

/** The order after these reports, with what was booked in all as fees, and the facts. */
const after = (...reports: readonly Partial<OrderReport>[]) => {
  let order = sent;
  const facts = reports.flatMap((change) => {
    const found = factsOf(order, report(change), 7, () => 1);
    for (const fact of found) if (fact.type !== 'AccountHalted') order = evolvedOrder(order, fact);
    return found;
  });
  return { order, facts, fees: order.fees.map(({ asset, amount }) => `${amount} ${asset}`).join() };
};
const [a, b] = [took('a', '0.00001'), took('b', '0.00003')];

/** Of how much the fees are still to be named. */
const pendingAfter = (...reports: readonly Partial<OrderReport>[]): string =>
  pendingQuantity(after(...reports).order).toFixed();

describe('the fee of what no report has named', () => {
  test('is pending for each execution by itself', () => {
    expect(pendingAfter({ executions: [] })).toBe('0.02');
    expect(pendingAfter({ executions: [b] })).toBe('0.01');
    expect(pendingAfter({ executions: [b] }, { executions: [b] })).toBe('0.01');
    expect(pendingAfter({ executions: [] }, { executions: [b] }, { executions: [a] })).toBe('0');
  });

  test('is pending for what was filled after the last total of fees', () => {
    const first = { filled_quantity: '0.005', filled_quote: '250', state: 'open' } as const;
    const total = (amount: string) => ({ fees: [{ asset: 'BTC', amount }] });
    expect(pendingAfter({ ...first, ...total('0.000005') }, {})).toBe('0.015');
    expect(pendingAfter({ ...first, ...total('0.000005') }, total('0.000005'))).toBe('0.015');
    expect(pendingAfter({ ...first, ...total('0.000005') }, total('0.00002'))).toBe('0');
    expect(pendingAfter({}, total('0.00002'))).toBe('0');
  });

  test('is not pending where it is zero, which is booked once', () => {
    const free = { fees: [{ asset: 'BTC', amount: '0' }] };
    expect(pendingAfter(free)).toBe('0');
    expect(pendingAfter({}, free)).toBe('0');
    expect(after({}, free, free).facts).toHaveLength(3);
    const none = took('a', '0');
    expect(pendingAfter({ executions: [none, b] })).toBe('0');
    const { facts, fees } = after({ executions: [b] }, { executions: [none] }, { executions: [none] });
    expect(facts.slice(2)).toMatchObject([{ type: 'FeeCharged', key: 'a', quantity: '0.01', amount: '0' }]);
    expect(fees).toBe('0.00003 BTC');
  });

  test('is known where a total was booked before the execution was named', () => {
    const first = { filled_quantity: '0.01', filled_quote: '500', state: 'open' } as const;
    expect(pendingAfter({ ...first, fees: a.fees }, { executions: [a] })).toBe('0.01');
    expect(pendingAfter({ ...first, fees: a.fees }, { executions: [a] }, { executions: [b] })).toBe('0');
  });
});

describe('where the exchange names its executions', () => {
  test.each([
    ['a question tells both, then the stream each', [{ executions: [a, b] }, { executions: [a] }, { executions: [b] }]],
    ['the stream tells each, then a question both', [{ executions: [b] }, { executions: [a] }, { executions: [a, b] }]],
    [
      'the stream tells each with its own fee as the total',
      [
        { executions: [a], fees: a.fees },
        { executions: [b], fees: b.fees },
      ],
    ],
    ['each comes twice', [{ executions: [a] }, { executions: [a] }, { executions: [b, b] }, { executions: [b] }]],
    ['fees come later', [{ executions: [] }, { executions: [b] }, { executions: [a, b] }]],
    [
      'one is told by a report that is behind',
      [{ executions: [b] }, { executions: [a], filled_quantity: '0.01', state: 'open' }],
    ],
    [
      'a call that names none tells the total first',
      [{ fees: [{ asset: 'BTC', amount: '0.00004' }] }, { executions: [a] }, { executions: [b] }],
    ],
    [
      'a call that names none tells the total last',
      [{ executions: [a, b] }, { fees: [{ asset: 'BTC', amount: '0.00004' }] }],
    ],
  ] as const)('the fee of each is booked once: %s', (_, reports) => {
    expect(after(...reports).fees).toBe('0.00004 BTC');
  });

  test('a fee is charged by the id of its execution, and belongs to it in a fill', () => {
    const { facts, order } = after(
      { filled_quantity: '0.01', filled_quote: '500', state: 'open', executions: [a] },
      { executions: [a, b] },
    );
    expect(facts).toMatchObject([
      { type: 'OrderFilled', fees: a.fees, executions: [a] },
      { type: 'OrderFilled', fees: b.fees, executions: [b] },
      { type: 'OrderClosed' },
    ]);
    expect(order.execution_fees).toEqual([a, b]);
    expect(after({ executions: [a] }, { executions: [b] }).facts.at(-1)).toMatchObject({
      type: 'FeeCharged',
      key: 'b',
      amount: '0.00003',
    });
  });

  test('a fee that is corrected is booked as it is now, up or down, in whatever asset', () => {
    expect(after({ executions: [a, b] }, { executions: [took('b', '0.00002')] }).fees).toBe('0.00003 BTC');
    expect(after({ executions: [a, b] }, { executions: [took('b', '0.00005')] }).fees).toBe('0.00006 BTC');
    expect(after({ executions: [] }, { executions: [a, b] }, { executions: [took('b', '0.00002')] }).fees).toBe(
      '0.00003 BTC',
    );
    const inToken = { ...b, fees: [{ asset: 'KCS', amount: '0.1' }] };
    expect(after({ executions: [a, b] }, { executions: [inToken] }, { executions: [inToken] }).fees).toBe(
      '0.00001 BTC,0.1 KCS',
    );
  });

  test('an execution that is taken back gives back its own fee, and halts the account', () => {
    const less = { filled_quantity: '0.005', filled_quote: '250', state: 'cancelled' } as const;
    const busted = { ...less, executions: [a, took('b')] };
    const { facts, fees, order } = after({ executions: [a, b] }, busted, busted);
    expect(facts.slice(2)).toMatchObject([
      { type: 'FillCorrected', quantity: '0.015', fees: b.fees, executions: [b] },
      { type: 'AccountHalted', cause: 'fill_corrected' },
    ]);
    expect(facts).toHaveLength(4);
    expect([fees, order.execution_fees]).toEqual(['0.00001 BTC', [a, { ...b, fees: [{ asset: 'BTC', amount: '0' }] }]]);
    // What it had not told before is charged all the same.
    const { facts: late } = after({ executions: [b] }, busted);
    expect(late.slice(2).map((fact) => [fact.type, 'key' in fact && fact.key])).toEqual([
      ['FeeCharged', 'a'],
      ['FillCorrected', false],
      ['AccountHalted', false],
    ]);
  });

  test('a rebate is booked once too', () => {
    const rebate = took('a', '-0.00001');
    expect(after({ executions: [rebate] }, { executions: [rebate] }).fees).toBe('-0.00001 BTC');
    expect(after({ fees: rebate.fees }, { executions: [rebate] }).fees).toBe('-0.00001 BTC');
    expect(after({ fees: [{ asset: 'BTC', amount: '0.00004' }] }, { executions: [rebate] }).fees).toBe('0.00003 BTC');
  });
});
