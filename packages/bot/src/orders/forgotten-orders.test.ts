import { describe, expect, test } from 'vitest';
import { noon } from '../engine/world.suite.ts';
import { filledLeg } from '../execution/execution.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { Fact } from '../model/event.ts';
import type { OrderReport } from '../model/exchange.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { createLiveWorld, ownId } from './live-world.suite.ts';

const {
  status: _s,
  exchange_order_id: _e,
  filled_quantity: _q,
  filled_quote: _f,
  fees: _fees,
  fees_known: _known,
  reason: _r,
  created_at: _c,
  sent_at: _sent,
  updated_at: _u,
  ...leg
} = filledLeg(1);

const deposit = (asset: string, amount: string): Fact => {
  return { type: 'FundsDeposited', id: asset, exchange: 'kucoin', mode: 'paper', asset, amount, at: noon - 2 };
};
/** An order by hand of 0.02 BTC, as the journal has it after it has ended so. */
const past = (number: number, status: 'filled' | 'cancelled' | 'failed', change: Partial<OrderIntent> = {}): Fact[] => {
  const id = `order-${number}`;
  const manual = { purpose: 'manual', execution_id: null, leg: null } as const;
  const order: OrderIntent = { ...leg, ...manual, id, client_order_id: ownId(number), ...change };
  const closed = { type: 'OrderClosed', order_id: id, status, reason: null, at: noon - 1 } as const;
  return [{ type: 'OrderIntended', order, at: noon - 1 }, closed];
};
const fill = (number: number, quantity: string): Fact => ({
  ...{ type: 'OrderFilled', order_id: `order-${number}`, exchange: 'kucoin', mode: 'paper', symbol: 'BTC/USDT' },
  ...{ base: 'BTC', quote: 'USDT', side: 'buy', quantity, quote_quantity: String(Number(quantity) * 50_000) },
  ...{ fees: [], usd_value: null, at: noon - 1 },
});
const report = (number: number, state: OrderReport['state'], filled_quantity = '0'): OrderReport => ({
  ...{ client_order_id: ownId(number), exchange_order_id: `e-${number}`, symbol: 'BTC/USDT', state, fees: [] },
  ...{ filled_quantity, filled_quote: String(Number(filled_quantity) * 50_000) },
});

const kept = 5_000;
/** A bot whose journal holds these facts, and after them as many orders as memory keeps. */
const restarted = async (facts: readonly Fact[], ...options: [prepare?: Parameters<typeof createLiveWorld>[0]]) => {
  const store = createMemoryStore<Fact>();
  store.append([deposit('USDT', '10000'), ...facts]);
  store.append(Array.from({ length: kept }, (_, place) => past(1000 + place, 'filled')).flat());
  const world = await createLiveWorld({ store, ...options[0] });
  const holdings = [...world.engine.ledger.holdings('paper', 'kucoin')];
  world.holds(Object.fromEntries(holdings.map(([asset, amount]) => [asset, amount.toFixed()])));
  return world;
};

describe('a fill of an order that memory no longer holds', () => {
  test('is found in the journal and booked with what the order had, once', async () => {
    const [first = expect.unreachable(), closed = expect.unreachable()] = past(1, 'cancelled');
    const world = await restarted([first, fill(1, '0.005'), closed]);
    const { engine, push, clock, facts, store } = world;
    expect(engine.state().orders.has('order-1')).toBe(false);
    push(report(1, 'cancelled', '0.015'));
    push(report(1, 'cancelled', '0.015'));
    await clock.advance(100);
    push(report(1, 'cancelled', '0.015'));
    expect(facts('OrderFilled').at(-1)).toMatchObject({ order_id: 'order-1', quantity: '0.01', quote_quantity: '500' });
    expect(facts('OrderFilled')).toHaveLength(2);
    expect(engine.state().orders.get('order-1')).toMatchObject({ filled_quantity: '0.015', status: 'cancelled' });
    expect(engine.ledger.balance('paper', 'kucoin', 'BTC').toFixed()).toBe('0.015');
    expect(engine.state().notifications.map(({ code }) => code)).toContain('late_fill');
    const again = await createLiveWorld({ store });
    expect(again.engine.state().orders.get('order-1')).toEqual(engine.state().orders.get('order-1'));
    expect(again.engine.ledger.snapshot().accounts).toEqual(engine.ledger.snapshot().accounts);
  });

  test('of which the journal knows nothing is logged and notified, and the account is compared at once', async () => {
    const world = await restarted([]);
    const { engine, push, clock, logged, exchange } = world;
    await clock.advance(5000);
    let compared = 0;
    const { balances } = exchange.account;
    exchange.account.balances = (ms) => {
      compared++;
      return balances(ms);
    };
    push(report(1, 'filled', '0.015'));
    await clock.advance(2000);
    expect(logged('A fill could not be booked: 0.015 of order')).toMatchObject([{ level: 'ERROR' }]);
    expect(engine.state().notifications[0]).toMatchObject({ code: 'fill_unknown', params: { market: 'BTC/USDT' } });
    expect(compared).toBe(1);
  });

  test('of another program, or with nothing that is new, leaves no trace', async () => {
    const world = await restarted([]);
    const { engine, push, clock } = world;
    const before = world.store.lastSeq();
    push({ ...report(1, 'filled', '0.015'), client_order_id: 'web-17' });
    push(report(2, 'cancelled'));
    await clock.advance(1000);
    expect([world.store.lastSeq(), engine.state().notifications]).toEqual([before, []]);
  });
});

describe('an order of ours that rests at the exchange although the journal takes it for ended', () => {
  /** The exchange lists these orders as open until they are cancelled. */
  const listing = (...numbers: readonly number[]) => {
    const cancelled: string[] = [];
    const reports = numbers.map((number) => report(number, 'open'));
    return {
      cancelled,
      prepare: (exchange: Awaited<ReturnType<typeof createLiveWorld>>['exchange']) => {
        exchange.account.openOrders = async () => ({
          kind: 'orders',
          orders: reports.filter(({ client_order_id: id }) => !cancelled.includes(id)),
        });
        exchange.account.cancel = async ({ client_order_id: id }) => {
          cancelled.push(id);
          const one = reports.find(({ client_order_id }) => client_order_id === id) ?? report(0, 'open');
          return { kind: 'report', report: { ...one, ...report(0, 'cancelled', '0.01'), client_order_id: id } };
        };
      },
    };
  };

  test.each(['filled', 'cancelled', 'failed'] as const)(
    'is cancelled at a start, and what it filled is booked: %s',
    async (status) => {
      const { cancelled, prepare } = listing(1);
      const store = createMemoryStore<Fact>();
      store.append([deposit('USDT', '10000'), ...past(1, status)]);
      const { engine, facts, logged } = await createLiveWorld({ store, prepare });
      expect(cancelled).toEqual([ownId(1)]);
      expect(facts('OrderAcknowledged')).toMatchObject([{ order_id: 'order-1' }]);
      expect(engine.state().orders.get('order-1')).toMatchObject({ status: 'cancelled', filled_quantity: '0.01' });
      expect(engine.state().open_orders.size).toBe(0);
      expect(logged('An ended order rests at its exchange')).toHaveLength(1);
    },
  );

  test('is cancelled too when memory no longer holds it; one that the journal has never had is left alone', async () => {
    const { cancelled, prepare } = listing(1, 2);
    const { engine, logged } = await restarted(past(1, 'failed'), { prepare });
    expect(cancelled).toEqual([ownId(1)]);
    expect(engine.state().orders.get('order-1')).toMatchObject({ status: 'cancelled', filled_quantity: '0.01' });
    expect(logged('is not in the journal: BTC/USDT; it is left alone')).toMatchObject([{ level: 'WARNING' }]);
  });

  test('is cancelled by a kill while nobody has found it yet', async () => {
    const world = await createLiveWorld();
    const { exchange, clock, engine } = world;
    const cancelled: string[] = [];
    const unknown = { kind: 'unknown', reason: '502' } as const;
    exchange.account.place = async () => unknown;
    exchange.account.lookUp = async () => ({ kind: 'not-found' });
    exchange.account.cancel = async ({ client_order_id: id }) => {
      cancelled.push(id);
      return { kind: 'report', report: { ...report(0, 'cancelled'), client_order_id: id } };
    };
    world.fair();
    const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01 } as const;
    void engine.command({ type: 'PlaceOrder', order: { ...order, price: 40_000 } });
    await clock.advance(20_000);
    const [written] = [...engine.state().orders.values()];
    expect(written).toMatchObject({ status: 'failed', reason: 'it never reached the exchange' });
    void engine.command({ type: 'Kill', reason: 'drill' });
    await clock.advance(100);
    expect(cancelled).toEqual([written?.client_order_id]);
  });
});
