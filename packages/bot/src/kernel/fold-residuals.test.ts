import { describe, expect, test } from 'vitest';
import type { Fact } from '../model/event.ts';
import { byHand, filled, folded, intended, intent, noon, started } from './fold.suite.ts';
import { evolve } from './fold.ts';
import { executionFacts } from './long-history.suite.ts';

describe('a residual position', () => {
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

  const held: Fact = {
    ...{ type: 'FundsDeposited', id: 'd', exchange: 'kucoin', mode: 'paper', asset: 'BTC', amount: '1', at: noon },
  };
  const listed = (state: ReturnType<typeof folded>) => [...(state.residuals.get('kucoin') ?? [])];

  test('stays until it is sold by hand', () => {
    const state = folded(held, started, finished, byHand);
    expect(listed(state)).toEqual([['BTC', '0.01']]);
    evolve(state, filled({ order_id: 'hand', side: 'sell', quantity: '0.004' }));
    expect(listed(state)).toEqual([['BTC', '0.00599']]);
    evolve(state, { type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', at: noon });
    expect(listed(state)).toEqual([]);
  });

  test('is what the account holds of it at most: what was found missing counts as residual first', () => {
    const state = folded(held, started, finished);
    const missing = { exchange: 'kucoin', mode: 'paper', asset: 'BTC', usd_value: null, at: noon } as const;
    evolve(state, { type: 'FundsMoved', id: 'm', cause: 'late_fee', amount: '-0.004', ...missing });
    evolve(state, { type: 'RoundingAdjusted', amount: '-0.00000001', ...missing });
    evolve(state, { type: 'FundsMoved', id: 'n', cause: 'deposit', amount: '1', ...missing });
    expect(listed(state)).toEqual([['BTC', '0.00599999']]);
    evolve(state, { type: 'FundsMoved', id: 'o', cause: 'unexplained', amount: '-0.5', ...missing });
    expect(listed(state)).toEqual([]);
  });

  test('is never more than the account holds, when a late fill has spent what another one brings', () => {
    const late = { base: 'ETH', quote: 'BTC', symbol: 'ETH/BTC', quantity: '0.2', fees: [] } as const;
    const state = folded(started, intended, finished, filled({ ...late, quote_quantity: '0.008' }));
    // It owes 0.008 BTC: of the next 0.01 there are 0.002.
    expect([listed(state), state.held.get('paper kucoin')?.get('BTC')]).toEqual([[['ETH', '0.2']], '-0.008']);
    const byLateFill = { order_id: 'leg-2', fees: [] } as const;
    evolve(state, { type: 'OrderIntended', order: { ...intent, id: 'leg-2' }, at: noon });
    evolve(state, { type: 'OrderClosed', order_id: 'leg-2', status: 'cancelled', reason: null, at: noon });
    evolve(state, filled(byLateFill));
    const both = [
      ['ETH', '0.2'],
      ['BTC', '0.002'],
    ];
    expect(listed(state)).toEqual(both);
    // The paper account is another one than the live account.
    evolve(state, filled({ ...byLateFill, mode: 'live', side: 'sell', order_id: 'none' }));
    expect(listed(state)).toEqual(both);
  });

  test('is spent by an execution that ends with less of it than it brought', () => {
    const other = (fact: Fact): Fact =>
      JSON.parse(JSON.stringify(fact).replaceAll('"x"', '"y"').replaceAll('"leg-1"', '"leg-y"'));
    const state = folded(held, started, finished, other(started), other(intended), other(filled()));
    const sale: Fact = {
      type: 'OrderIntended',
      order: { ...intent, id: 'back', execution_id: 'y', side: 'sell' },
      at: noon,
    };
    evolve(state, sale);
    // It brought 0.00999 and sold 0.0141 with a fill that came when it had been cancelled.
    evolve(state, filled({ order_id: 'back', side: 'sell', quantity: '0.0141', quote_quantity: '700', fees: [] }));
    expect(listed(state)).toEqual([['BTC', '0.01']]);
    evolve(state, { ...finished, execution_id: 'y', status: 'unwound', left: [] });
    expect(listed(state)).toEqual([['BTC', '0.00589']]);
  });

  test('stays listed while the fill of a later leg is heard before that of the leg which paid for it', () => {
    const all: Fact = { ...held, amount: '0.01' };
    const other = (fact: Fact, leg: string): Fact =>
      JSON.parse(JSON.stringify(fact).replaceAll('"x"', '"y"').replaceAll('"leg-1"', `"${leg}"`));
    const crossed = { symbol: 'ETH/BTC', base: 'ETH', quote: 'BTC' } as const;
    const ahead: Fact = {
      type: 'OrderIntended',
      order: { ...intent, ...crossed, id: 'y-2', execution_id: 'y' },
      at: noon,
    };
    const second = filled({ ...crossed, order_id: 'y-2', quantity: '0.2', quote_quantity: '0.0099', fees: [] });
    const state = folded(all, started, finished, other(started, 'y-1'), other(intended, 'y-1'), ahead);
    evolve(state, second);
    expect([listed(state), state.held.get('paper kucoin')?.get('BTC')]).toEqual([[['BTC', '0.01']], '0.0001']);
    evolve(state, other(filled(), 'y-1'));
    evolve(state, { ...finished, execution_id: 'y', status: 'unwound', left: [] });
    expect(listed(state)).toEqual([['BTC', '0.01']]);
    // Had the first leg brought nothing, it would have spent what the other one left.
    const unpaid = folded(all, started, finished, other(started, 'y-2'), ahead, second);
    evolve(unpaid, { ...finished, execution_id: 'y', status: 'unwound', left: [] });
    expect(listed(unpaid)).toEqual([['BTC', '0.0001']]);
  });

  test('is taken over by its owner: kept at its value then, or sold with an order of their own for what that brought', () => {
    const state = folded(held, started, finished, byHand);
    // Of 0.008 that were sold, 0.002 with a fee of 0.1 % in USDT, then the rest, of which 0.008 were residual; 0.012 in all.
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
    expect(listed(state)).toEqual([]);
    expect(state.executions.get('x')?.taken_over).toEqual([
      { asset: 'BTC', amount: '0.002', usd_value: expect.closeTo(101 * 0.999, 9) },
      { asset: 'BTC', amount: '0.008', usd_value: expect.closeTo(505 * 0.999 * 0.8, 9) },
    ]);
    expect(state.orders.get('hand')?.recovers).toBe('x');
    const kept = folded(held, started, finished);
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
    const before = folded(held, started, finished);
    evolve(before, { type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', kept: true, at: noon });
    expect([before.executions.get('x')?.taken_over, [...(before.residuals.get('kucoin') ?? [])]]).toEqual([
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

  test('is the rest once a late fill has spent a part, although the account holds more of the asset', () => {
    const crossed = { symbol: 'ETH/BTC', base: 'ETH', quote: 'BTC' } as const;
    const second: Fact = { type: 'OrderIntended', order: { ...intent, ...crossed, id: 'leg-2' }, at: noon };
    const gone: Fact = { type: 'OrderClosed', order_id: 'leg-2', status: 'cancelled', reason: null, at: noon };
    const state = folded(held, started, intended, filled({ fees: [] }), second, gone, finished);
    expect(listed(state)).toEqual([['BTC', '0.01']]);
    evolve(state, filled({ ...crossed, order_id: 'leg-2', quantity: '0.16', quote_quantity: '0.008', fees: [] }));
    // 1 BTC is the operator's own: a sale of the residual position must leave it.
    expect(listed(state)).toEqual([
      ['BTC', '0.002'],
      ['ETH', '0.16'],
    ]);
    expect(state.held.get('paper kucoin')?.get('BTC')).toBe('1.002');
  });

  test('is not touched by another execution', () => {
    const state = folded(held, started, intended, finished);
    const order = { ...intent, id: 'other', execution_id: 'y' };
    if (started.type === 'ExecutionStarted') evolve(state, { ...started, plan: { ...started.plan, id: 'y' } });
    evolve(state, { type: 'OrderIntended', order, at: noon });
    evolve(state, filled({ order_id: 'other', side: 'sell', quantity: '0.004' }));
    expect(listed(state)).toEqual([['BTC', '0.01']]);
  });

  test('is what a written-off order brings that rested all the same, until it is cancelled', () => {
    const order_id = 'leg-1';
    const failed = { ...finished, status: 'failed', left: [], profit: '0' } as const;
    const closed = { type: 'OrderClosed', order_id, reason: null, at: noon } as const;
    const state = folded(started, intended, { ...closed, status: 'failed' }, failed);
    expect(state.open_orders.size).toBe(0);
    evolve(state, { type: 'OrderAcknowledged', order_id, exchange_order_id: 'e', at: noon });
    expect([...state.open_orders]).toEqual([order_id]);
    evolve(state, filled());
    evolve(state, { ...closed, status: 'cancelled' });
    expect([listed(state), state.open_orders.size]).toEqual([[['BTC', '0.00999']], 0]);
    expect(state.executions.get('x')).toMatchObject({ status: 'stranded', profit: '-500' });
  });

  test('grows and shrinks by the amount that an exchange changes, in an asset between the legs', () => {
    const crossed = { ...intent, symbol: 'ETH/BTC', base: 'ETH', quote: 'BTC', side: 'sell' } as const;
    const repriced = { exchange: 'kucoin', mode: 'paper', symbol: 'ETH/BTC', base: 'ETH', quote: 'BTC' } as const;
    const by = (quote_quantity: string): Fact => {
      return {
        ...repriced,
        type: 'FillRepriced',
        order_id: 'leg-1',
        side: 'sell',
        quote_quantity,
        usd_value: null,
        at: noon,
      };
    };
    const completed = { ...finished, status: 'completed', left: [] } as const;
    const state = folded(held, started, { type: 'OrderIntended', order: crossed, at: noon }, completed);
    evolve(state, by('0.002'));
    expect(listed(state)).toEqual([['BTC', '0.002']]);
    evolve(state, by('-0.0015'));
    expect(listed(state)).toEqual([['BTC', '0.0005']]);
    expect(state.held.get('paper kucoin')?.get('BTC')).toBe('1.0005');
  });
});
