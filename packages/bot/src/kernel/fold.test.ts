import { describe, expect, test } from 'vitest';
import type { Fact } from '../model/event.ts';
import { filled, folded, intended, intent, noon, started } from './fold.suite.ts';
import { evolve } from './fold.ts';

describe('an order', () => {
  test('adds up what is filled, and is open until it is closed', () => {
    const state = folded(started, intended, { type: 'OrderSent', order_id: 'leg-1', at: noon + 1 }, filled(), filled());
    expect(state.orders.get('leg-1')).toEqual({
      ...intent,
      status: 'sent',
      exchange_order_id: null,
      filled_quantity: '0.02',
      filled_quote: '1000',
      fees: [{ asset: 'BTC', amount: '0.00002' }],
      fees_known: '0.02',
      reason: null,
      created_at: noon,
      sent_at: noon + 1,
      updated_at: noon,
    });
    expect([...state.open_orders]).toEqual(['leg-1']);
    expect(state.today.volume).toEqual({ BTC: 1000 });
    evolve(state, { type: 'OrderClosed', order_id: 'leg-1', status: 'filled', reason: null, at: noon });
    expect([...state.open_orders]).toEqual([]);
  });

  test('belongs to its execution', () => {
    expect(folded(started, intended).executions.get('x')?.order_ids).toEqual(['leg-1']);
  });

  test('has pending fees until all are named, or its account agrees without them for ten minutes', () => {
    const agreed = (exchange: string, minutes = 10): Fact => ({
      type: 'AccountReconciled',
      exchange,
      mode: 'paper',
      differences: [],
      at: noon + minutes * 60_000,
    });
    const state = folded(started, intended, filled(), filled({ fees: [] }));
    expect([...state.fees_pending]).toEqual(['leg-1']);
    evolve(state, agreed('okx'));
    evolve(state, agreed('kucoin', 9.9));
    expect([...state.fees_pending]).toEqual(['leg-1']);
    const [before, charged] = [structuredClone(state), structuredClone(state)];
    evolve(before, agreed('kucoin'));
    expect([...before.fees_pending]).toEqual([]);
    const fee = { order_id: 'leg-1', key: 'cumulative', exchange: 'kucoin', mode: 'paper', asset: 'BTC' } as const;
    evolve(charged, { type: 'FeeCharged', ...fee, amount: '0.00001', at: noon });
    expect([...charged.fees_pending]).toEqual([]);
  });

  test('that is unknown changes nothing', () => {
    const state = folded();
    evolve(state, { type: 'OrderClosed', order_id: 'none', status: 'failed', reason: null, at: noon });
    evolve(state, { type: 'UnwindStarted', execution_id: 'none', reason: 'x', at: noon });
    expect(state).toEqual({ ...folded(), newest_at: noon });
  });
});

test('the newest 500 notifications are kept, read or not', () => {
  const raised = (n: number): Fact => ({
    type: 'NotificationRaised',
    id: `n${n}`,
    notification_type: 'execution',
    level: 'success',
    title: 'Cycle completed',
    message: '$1.00',
    source: 'execution',
    extra_data: {},
    at: noon + n,
  });
  const state = folded(...Array.from({ length: 501 }, (_, n) => raised(n)));
  expect(state.notifications.map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, n) => `n${500 - n}`));
  evolve(state, { type: 'NotificationsRead', ids: ['n1', 'n0', 'nobody'], at: noon });
  expect(state.notifications.filter(({ read }) => read).map(({ id }) => id)).toEqual(['n1']);
  evolve(state, { type: 'NotificationsRead', ids: 'all', at: noon });
  expect(state.notifications.every(({ read }) => read)).toBe(true);
});
