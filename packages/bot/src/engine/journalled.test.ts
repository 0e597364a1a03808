import { describe, expect, test } from 'vitest';
import { execution, filledLeg } from '../execution/execution.suite.ts';
import { defaultConfig } from './config.ts';
import type { Fact } from './event.ts';
import { todayAt } from './fold-equity.ts';
import { evolve, initialState } from './journalled.ts';
import { executionFacts } from './long-history.suite.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const day = 24 * 60 * 60 * 1000;
const folded = (...facts: readonly Fact[]) => {
  const state = initialState(defaultConfig.parameters);
  for (const fact of facts) evolve(state, fact);
  return state;
};
const marked = (equity_usd: number, at: number): Fact => ({
  type: 'EquityMarked',
  mode: 'paper',
  equity_usd,
  by_exchange: {},
  at,
});
const filled = (change: Partial<Extract<Fact, { type: 'OrderFilled' }>> = {}): Fact => ({
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
  at: noon,
  ...change,
});
const {
  status: _s,
  exchange_order_id: _e,
  filled_quantity: _q,
  filled_quote: _f,
  fees: _fees,
  reason: _r,
  created_at: _c,
  sent_at: _sent,
  updated_at: _u,
  ...intent
} = filledLeg(1);
const intended: Fact = { type: 'OrderIntended', order: intent, at: noon };
const {
  status: _status,
  order_ids: _ids,
  unwind_reason: _reason,
  unwind_started_at: _started,
  profit: _p,
  left: _l,
  fees_usd: _fu,
  error_message: _m,
  started_at: _sa,
  finished_at: _fa,
  ...plan
} = execution();
const started: Fact = { type: 'ExecutionStarted', plan, at: noon };

describe('equity', () => {
  test('keeps its base, its last mark and the highest of the day', () => {
    const state = folded(marked(100, noon), marked(120, noon + 1), marked(110, noon + 2));
    expect(state.equity).toEqual({ base: 100, last: 110, by_exchange: {} });
    expect(state.today).toEqual({ day: '2026-01-31', executions: 0, volume: {}, unpriced: [], peak_equity: 120 });
    expect(state.marks).toHaveLength(3);
  });

  test('begins the next day where the last one ended', () => {
    const state = folded(started, marked(120, noon), marked(110, noon + 1));
    expect(todayAt(state, noon + day)).toEqual({
      day: '2026-02-01',
      executions: 0,
      volume: {},
      unpriced: [],
      peak_equity: 110,
    });
    evolve(state, marked(105, noon + day));
    expect(state.today).toEqual({ day: '2026-02-01', executions: 0, volume: {}, unpriced: [], peak_equity: 110 });
  });

  test('takes what comes or goes with an exchange for neither won nor lost', () => {
    const of = (by_exchange: Record<string, number>, at: number): Fact => {
      const equity_usd = Object.values(by_exchange).reduce((sum, value) => sum + value, 0);
      return { type: 'EquityMarked', mode: 'paper', equity_usd, by_exchange, at };
    };
    const state = folded(of({ okx: 10_000, kucoin: 10_000 }, noon), of({ okx: 9_000, kucoin: 10_500 }, noon + 1));
    evolve(state, of({ kucoin: 10_400 }, noon + 2));
    // Of 20,000 and 500 lost, 9,000 have gone.
    expect([state.equity.base, state.equity.last, state.today.peak_equity]).toEqual([11_000, 10_400, 11_000]);
    evolve(state, of({ kucoin: 10_400, binance: 10_000 }, noon + 3));
    expect([state.equity.base, state.equity.last, state.today.peak_equity]).toEqual([21_000, 20_400, 21_000]);
  });

  test('has a new base after a halt was reset', () => {
    const halted: Fact = { type: 'BotHalted', cause: 'stop_loss', reason: 'lost', at: noon };
    const state = folded(marked(100, noon), marked(80, noon), halted);
    expect(state.halted).toEqual({ cause: 'stop_loss', reason: 'lost', at: noon });
    evolve(state, { type: 'HaltReset', at: noon });
    expect([state.halted, state.equity, state.today.peak_equity]).toEqual([
      null,
      { base: 80, last: 80, by_exchange: {} },
      80,
    ]);
  });
});

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

  test('that nobody knows changes nothing', () => {
    const state = folded();
    evolve(state, { type: 'OrderClosed', order_id: 'none', status: 'failed', reason: null, at: noon });
    evolve(state, { type: 'UnwindStarted', execution_id: 'none', reason: 'x', at: noon });
    expect(state).toEqual(folded());
  });
});

describe('a stranded asset', () => {
  const finished: Fact = {
    type: 'ExecutionFinished',
    execution_id: 'x',
    status: 'stranded',
    profit: '-500',
    left: [
      { asset: 'BTC', amount: '0.01', stranded: true },
      { asset: 'ETH', amount: '0.00001', stranded: false },
    ],
    fees_usd: 0.5,
    error_message: 'killed',
    at: noon,
  };
  const byHand: Fact = {
    type: 'OrderIntended',
    order: { ...intent, id: 'hand', purpose: 'manual', execution_id: null, leg: null },
    at: noon,
  };

  test('stays until it is sold by hand', () => {
    const state = folded(started, finished, byHand);
    expect([...(state.stranded.get('kucoin') ?? [])]).toEqual([['BTC', '0.01']]);
    evolve(state, filled({ order_id: 'hand', side: 'sell', quantity: '0.004' }));
    expect([...(state.stranded.get('kucoin') ?? [])]).toEqual([['BTC', '0.00599']]);
    evolve(state, { type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', at: noon });
    expect([...(state.stranded.get('kucoin') ?? [])]).toEqual([]);
  });

  test('is taken over by its owner: kept at its value then, or sold with an order of their own for what that brought', () => {
    const state = folded(started, finished, byHand);
    // Of 0.008 that were sold, 0.002 with a fee of 0.1 % in USDT, then the rest, of which 0.008 were stranded; 0.012 in all.
    const fee = (amount: string) => [{ asset: 'USDT', amount }];
    evolve(
      state,
      filled({
        order_id: 'hand',
        side: 'sell',
        quantity: '0.002',
        quote_quantity: '100',
        usd_value: 101,
        fees: fee('0.1'),
      }),
    );
    evolve(
      state,
      filled({
        order_id: 'hand',
        side: 'sell',
        quantity: '0.010',
        quote_quantity: '500',
        usd_value: 505,
        fees: fee('0.5'),
      }),
    );
    expect([...(state.stranded.get('kucoin') ?? [])]).toEqual([]);
    expect(state.executions.get('x')?.taken_over).toEqual([
      { asset: 'BTC', amount: '0.002', usd_value: expect.closeTo(101 * 0.999, 9) },
      { asset: 'BTC', amount: '0.008', usd_value: expect.closeTo(505 * 0.999 * 0.8, 9) },
    ]);
    expect(state.orders.get('hand')?.recovers).toBe('x');
    const kept = folded(started, finished);
    evolve(kept, {
      type: 'StrandedCleared',
      exchange: 'kucoin',
      asset: 'BTC',
      kept: true,
      execution_id: 'x',
      amount: '0.01',
      usd_value: 490,
      at: noon,
    });
    expect(kept.executions.get('x')?.taken_over).toEqual([{ asset: 'BTC', amount: '0.01', usd_value: 490 }]);
    const before = folded(started, finished);
    evolve(before, { type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', kept: true, at: noon });
    expect([before.executions.get('x')?.taken_over, [...(before.stranded.get('kucoin') ?? [])]]).toEqual([
      undefined,
      [],
    ]);
  });

  test('keeps its execution in memory, and its orders, however many come after', () => {
    const state = folded(
      started,
      intended,
      filled(),
      { type: 'OrderClosed', order_id: 'leg-1', status: 'filled', reason: null, at: noon },
      finished,
    );
    const others = (n: number) => {
      for (const fact of executionFacts(n, noon)) evolve(state, fact);
    };
    for (let n = 0; n < 2_000; n += 1) others(n);
    expect([state.executions.get('x')?.status, state.orders.get('leg-1')?.status]).toEqual(['stranded', 'filled']);
    evolve(state, { type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', at: noon });
    for (let n = 2_000; n < 2_002; n += 1) others(n);
    expect([state.executions.get('x'), state.orders.get('leg-1')]).toEqual([undefined, undefined]);
  });

  test('of a fill that came late belongs to the execution, which has paid for it', () => {
    const failed: Fact = { ...finished, status: 'failed', profit: '0', left: [] };
    const gone: Fact = {
      type: 'OrderClosed',
      order_id: 'leg-1',
      status: 'failed',
      reason: 'it never reached the exchange',
      at: noon,
    };
    const state = folded(started, intended, gone, failed, filled());
    expect(state.executions.get('x')).toMatchObject({
      status: 'stranded',
      profit: '-500',
      left: [{ asset: 'BTC', amount: '0.00999', stranded: true }],
    });
  });

  test('is not touched by another execution', () => {
    const state = folded(started, intended, finished);
    evolve(state, filled({ side: 'sell', quantity: '0.004' }));
    expect([...(state.stranded.get('kucoin') ?? [])]).toEqual([['BTC', '0.01']]);
  });
});

test('a purchase by hand without a price leaves the volume of that day unknown', () => {
  const byHand: Fact = {
    type: 'OrderIntended',
    order: { ...intent, id: 'hand', purpose: 'manual', execution_id: null, leg: null },
    at: noon,
  };
  const state = folded(
    byHand,
    filled({ order_id: 'hand', usd_value: null }),
    filled({ order_id: 'hand', usd_value: null }),
  );
  expect(state.today).toMatchObject({ volume: {}, unpriced: ['BTC'] });
  expect(todayAt(state, noon + day).unpriced).toEqual([]);
  // Within an execution it counts as all of its capital.
  expect(folded(started, intended, filled({ usd_value: null })).today).toMatchObject({
    volume: { BTC: 1000 },
    unpriced: [],
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
