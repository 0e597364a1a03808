import { describe, expect, test } from 'vitest';
import { filledLeg } from '../execution/execution.suite.ts';
import { edgeOf } from '../kernel/edge.suite.ts';
import { evolve, initialState } from '../kernel/fold.ts';
import { createVirtualClock } from '../model/clock.ts';
import { defaultConfig } from '../model/config.ts';
import { offGridReason } from '../model/decimal.ts';
import type { Fact } from '../model/event.ts';
import type { Account, Exchange, LookUpAnswer, PlaceAnswer, ThrottleScope } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { createGate, createOwnSwitch } from '../risk/gate.ts';
import type { TradingState } from '../risk/trading-state.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';
import { createOrderRouter } from './order-router.ts';

const report = (state: 'open' | 'filled' | 'cancelled', filled_quantity = '0') =>
  ({
    kind: 'report',
    report: {
      client_order_id: 'leg-1',
      exchange_order_id: 'e',
      symbol: 'BTC/USDT',
      state,
      filled_quantity,
      filled_quote: String(Number(filled_quantity) * 50_000),
      fees: [],
    },
  }) as const;
const [bitcoin] = scriptedInstruments();
const never = new Promise<never>(() => {});
const unknown = { kind: 'unknown', reason: '502' } as const;
const acknowledged = { kind: 'acknowledged', exchange_order_id: 'e-1' } as const;
const notFound = { kind: 'not-found' } as const;

type Kept = Pick<Account, 'money' | 'notFoundAfterMs' | 'paper'>;
type Answers = {
  place?: PlaceAnswer | Promise<never>;
  lookUps?: (LookUpAnswer | Promise<never>)[];
  cancel?: LookUpAnswer | Promise<never>;
  account?: Kept;
  /** Calls of the adapter that do something else altogether. */
  adapter?: object;
};

const intent = (change: Partial<OrderIntent> = {}): OrderIntent => {
  const {
    status,
    exchange_order_id,
    filled_quantity,
    filled_quote,
    fees,
    reason,
    created_at,
    sent_at,
    updated_at,
    ...rest
  } = filledLeg(1);
  return { ...rest, ...change };
};

const open = (
  { place = report('filled', '0.02'), lookUps = [], cancel = notFound, adapter = {}, account: kept }: Answers = {},
  onRecord: (fact: Fact) => boolean = () => true,
) => {
  const clock = createVirtualClock(0);
  const state = initialState(defaultConfig.parameters);
  let trading: TradingState = 'active';
  const gate = createGate({ killSwitch: createOwnSwitch(), stateOf: () => trading });
  let version: number | undefined;
  const setVersion = (next: number) => {
    version = next;
  };
  const setTrading = (next: TradingState) => {
    trading = next;
  };
  const throttled: Partial<Record<ThrottleScope, number>> = {};
  const rules: Instrument = { ...(bitcoin as Instrument) };
  const told: string[] = [];
  const disk = { isSlow: false, waiting: [] as (() => void)[] };
  /** The commit ends. */
  const commit = (): void => {
    for (const effect of disk.waiting.splice(0)) effect();
  };
  const answers = [...lookUps];
  const account = {
    ...{ id: 'kucoin', venue: 'kucoin', money: 'test', notFoundAfterMs: 10_000 },
    place: async () => {
      told.push('place');
      return place;
    },
    lookUp: async () => {
      told.push(`look up at ${Number(clock.monotonic())}`);
      return answers.length > 1 ? answers.shift() : (answers[0] ?? notFound);
    },
    cancel: async () => cancel,
    ...kept,
    ...adapter,
  } as unknown as Account;
  const exchange: Exchange = { market: scriptedFeed(clock), account };
  const router = createOrderRouter({
    clock,
    maySend: ({ purpose }) => gate.passes(purpose === 'leg' ? 'execute' : 'unwind'),
    misfit: (intent) => offGridReason(rules, intent),
    isOutdated: ({ instrument_version }) => instrument_version !== version,
    exchanges: new Map([['kucoin', edgeOf(exchange, clock)]]),
    state,
    timeoutMs: () => 5000,
    throttledMs: (_exchange, scope) => throttled[scope] ?? 0,
    record: (facts) => {
      for (const fact of facts) {
        if (!onRecord(fact)) return false;
        evolve(state, fact);
        told.push(fact.type);
      }
      return true;
    },
    whenKept: (effect) => (disk.isSlow ? disk.waiting.push(effect) : effect()),
    usdRate: () => 1,
    onLateFill: ({ id }) => told.push(`late fill of ${id}`),
    onBack: ({ id }) => told.push(`back: ${id}`),
    onStranger: (exchange, { client_order_id: id }) => told.push(`stranger at ${exchange}: ${id}`),
  });
  return { rules, throttled, clock, setTrading, setVersion, router, disk, commit, told, state };
};
const sent = ['OrderIntended', 'OrderSent', 'place'];
const paper: Kept = { money: 'paper', notFoundAfterMs: 0, paper: { restore: () => {} } };
const real: Kept = { money: 'real', notFoundAfterMs: 10_000 };
const testSystem: Kept = { ...real, money: 'test' };

describe('an order that is not made of whole lots and ticks', () => {
  test.each([
    [{ quantity: '0.020001' }, 'the quantity 0.020001 of BTC/USDT is not in lots of 0.00001'],
    [{ price: '50000.05' }, 'the price 50000.05 of BTC/USDT is not in ticks of 0.1'],
    [{ quantity: '90071992547.40992' }, 'the quantity 90071992547.40992 of BTC/USDT is not in lots of 0.00001'],
  ])('never leaves: %o', (change, reason) => {
    const { router, told, state } = open();
    expect(router.submit(intent(change))).toBe(true);
    expect(told).toEqual(['OrderIntended', 'OrderClosed']);
    expect([...state.orders.values()]).toMatchObject([{ status: 'failed', reason: `never sent: ${reason}` }]);
  });

  test('as the market demands since its intent was recorded never leaves; one that was sent is left alone', async () => {
    const { router, told, disk, commit, rules } = open({ place: acknowledged });
    router.submit(intent());
    disk.isSlow = true;
    router.submit(intent({ id: 'later', client_order_id: 'later' }));
    rules.tickSize = 7;
    commit();
    expect(told).toEqual([...sent, 'OrderIntended', 'OrderClosed']);
  });

  test('says that the market is at fault, so that routes leave it out after three of them', () => {
    const closed: Fact[] = [];
    const { router } = open({}, (fact) => fact.type !== 'OrderClosed' || closed.push(fact) > 0);
    router.submit(intent({ price: '50000.05' }));
    expect(closed).toMatchObject([{ status: 'failed', scope: 'market' }]);
  });
});

describe('an order', () => {
  test('is on disk before it is sent', async () => {
    const { clock, router, told } = open();
    expect(router.submit(intent())).toBe(true);
    await clock.advance(0);
    expect(told).toEqual([...sent, 'OrderFilled', 'OrderClosed']);
  });

  test('waits for the disk however long that takes, and is sent once', async () => {
    const { clock, router, disk, commit, told } = open();
    disk.isSlow = true;
    expect(router.submit(intent())).toBe(true);
    await clock.advance(4999);
    expect(told).toEqual(['OrderIntended']);
    commit();
    commit();
    await clock.advance(0);
    expect(told).toEqual([...sent, 'OrderFilled', 'OrderClosed']);
  });

  test.each<[string, (world: ReturnType<typeof open>) => unknown, string, string]>([
    ['the gate closes', ({ setTrading }) => setTrading('killed'), 'failed', 'never sent: orders are halted'],
    [
      'the rules of its market change',
      ({ setVersion }) => setVersion(1),
      'failed',
      'never sent: the rules of the market have changed',
    ],
    ['its deadline passes', ({ clock }) => clock.advance(5001), 'failed', 'never sent: the disk took too long'],
    [
      'it is cancelled',
      ({ router, state }) => [...state.orders.values()].map((order) => router.cancel(order)),
      'failed',
      'never sent: it was cancelled first',
    ],
  ])(
    'is closed as never sent, and not looked for, when %s while it waits for the disk',
    async (_, act, status, reason) => {
      const world = open();
      world.disk.isSlow = true;
      world.router.submit(intent());
      await act(world);
      world.commit();
      await world.clock.advance(60_000);
      expect(world.told).toEqual(['OrderIntended', 'OrderClosed']);
      expect(world.state.orders.get('leg-1')).toMatchObject({ status, reason });
    },
  );

  test('that waits for the disk when the router closes is left to the next process', async () => {
    const { clock, router, disk, commit, told } = open();
    disk.isSlow = true;
    router.submit(intent());
    router.close();
    commit();
    await clock.advance(60_000);
    expect(told).toEqual(['OrderIntended']);
  });

  test('is not sent when the gate is closed, or closes while it is written down, or when the journal takes it not', async () => {
    const closed = open();
    closed.setTrading('halted');
    expect(closed.router.submit(intent())).toBe(false);
    expect(closed.told).toEqual([]);
    expect(closed.router.submit(intent({ purpose: 'unwind' }))).toBe(true);

    const closing = open({}, () => {
      closing.setTrading('killed');
      return true;
    });
    expect(closing.router.submit(intent())).toBe(true);
    expect(closing.told).toEqual(['OrderIntended', 'OrderClosed']);

    const full = open({}, () => false);
    expect(full.router.submit(intent())).toBe(false);
    expect(full.told).toEqual([]);
  });

  test.each<[string, Kept, OrderIntent['mode'], boolean]>([
    ['simulated money for a real account', real, 'paper', false],
    ['real money for a paper account', paper, 'live', false],
    ["real money for an exchange's test system", testSystem, 'live', false],
    ['real money for a real account', real, 'live', true],
    ['simulated money for a paper account', paper, 'paper', true],
    ["simulated money for an exchange's test system", testSystem, 'paper', true],
  ])('of %s: the account matches, or nothing is recorded and nothing sent', async (_, account, mode, isSent) => {
    const { clock, router, told, state } = open({ account });
    expect(router.submit(intent({ mode }))).toBe(isSent);
    await clock.advance(60_000);
    expect(told).toEqual(isSent ? [...sent, 'OrderFilled', 'OrderClosed'] : []);
    expect([...state.orders.values()].map((order) => [order.mode, order.filled_quantity])).toEqual(
      isSent ? [[mode, '0.02']] : [],
    );
  });

  test('that is refused has failed', async () => {
    const { clock, router, told, state } = open({ place: { kind: 'refused', reason: 'too small' } });
    router.submit(intent());
    await clock.advance(60_000);
    expect(told).toEqual([...sent, 'OrderClosed']);
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'failed', reason: 'too small' });
  });

  test('that is only acknowledged waits for its reports, without a look-up and without a fault', async () => {
    const { clock, router, told, state } = open({ place: acknowledged, lookUps: [unknown] });
    router.submit(intent());
    await clock.advance(0);
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'open', exchange_order_id: 'e-1' });
    await clock.advance(4000);
    router.hear('kucoin', report('open', '0.01').report);
    router.hear('kucoin', report('filled', '0.02').report);
    await clock.advance(600_000);
    expect(told).toEqual([...sent, 'OrderAcknowledged', 'OrderFilled', 'OrderFilled', 'OrderClosed']);
  });

  test('that is acknowledged after its report was received stays as the report says', async () => {
    let acknowledge = (_answer: PlaceAnswer): void => {};
    const place = () => new Promise<PlaceAnswer>((resolve) => (acknowledge = resolve));
    const { clock, router, told } = open({ adapter: { place } });
    router.submit(intent());
    router.hear('kucoin', report('filled', '0.02').report);
    acknowledge(acknowledged);
    await clock.advance(600_000);
    expect(told).toEqual(['OrderIntended', 'OrderSent', 'OrderFilled', 'OrderClosed']);
  });

  test('that is acknowledged, and whose report is lost, is asked for after the time-out', async () => {
    const { clock, router, told } = open({ place: acknowledged, lookUps: [unknown, report('filled', '0.02')] });
    router.submit(intent());
    await clock.advance(60_000);
    expect(told).toEqual([
      ...[...sent, 'OrderAcknowledged', 'look up at 5000', 'look up at 5500'],
      ...['OrderFilled', 'OrderClosed'],
    ]);
  });

  test('is not asked for while reads of the account are throttled', async () => {
    const { clock, router, told, throttled } = open({ place: unknown, lookUps: [report('filled', '0.02')] });
    throttled.account = 3000;
    router.submit(intent());
    await clock.advance(60_000);
    expect(told).toEqual([...sent, 'OrderUnknown', 'look up at 3000', 'OrderFilled', 'OrderClosed']);
  });

  test('whose cancel the exchange did not look at is cancelled when orders are taken again', async () => {
    let cancels = 0;
    const { clock, router, told, throttled, state } = open({
      place: report('open'),
      lookUps: [report('open')],
      adapter: {
        cancel: async () =>
          ++cancels === 1 ? { kind: 'throttled', scope: 'orders', retryAfterMs: 3000 } : report('cancelled'),
      },
    });
    const resting = intent({ time_in_force: 'GTC', purpose: 'manual' });
    router.submit(resting);
    await clock.advance(0);
    throttled.orders = 3000;
    await router.cancel(state.orders.get('leg-1') ?? expect.unreachable());
    expect([cancels, state.orders.get('leg-1')?.status]).toEqual([1, 'unknown']);
    await clock.advance(2999);
    expect(cancels).toBe(1);
    throttled.orders = 0;
    await clock.advance(1);
    expect([cancels, state.orders.get('leg-1')?.status]).toEqual([2, 'cancelled']);
    await clock.advance(60_000);
    expect([cancels, told.at(-1)]).toEqual([2, 'OrderClosed']);
  });

  test('is not sent when orders were throttled while it waited for the disk', async () => {
    const { clock, router, told, throttled, disk, commit, state } = open();
    disk.isSlow = true;
    router.submit(intent());
    throttled.orders = 2000;
    commit();
    await clock.advance(60_000);
    expect(told).toEqual(['OrderIntended', 'OrderClosed']);
    expect(state.orders.get('leg-1')).toMatchObject({
      ...{ status: 'failed', sent_at: null },
      reason: 'never sent: too many requests about orders',
    });
  });

  test('that the exchange did not look at for too many requests was not sent', async () => {
    const { clock, router, told, state } = open({ place: { kind: 'throttled', scope: 'address', retryAfterMs: 2000 } });
    router.submit(intent());
    await clock.advance(60_000);
    expect(told).toEqual([...sent, 'OrderClosed']);
    expect(state.orders.get('leg-1')).toMatchObject({
      status: 'failed',
      reason: 'too many requests from this address',
    });
  });

  test('without an answer is asked for, never sent again', async () => {
    const { clock, router, told } = open({ place: never, lookUps: [unknown, notFound, report('filled', '0.02')] });
    router.submit(intent());
    await clock.advance(60_000);
    expect(told).toEqual([
      ...sent,
      'OrderUnknown',
      ...['look up at 5250', 'look up at 5750', 'look up at 6750'],
      ...['OrderFilled', 'OrderClosed'],
    ]);
  });

  test('whose adapter throws, rejects or answers rubbish may have been taken all the same', async () => {
    const fail = (): never => {
      throw new Error('bug');
    };
    const whole = report('filled', '0.02');
    const filled = { ...whole.report, filled_quantity: 'NaN' };
    const rubbish = [
      fail,
      () => Promise.reject(new Error('bug')),
      ...[undefined, null, 'ok', {}, { kind: 'done' }, { kind: 'report' }, { kind: 'refused' }].map(
        (answer) => async () => answer,
      ),
      ...[filled, { ...filled, filled_quantity: '-1' }, { ...whole.report, fees: null }].map((odd) => async () => ({
        kind: 'report',
        report: odd,
      })),
    ];
    for (const place of rubbish) {
      const { clock, router, told } = open({ lookUps: [whole], adapter: { place } });
      expect(router.submit(intent())).toBe(true);
      await clock.advance(60_000);
      const asked = ['OrderIntended', 'OrderSent', 'OrderUnknown', 'look up at 250'];
      expect([String(place), told]).toEqual([String(place), [...asked, 'OrderFilled', 'OrderClosed']]);
    }
  });

  test('is asked for again when the adapter throws at a look-up, and cancelled when it throws at a cancel', async () => {
    let thrown = 0;
    const lookUp = () => {
      if (thrown++ < 3) throw new Error('bug');
      return Promise.resolve(report('filled', '0.02'));
    };
    const cancel = () => {
      throw new Error('bug');
    };
    const { clock, router, state } = open({ place: report('open'), adapter: { lookUp, cancel } });
    router.submit(intent({ time_in_force: 'GTC' }));
    await clock.advance(0);
    const order = state.orders.get('leg-1');
    if (!order) return expect.unreachable();
    await router.cancel(order);
    expect(state.orders.get('leg-1')?.status).toBe('unknown');
    await clock.advance(60_000);
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'filled', filled_quantity: '0.02' });
  });

  test('is booked once, and its fee once, whether a look-up without fees or the stream tells it first', async () => {
    const { report: whole } = report('filled', '0.02');
    const withFee = { ...whole, fees: [{ asset: 'BTC', amount: '0.00002' }] };
    for (const first of ['look-up', 'stream']) {
      const lookUps = [first === 'look-up' ? report('filled', '0.02') : unknown, report('filled', '0.02')];
      const { clock, router, told, state } = open({ place: unknown, lookUps });
      router.submit(intent());
      await clock.advance(first === 'look-up' ? 300 : 100);
      router.hear('kucoin', withFee);
      await clock.advance(60_000);
      router.hear('kucoin', withFee);
      router.hear('kucoin', whole);
      expect(state.orders.get('leg-1')).toMatchObject({
        status: 'filled',
        filled_quantity: '0.02',
        filled_quote: '1000',
        fees: [{ asset: 'BTC', amount: '0.00002' }],
      });
      const booked = told.filter((one) => one === 'OrderFilled' || one === 'FeeCharged' || one.startsWith('late fill'));
      expect([first, ...booked]).toEqual([first, 'OrderFilled', ...(first === 'look-up' ? ['FeeCharged'] : [])]);
    }
  });

  test('that is not found is given up only when no request can still be under way', async () => {
    const { clock, router, told, state } = open({ place: unknown });
    router.submit(intent({ deadline: 5000 }));
    await clock.advance(14_999);
    expect(state.orders.get('leg-1')?.status).toBe('unknown');
    await clock.advance(10_000);
    expect(told.at(-1)).toBe('OrderClosed');
    expect(told.at(-2)).toBe('look up at 15000');
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'failed', reason: 'it never reached the exchange' });
  });

  test('that is not found is given up no sooner, and no later, when the clock is set meanwhile', async () => {
    for (const aheadMs of [3_600_000, -3_600_000]) {
      const { clock, router, told, state } = open({ place: unknown });
      router.submit(intent({ deadline: 5000 }));
      await clock.advance(1000);
      clock.stepWall(aheadMs);
      await clock.advance(13_999);
      expect(state.orders.get('leg-1')?.status).toBe('unknown');
      await clock.advance(10_000);
      expect(told.slice(-2)).toEqual(['look up at 15000', 'OrderClosed']);
    }
  });

  test('that an earlier process left is waited for from the restart on, except at an exchange that began with this one', async () => {
    const restarted = async (venue: Answers) => {
      const { clock, router, told, state } = open(venue);
      evolve(state, { type: 'OrderIntended', order: intent({ deadline: 5000 }), at: 0 });
      const order = state.orders.get('leg-1');
      if (order) router.resolve(order);
      await clock.advance(30_000);
      return told.slice(-2);
    };
    expect(await restarted({})).toEqual(['look up at 15000', 'OrderClosed']);
    expect(await restarted({ account: paper })).toEqual(['look up at 0', 'OrderClosed']);
  });

  test('that goes on after its first answer is followed to its end', async () => {
    const { clock, router, told } = open({
      place: report('open', '0.01'),
      lookUps: [never, report('open', '0.01'), report('cancelled', '0.015')],
    });
    router.submit(intent());
    await clock.advance(60_000);
    expect(told).toEqual([
      ...sent,
      ...['OrderAcknowledged', 'OrderFilled'],
      ...['look up at 250', 'look up at 5750', 'look up at 6750'],
      ...['OrderFilled', 'OrderClosed'],
    ]);
  });

  test('is not made any more once the router is closed', async () => {
    const { clock, router, told } = open();
    router.close();
    expect(router.submit(intent())).toBe(false);
    await clock.advance(60_000);
    expect(told).toEqual([]);
  });

  test('that rests is left to the reports of the exchange, and asked for now and then, as one may be lost', async () => {
    const { clock, router, told, state } = open({ place: report('open'), lookUps: [report('filled', '0.02')] });
    router.submit(intent({ time_in_force: 'GTC', purpose: 'manual' }));
    await clock.advance(60_000);
    expect(told).toEqual([...sent, 'OrderAcknowledged', 'look up at 30000', 'OrderFilled', 'OrderClosed']);
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'filled', filled_quantity: '0.02' });
  });

  test('of which two cancels are asked at once answers both, also when the exchange answers neither', async () => {
    const { clock, router, state } = open({ place: report('open'), cancel: never });
    router.submit(intent({ time_in_force: 'GTC', purpose: 'manual' }));
    await clock.advance(0);
    const order = state.orders.get('leg-1');
    if (!order) return expect.unreachable();
    const both = Promise.all([router.cancel(order), router.cancel(order)]);
    await clock.advance(6000);
    expect(await both).toEqual([undefined, undefined]);
  });

  test('that rests is filled and cancelled as the exchange says', async () => {
    const { clock, router, told, state } = open({ place: report('open'), cancel: report('cancelled', '0.01') });
    router.submit(intent({ time_in_force: 'GTC', purpose: 'manual' }));
    await clock.advance(1000);
    router.hear('kucoin', report('open', '0.01').report);
    router.hear('okx', report('filled', '0.02').report);
    const order = state.orders.get('leg-1');
    if (!order) return expect.unreachable();
    await router.cancel(order);
    const foreign = 'stranger at okx: leg-1';
    expect(told).toEqual([...sent, 'OrderAcknowledged', 'OrderFilled', foreign, 'OrderClosed']);
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'cancelled', filled_quantity: '0.01' });
  });

  test('is booked even when a fill comes after it was closed', async () => {
    const { clock, router, told, state } = open({ place: { kind: 'refused', reason: 'too late' } });
    router.submit(intent());
    await clock.advance(0);
    router.hear('kucoin', report('filled', '0.02').report);
    expect(told).toEqual([...sent, 'OrderClosed', 'OrderFilled', 'late fill of leg-1']);
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'failed', filled_quantity: '0.02' });
  });

  test('that was written off is asked for once more, in case that it was there all the same', async () => {
    const { clock, router, told } = open({
      place: unknown,
      lookUps: [...Array(7).fill(notFound), report('filled', '0.02')],
    });
    router.submit(intent({ deadline: 5000 }));
    await clock.advance(15_000);
    expect(told.slice(-2)).toEqual(['look up at 15000', 'OrderClosed']);
    await clock.advance(600_000);
    expect(told.slice(-3)).toEqual(['look up at 75000', 'OrderFilled', 'late fill of leg-1']);
  });
});

describe('an amount in quote that comes after its quantity', () => {
  const without = (state: 'open' | 'filled', quantity = '0.02') => {
    const { report: whole } = report(state, quantity);
    return { kind: 'report', report: { ...whole, filled_quote: '0' } } as const;
  };

  test('is asked for at once, and the order ends when it is known', async () => {
    const { clock, router, told, state } = open({
      place: without('filled'),
      lookUps: [without('filled'), report('filled', '0.02')],
    });
    router.submit(intent());
    await clock.advance(700);
    expect(told).toEqual([...sent, 'look up at 250']);
    expect(state.open_orders.size).toBe(1);
    await clock.advance(60_000);
    expect(told.slice(4)).toEqual(['look up at 750', 'OrderFilled', 'OrderClosed']);
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'filled', filled_quote: '1000' });
  });

  test.each<[string, LookUpAnswer]>([
    ['names none', without('filled')],
    ['answers nothing', unknown],
  ])(
    'is that of the limit price after the time-out, when the exchange %s, and right as soon as it is known',
    async (_, first) => {
      const late = report('filled', '0.02').report;
      const { clock, router, told, state } = open({ place: without('filled'), lookUps: [first] });
      router.submit(intent());
      await clock.advance(4999);
      expect(state.open_orders.size).toBe(1);
      await clock.advance(9000);
      expect(told.filter((one) => !one.startsWith('look up'))).toEqual([...sent, 'OrderFilled', 'OrderClosed']);
      expect(state.orders.get('leg-1')).toMatchObject({ status: 'filled', filled_quote: '1000', amount_due: true });
      router.hear('kucoin', { ...late, filled_quote: '990' });
      expect(told.at(-1)).toBe('FillRepriced');
      expect(state.orders.get('leg-1')?.filled_quote).toBe('990');
      expect(state.orders.get('leg-1')?.amount_due).toBe(undefined);
    },
  );

  test('is asked for until it is known, also by the next process', async () => {
    const { clock, router, told, state } = open({ place: without('filled'), lookUps: [without('filled')] });
    router.submit(intent());
    await clock.advance(600_000);
    const asked = told.filter((one) => one.startsWith('look up'));
    expect(asked.slice(-2).map((one) => Number(one.slice(11)) % 60_000)).toEqual([5000, 5000]);
    const again = open({ lookUps: [report('filled', '0.02')] });
    const order = state.orders.get('leg-1');
    if (!order) return expect.unreachable();
    again.state.orders.set(order.id, order);
    again.router.resolve(order);
    await again.clock.advance(0);
    expect(again.told).toEqual(['look up at 0', 'FillRepriced']);
  });
});

describe('an amount that changes', () => {
  const at = (filled_quote: string) => ({ ...report('filled', '0.02').report, filled_quote });
  const amount = async (...pushed: readonly string[]) => {
    const { clock, router, told, state } = open({
      place: report('filled', '0.02'),
      lookUps: [{ kind: 'report', report: at('1100') }],
    });
    router.submit(intent());
    await clock.advance(1000);
    for (const one of pushed) {
      router.hear('kucoin', at(one));
      await clock.advance(100);
    }
    await clock.advance(60_000);
    return { told, quote: state.orders.get('leg-1')?.filled_quote, halted: [...state.halted_accounts.keys()] };
  };

  test('is booked, and halts the account when it costs money', async () => {
    expect(await amount('1100')).toMatchObject({ quote: '1100', halted: ['kucoin'] });
  });

  test('is the one that the exchange answers with, when reports come out of order', async () => {
    for (const pushed of [
      ['1100', '1000'],
      ['1000', '1100', '1000', '1000'],
      ['900', '1100', '900'],
    ]) {
      const { quote, told } = await amount(...pushed);
      expect([pushed, quote]).toEqual([pushed, '1100']);
      expect(told.filter((one) => one.startsWith('look up')).length).toBeLessThan(8);
    }
  });
});

test('an order that fills beyond its quantity is booked whole, and its account is halted', async () => {
  const { clock, router, told, state } = open({ place: report('filled', '2') });
  router.submit(intent());
  await clock.advance(0);
  expect(told).toEqual([...sent, 'OrderFilled', 'AccountHalted', 'OrderClosed']);
  expect(state.halted_accounts.get('kucoin')).toMatchObject({ cause: 'overfilled' });
  expect(state.orders.get('leg-1')).toMatchObject({ filled_quantity: '2', filled_quote: '100000' });
});

describe('an order that was written off and rests all the same', () => {
  const back = ['OrderAcknowledged', 'back: leg-1'];
  /** Never found for a minute, then resting; `cancels` are the answers to each cancel. */
  const resting = (cancels: (LookUpAnswer | Promise<never>)[], lookUps: (LookUpAnswer | Promise<never>)[] = []) => {
    const answers = [...cancels];
    const asked: number[] = [];
    const world = open({
      place: unknown,
      lookUps: [...Array(7).fill(notFound), ...lookUps, report('open')],
      adapter: {
        cancel: async () => {
          asked.push(Number(world.clock.monotonic()));
          return answers.length > 1 ? answers.shift() : answers[0];
        },
      },
    });
    world.router.submit(intent({ deadline: 5000, time_in_force: 'GTC', purpose: 'manual' }));
    return { ...world, asked };
  };

  test('is cancelled when it is seen, and what it filled is booked', async () => {
    const { clock, told, state } = resting([report('cancelled', '0.01')]);
    await clock.advance(15_000);
    expect(told.slice(-2)).toEqual(['look up at 15000', 'OrderClosed']);
    await clock.advance(60_000);
    expect(told.slice(-5)).toEqual(['look up at 75000', ...back, 'OrderFilled', 'OrderClosed']);
    expect(state.orders.get('leg-1')).toMatchObject({ status: 'cancelled', filled_quantity: '0.01' });
    await clock.advance(600_000);
    expect(told.at(-1)).toBe('OrderClosed');
  });

  test('is seen by a report too', async () => {
    const { clock, router, told } = resting([report('cancelled')]);
    await clock.advance(20_000);
    router.hear('kucoin', report('open').report);
    await clock.advance(600_000);
    expect(told.slice(-3)).toEqual([...back, 'OrderClosed']);
  });

  test('is cancelled until it has ended, when the exchange answers nothing or leaves it open', async () => {
    for (const first of [unknown, never, report('open')]) {
      const { clock, asked, state } = resting([first, unknown, report('cancelled')]);
      await clock.advance(150_000);
      expect(asked).toHaveLength(3);
      expect(state.orders.get('leg-1')?.status).toBe('cancelled');
    }
  });

  test('is asked for until the exchange answers', async () => {
    const { clock, told } = resting([report('cancelled')], [unknown, never]);
    await clock.advance(300_000);
    expect(told.filter((one) => one.startsWith('look up')).slice(-3)).toEqual([
      ...['look up at 75000', 'look up at 135000', 'look up at 200000'],
    ]);
    expect(told.slice(-3)).toEqual([...back, 'OrderClosed']);
  });

  test('is among those that a kill cancels, before it is seen', async () => {
    const { clock, router, asked, told } = resting([unknown, report('cancelled', '0.01')]);
    await clock.advance(20_000);
    expect(router.writtenOff().map(({ id }) => id)).toEqual(['leg-1']);
    for (const order of router.writtenOff()) await router.cancel(order);
    await clock.advance(60_000);
    expect(asked[0]).toBe(20_000);
    // Asked again soon after the cancel that nothing answered.
    expect(told).toContain('look up at 22000');
    expect(told.slice(-2)).toEqual(['OrderFilled', 'OrderClosed']);
    expect(router.writtenOff()).toEqual([]);
  });

  test('is opened and cancelled when a start finds it, although the exchange had ended it', async () => {
    const { clock, router, told, state } = open({ place: report('cancelled'), cancel: report('cancelled') });
    router.submit(intent({ time_in_force: 'GTC', purpose: 'manual' }));
    await clock.advance(0);
    const order = state.orders.get('leg-1');
    if (!order) return expect.unreachable();
    await router.bringBack(order, report('open').report);
    expect(told).toEqual([...sent, 'OrderClosed', ...back, 'OrderClosed']);
  });
});
