import { expect, test } from 'vitest';
import { paperProvenance } from '../contract/provenance.ts';
import type { Message } from '../journal/journal.ts';
import { given } from '../testing/given.ts';
import { order, trade } from '../testing/records.ts';
import { orders } from './orders.ts';
import { executions, summarise, trades } from './trades.ts';

const reported = (...args: Parameters<typeof trade>): Message => ({ type: 'ExecutionReported', trade: trade(...args) });

test('a running execution is among the executions, and in the history once it has ended', () => {
  const running = reported('x', 1, { status: 'pending' });
  const ended = reported('x', 1, { status: 'completed', profit: 3 });
  expect(given(executions, running).items).toEqual([trade('x', 1, { status: 'pending' })]);
  expect(given(trades, running).items).toEqual([]);
  expect(given(executions, running, ended, running).items).toEqual([trade('x', 1, { profit: 3 })]);
  expect(given(trades, running, ended).items).toEqual([trade('x', 1, { profit: 3 })]);
});

test('the loaded history replaces the known one, except for later live executions', () => {
  const story = [reported('a', 1), reported('c', 9)];
  const loaded: Message = { type: 'ResourceLoaded', resource: 'trades', value: [trade('b', 2)] };
  expect(given(trades, ...story, loaded).items).toEqual([trade('c', 9), trade('b', 2)]);
});

test('the summary is of the trades that ended and bought something; what is not said of one is not said of the sum', () => {
  const one = paperProvenance('live', 'binance', 'live');
  const row = (id: string, profit: number | null, more: object = {}) =>
    trade(id, 0, { provenance: one, profit, actual_profit: profit, expected_profit: 5, fees: 0.5, ...more });
  const none = {
    provenance: null,
    winning: 0,
    losing: 0,
    win_rate: null,
    avg_profit: null,
    realised: null,
    shown: null,
    fees: null,
  };
  expect(summarise([])).toEqual({ total: 0, counted: 0, ...none });
  const nothingBought = row('e', 0, { status: 'failed' });
  const running = row('f', 1, { status: 'pending' });
  expect(summarise([nothingBought, running])).toEqual({ total: 2, counted: 0, ...none });
  const counted = [row('a', 4), row('b', -1, { status: 'failed' }), row('c', 3)];
  expect(summarise([...counted, row('d', null), nothingBought, running])).toEqual({
    ...{ total: 6, counted: 3, winning: 2, losing: 1, win_rate: (2 / 3) * 100 },
    ...{ avg_profit: 2, realised: 6, shown: 15, fees: 1.5 },
    provenance: one,
  });
  expect(summarise([...counted, row('g', 1, { fees: null, expected_profit: null })])).toMatchObject({
    ...{ realised: 7, shown: null, fees: null },
  });
  const practice = paperProvenance('practice', null, 'practice');
  expect(summarise([...counted, row('h', 1, { provenance: practice })]).provenance).toMatchObject({
    ...{ kind: 'practice', money: 'invented' },
  });
  expect(summarise([...counted, row('i', 1, { provenance: null })]).provenance).toBeNull();
});

test('an older answer does not revert an order', () => {
  const filled: Message = {
    type: 'OrderReported',
    order: order('a', 1, { status: 'filled', updated_at: order('', 5).updated_at }),
  };
  const loaded: Message = { type: 'ResourceLoaded', resource: 'orders', value: [order('a', 1)] };
  expect(given(orders, loaded, filled, loaded).items.map(({ status }) => status)).toEqual(['filled']);
});

test('a cancellation is pending until it is answered', () => {
  const began: Message = { type: 'OrderCancelBegan', order_id: 'a' };
  const loaded: Message = { type: 'ResourceLoaded', resource: 'orders', value: [order('a', 1)] };
  expect(given(orders, loaded, began).cancelling).toEqual(['a']);
  const done = given(orders, loaded, began, {
    type: 'OrderCancelled',
    order_id: 'a',
    order: order('a', 1, { status: 'cancelled' }),
  });
  expect(done).toEqual({ items: [order('a', 1, { status: 'cancelled' })], cancelling: [], placing: [] });
});
