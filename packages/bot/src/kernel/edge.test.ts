import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import type { FeedEvent } from '../model/event.ts';
import type { Exchange, OrderReport, ThrottleScope } from '../model/exchange.ts';
import { edgeOf } from './edge.suite.ts';
import { createFaultLog } from './fault-log.ts';
import { tooManyRequests } from './throttles.ts';

const request = {
  client_order_id: 'c',
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  time_in_force: 'IOC',
  quantity: '1',
  price: '1',
  deadline: 1000,
} as const;
const ref = { client_order_id: 'c', exchange_order_id: null, symbol: 'BTC/USDT', sent_at: 0 };
const calls: Readonly<Record<string, (exchange: Exchange) => Promise<unknown>>> = {
  place: (exchange) => exchange.account.place(request, 1000),
  lookUp: (exchange) => exchange.account.lookUp(ref, 1000),
  cancel: (exchange) => exchange.account.cancel(ref, 1000),
  balances: (exchange) => exchange.account.balances(1000),
  openOrders: (exchange) => exchange.account.openOrders(1000),
  readBook: async (exchange) => exchange.market.readBook?.('BTC/USDT', 1000),
  serverTime: async (exchange) => exchange.market.serverTime?.(1000),
};
/** The engine sees the throttle of an order; any other call is answered unknown. */
const answeredWhileThrottled = (method: string, scope: ThrottleScope) =>
  method === 'place'
    ? { kind: 'throttled', scope, retryAfterMs: 700 }
    : { kind: 'unknown', reason: tooManyRequests(scope) };
const report: OrderReport = {
  client_order_id: 'c',
  exchange_order_id: 'e',
  symbol: 'BTC/USDT',
  state: 'filled',
  filled_quantity: '1',
  filled_quote: '1',
  fees: [],
};

/** An exchange whose adapter does at each method what the test says, and what its edge reports. */
const open = (behave: (...args: never[]) => unknown) => {
  const faults: string[] = [];
  const throttles: ThrottleScope[] = [];
  const throttled: Partial<Record<ThrottleScope, number>> = {};
  const all = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, behave]));
  const adapter = {
    market: {
      ...{ venue: 'okx', source: 'exchange', books: { kind: 'numbered', resync: behave } },
      ...all('readBook', 'serverTime', 'instruments', 'subscribe', 'reconnect'),
    },
    account: {
      ...{ id: 'okx', venue: 'okx', money: 'real', notFoundAfterMs: 1000 },
      ...all('place', 'lookUp', 'cancel', 'balances', 'openOrders', 'subscribe'),
    },
  } as unknown as Exchange;
  const clock = createVirtualClock(0);
  const exchange = edgeOf(adapter, clock, {
    fault: (_exchange, method, detail) => faults.push(`${method}: ${detail}`),
    throttled: (_exchange, { scope }) => throttles.push(scope),
    throttles: { leftMs: (_exchange, scope) => throttled[scope] ?? 0 },
  });
  return { clock, exchange, faults, throttles, throttled };
};

describe('an exchange behind the edge', () => {
  test.each(Object.entries(calls))(
    'answers unknown where its adapter throws, rejects or answers rubbish: %s',
    async (name, call) => {
      const ways = [
        [
          () => {
            throw new Error('503');
          },
          '503',
        ],
        [() => Promise.reject(new Error('reset')), 'reset'],
        [() => Promise.reject('text'), 'text'],
        [() => undefined, 'its answer cannot be read'],
        [async () => '<html>', 'its answer cannot be read'],
        [async () => ({ kind: 'throttled', scope: 'orders', retryAfterMs: 0 }), 'its answer cannot be read'],
        [
          async () => ({ kind: 'throttled', scope: 'orders', retryAfterMs: Number.POSITIVE_INFINITY }),
          'its answer cannot be read',
        ],
        [async () => ({ kind: 'throttled', retryAfterMs: 700 }), 'its answer cannot be read'],
        [async () => ({ kind: 'throttled', scope: 'all', retryAfterMs: 700 }), 'its answer cannot be read'],
        [async () => ({ kind: 'acknowledged' }), 'its answer cannot be read'],
      ] as const;
      for (const [behave, detail] of ways) {
        const { exchange, faults } = open(behave);
        expect(await call(exchange)).toMatchObject({ kind: 'unknown' });
        expect(faults).toEqual([`${name}: ${detail}`]);
      }
    },
  );

  test('gives the time-out on, and reports that it was asked too often', async () => {
    const given: unknown[] = [];
    const { exchange, throttles, faults } = open((...args: unknown[]) => {
      given.push(args.at(-1));
      return Promise.resolve({ kind: 'throttled', scope: 'account', retryAfterMs: 700 });
    });
    for (const [name, call] of Object.entries(calls))
      expect(await call(exchange)).toEqual(answeredWhileThrottled(name, 'account'));
    const all = Object.keys(calls).length;
    expect([given, throttles, faults]).toEqual([Array(all).fill(1000), Array(all).fill('account'), []]);
  });

  test.each([
    ['data', ['readBook', 'serverTime']],
    ['account', ['lookUp', 'balances', 'openOrders']],
    ['orders', ['place', 'cancel']],
  ] as const)('is asked nothing of the scope that is throttled, and all else: %s', async (scope, held) => {
    const asked: string[] = [];
    const { exchange, throttled } = open(async (...args: unknown[]) => asked.push(String(args)));
    throttled[scope] = 700;
    for (const [name, call] of Object.entries(calls)) {
      const before = asked.length;
      const answer = await call(exchange);
      if (held.some((one) => one === name)) {
        expect(answer).toEqual(answeredWhileThrottled(name, scope));
        expect(asked.length).toBe(before);
      } else expect(asked.length).toBe(before + 1);
    }
  });

  test('lists no markets and resyncs no book while market data are throttled', async () => {
    const asked: string[] = [];
    const { exchange, throttled } = open(async () => asked.push('asked'));
    const { books } = exchange.market;
    if (books.kind === 'whole') return expect.unreachable();
    throttled.data = 700;
    await expect(exchange.market.instruments(1000)).rejects.toThrow('too many requests for market data');
    books.resync('BTC/USDT');
    expect(asked).toEqual([]);
    throttled.data = 0;
    await exchange.market.instruments(1000);
    books.resync('BTC/USDT');
    expect(asked).toEqual(['asked', 'asked']);
  });

  test('emits nothing that cannot be read, and ends a subscription whose end throws', async () => {
    let emit = (_event: unknown): void => {};
    const { clock, exchange, faults } = open((listener: (event: unknown) => void) => {
      emit = listener;
      return () => {
        throw new Error('closed already');
      };
    });
    const events: FeedEvent[] = [];
    const reset = { type: 'BooksReset', exchange: 'okx', reason: '', at: 0 };
    const stop = exchange.market.subscribe((event) => events.push(event));
    for (const odd of [
      null,
      'text',
      {},
      { ...reset, exchange: 'kucoin' },
      { type: 'BookUpdated', exchange: 'okx', bids: null },
    ])
      emit(odd);
    emit(reset);
    stop();
    expect(events).toEqual([reset]);
    const reports: OrderReport[] = [];
    exchange.account.subscribe((event) => event.kind === 'report' && reports.push(event.report));
    const told = (one: unknown) => ({ kind: 'report', report: one });
    const spoilt = [
      { ...report, filled_quantity: '-1' },
      { ...report, fees: [{ asset: 'BTC' }] },
    ];
    for (const odd of [null, {}, { kind: 'filled' }, ...spoilt.map(told)]) emit(odd);
    emit(told(report));
    await clock.advance(0);
    expect(reports).toEqual([report]);
    expect(faults.length).toBe(11);
  });
});

test('an equal fault of an adapter is logged once a minute', async () => {
  const clock = createVirtualClock(0);
  const lines: string[] = [];
  const fault = createFaultLog(clock, (message) => lines.push(message));
  for (let second = 0; second < 90; second++) {
    fault('okx', 'place', '503');
    await clock.advance(1000);
  }
  fault('okx', 'place', '504');
  fault('kucoin', 'place', '503');
  expect(lines).toEqual([
    'The adapter of okx failed in place: 503',
    'The adapter of okx failed in place: 503',
    'The adapter of okx failed in place: 504',
    'The adapter of kucoin failed in place: 503',
  ]);
});
