import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { binance } from '../../packages/bot/src/venues/exchange/binance/binance.ts';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import type { Json } from '../../packages/bot/src/venues/exchange/json.ts';
import { type LocalBinance, startLocalBinance } from '../harness/exchanges/binance.ts';
import type { Listing } from '../harness/exchanges/local-market.ts';
import { createLocalTime, type LocalTime } from '../harness/exchanges/time.ts';
import { type Heard, hearFeed } from './hear-feed.ts';

const listing = (base: string, quote: string, rules: Partial<Listing> = {}): Listing => ({
  ...{ base, quote, tick: '0.01000000', lot: '0.00010000', minNotional: '5.00000000', status: 'TRADING' },
  ...rules,
});
const triangle = [listing('BTC', 'USDT'), listing('ETH', 'USDT'), listing('ETH', 'BTC', { tick: '0.00001000' })];

let time: LocalTime;
let server: LocalBinance;
let stops: (() => void)[] = [];
beforeEach(async () => {
  time = createLocalTime();
  server = await startLocalBinance(
    [...triangle, listing('LONE', 'USDT'), listing('HALTED', 'BTC', { status: 'BREAK' })],
    { clock: time.clock },
  );
});
afterEach(async () => {
  for (const stop of stops) stop();
  stops = [];
  await server[Symbol.asyncDispose]();
});

const feedOf = () => createExchangeFeed(binance({ clock: time.clock, place: server.url }));

const listen = async (): Promise<Heard> => {
  const heard = await hearFeed(time, feedOf());
  stops.push(heard.stop);
  return heard;
};

describe('the markets of Binance', () => {
  test('are those through which a cycle leads, with the rules that orders must keep', async () => {
    const instruments = await feedOf().instruments(5_000);
    expect(instruments.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
    expect(instruments[2]).toMatchObject({
      ...{ exchange: 'binance', base: 'ETH', quote: 'BTC' },
      ...{ tickSize: 0.00001, lotStep: 0.0001, minQuantity: 0.0001, minNotional: 5 },
      ...{ takerFee: 0.001, feeCurrency: 'received', feeSource: 'entry tier' },
    });
  });

  test('are refused in one clause when they cannot be had', async () => {
    const failure = (url = server.url, timeoutMs = 5_000) =>
      createExchangeFeed(binance({ clock: time.clock, place: url }))
        .instruments(timeoutMs)
        .then(String, (error: Error) => error.message);
    const gone = await startLocalBinance([], { clock: time.clock });
    await gone[Symbol.asyncDispose]();
    expect(await failure(gone.url)).toBe('cannot be reached (ECONNREFUSED)');
    server.faults.page = 503;
    expect(await failure()).toBe('answers 503 with something that is no JSON');
    server.faults.page = 200;
    expect(await failure()).toMatch(/^its list of markets cannot be read: /);
    server.faults.page = null;
    server.faults.isSilent = true;
    expect(await time.during(failure(server.url, 1_000))).toBe('does not answer within 1 s');
  });

  test.each([429, 418] as const)('are not asked for before the time that a %i names', async (status) => {
    const feed = feedOf();
    server.faults.refusal = { status, seconds: 1 };
    const reason = 'was asked too often from this address, and is asked again in 1 s';
    await expect(feed.instruments(5_000)).rejects.toThrow(reason);
    const asked = server.requests.length;
    server.faults.refusal = null;
    await expect(feed.instruments(5_000)).rejects.toThrow(reason);
    expect(server.requests.length).toBe(asked);
    await time.pass(1_000);
    expect((await feed.instruments(5_000)).length).toBe(3);
  });
});

describe('a market of Binance that comes near a profit', () => {
  const levels = (best: number, step: number, count: number): [string, string][] =>
    Array.from({ length: count }, (_, at) => [(best + at * step).toFixed(5), String(1 + at)]);
  const depthOf = () => server.requests.filter((path) => path.includes('limit=100')).length;
  /** A feed with a book of ETH/BTC from changes; `make` runs before its first snapshot can be read. */
  const hot = async (make: () => void = () => {}) => {
    server.quote('BTCUSDT', ['50000', '3'], ['50001', '3']);
    server.quote('ETHUSDT', ['2500', '3'], ['2501', '3']);
    server.market('ETHBTC').set(levels(0.05, -0.00001, 30), levels(0.05001, 0.00001, 30));
    const heard = await listen();
    await heard.until('live', 'markets: 3');
    make();
    for (const symbol of ['BTCUSDT', 'ETHUSDT', 'ETHBTC']) server.say(symbol);
    const last = () => heard.books('ETH/BTC').at(-1);
    /** Says something new each time, deep in the book, until a book is as expected. */
    const becomes = async (expected: object, change: (at: number) => void) => {
      let at = 0;
      await time.until(() => {
        change(++at);
        expect(last()).toMatchObject(expected);
      });
    };
    const stir = (at: number) => server.change('ETHBTC', [['0.04990', String(at)]], []);
    return { ...heard, last, becomes, stir };
  };

  test('is heard with the best twenty levels, from changes that join a snapshot', async () => {
    const { becomes, stir, last } = await hot();
    await becomes({ depth: 20, kind: 'snapshot' }, stir);
    expect([last()?.bids.length, last()?.asks.length]).toEqual([20, 20]);
    expect(last()?.asks.slice(0, 3)).toEqual([
      [0.05001, 1],
      [0.05002, 2],
      [0.05003, 3],
    ]);
    // The best price comes by the changes alone.
    server.change('ETHBTC', [], [['0.05001', '7']]);
    await time.until(() => expect(last()?.asks[0]).toEqual([0.05001, 7]));
    expect(last()).toMatchObject({ depth: 20, sequence: server.market('ETHBTC').book(1).updates });
  });

  test('has its best price alone after a gap, until the changes have joined another snapshot', async () => {
    const { becomes, stir, books } = await hot();
    await becomes({ depth: 20 }, stir);
    server.faults.lost = 1;
    const read = depthOf();
    server.change('ETHBTC', [], [['0.05001', '8']]);
    await time.until(() => expect(server.faults.lost).toBe(0));
    stir(1);
    const before = books('ETH/BTC').length;
    await time.until(() =>
      expect(books('ETH/BTC')[before]).toMatchObject({ depth: 1, sequence: null, asks: [[0.05001, 8]] }),
    );
    await becomes({ depth: 20 }, stir);
    expect(depthOf()).toBeGreaterThan(read);
  });

  test('has its best price alone while snapshots are older than its changes, or refused', async () => {
    const { becomes, stir, books } = await hot(() => {
      server.faults.isStale = true;
    });
    await becomes({ depth: 1 }, stir);
    await time.until(() => expect(depthOf()).toBeGreaterThan(1));
    server.faults.isStale = false;
    server.faults.refusal = { status: 418, seconds: 2 };
    const asked = depthOf();
    await time.until(() => expect(depthOf()).toBeGreaterThan(asked));
    server.faults.refusal = null;
    expect(books('ETH/BTC').filter(({ depth }) => depth === 20)).toEqual([]);
    await becomes({ depth: 20 }, stir);
  });

  test('joins again on another connection', async () => {
    const { becomes, stir, until, events } = await hot();
    await becomes({ depth: 20 }, stir);
    server.sockets.reset();
    await until('down', 'the exchange closed the connection');
    await until('live');
    const isSince = events.length;
    await becomes({ depth: 20 }, stir);
    expect(events.slice(isSince).filter((event) => event.type === 'BookDistrusted')).toEqual([]);
  });
});

test('markets of Binance far from a profit have their levels where all are asked for', async () => {
  const heard = await hearFeed(
    time,
    createExchangeFeed(binance({ clock: time.clock, place: server.url }), ['BTC/USDT'], true),
  );
  stops.push(heard.stop);
  const last = () => heard.books('BTC/USDT').at(-1);
  let at = 0;
  await time.until(() => {
    server.change(
      'BTCUSDT',
      [
        ['59000', String(++at)],
        ['58000', '2'],
      ],
      [['61000', '1']],
    );
    expect(last()).toMatchObject({
      depth: 20,
      bids: [
        [59_000, expect.any(Number)],
        [58_000, 2],
      ],
      asks: [[61_000, 1]],
    });
  });
});

describe('the feed of Binance', () => {
  test('says the best bid and ask of each market as they change', async () => {
    const { until, books } = await listen();
    await until('live', 'markets: 3');
    server.quote('ETHBTC', ['0.05001', '3'], ['0.05002', '4.5']);
    await time.until(() => expect(books('ETH/BTC').length).toBe(1));
    server.change('ETHBTC', [['0.04', '1']], []);
    server.change('ETHBTC', [['0.05001', '0']], [['0.05002', '2']]);
    await time.until(() => expect(books('ETH/BTC').length).toBe(2));
    expect(books('ETH/BTC').map(({ bids, asks, kind, depth }) => ({ bids, asks, kind, depth }))).toEqual([
      { kind: 'snapshot', depth: 1, bids: [[0.05001, 3]], asks: [[0.05002, 4.5]] },
      { kind: 'snapshot', depth: 1, bids: [[0.04, 1]], asks: [[0.05002, 2]] },
    ]);
    const [first, second] = books('ETH/BTC').map(({ sequence }) => sequence ?? 0);
    expect(second).toBe((first ?? 0) + 2);
  });

  test('says that its connection lives, and what time it is there', async () => {
    server.faults.skewMs = 60_000;
    const { until, events } = await listen();
    await until('live');
    const beats = () => events.flatMap((event) => (event.type === 'HeartbeatReceived' ? [event] : []));
    const timed = () =>
      beats().flatMap(({ exchange_time, at }) => (exchange_time === null ? [] : [exchange_time - at]));
    await time.until(() => expect(timed().length).toBeGreaterThan(1));
    expect(new Set(timed())).toEqual(new Set([60_000]));
    await time.until(() => expect(beats().length - timed().length).toBeGreaterThan(1));
  });

  test('reads a book, and the time of the exchange, by calls of their own', async () => {
    const feed = feedOf();
    await feed.instruments(5_000);
    server.quote('ETHBTC', ['0.05001', '3'], ['0.05002', '4.5']);
    expect(await feed.readBook?.('ETH/BTC', 5_000)).toEqual({
      kind: 'book',
      bids: [[0.05001, 3]],
      asks: [[0.05002, 4.5]],
    });
    expect(await feed.readBook?.('DOGE/BTC', 5_000)).toEqual({ kind: 'gone', reason: 'it lists no DOGE/BTC' });
    const told = await feed.serverTime?.(5_000);
    expect(told).toEqual({ kind: 'time', at: time.clock.now() });
    server.faults.refusal = { status: 429, seconds: 7 };
    const throttled = { kind: 'throttled', scope: 'address', retryAfterMs: 7_000 };
    expect(await feed.readBook?.('ETH/BTC', 5_000)).toEqual(throttled);
    expect(await feed.serverTime?.(5_000)).toEqual(throttled);
  });

  test.each([
    ['a ban whose end is in the body alone', { status: 418, seconds: 120, header: null }, 'address', 120_000],
    ['a weight that is used up, without a time', { status: 429, seconds: 7, header: 'soon' }, 'address', 60_000],
    ['an exchange that is away for a while', { status: 503, seconds: 30 }, 'data', 30_000],
  ] as const)('says what is throttled, and for how long: %s', async (_what, refusal, scope, retryAfterMs) => {
    const feed = feedOf();
    server.faults.refusal = refusal;
    expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'throttled', scope, retryAfterMs });
    const asked = server.requests.length;
    server.faults.refusal = null;
    await time.pass(retryAfterMs - 1);
    expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'throttled', scope, retryAfterMs: 1 });
    expect(server.requests.length).toBe(asked);
    await time.pass(1);
    expect(await feed.serverTime?.(5_000)).toMatchObject({ kind: 'time' });
  });

  test('connects again when the connection ends, and its books are void until they are sent again', async () => {
    const { until, subscribed } = await listen();
    await until('live');
    expect(subscribed()).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
    server.sockets.reset();
    await until('down', 'the exchange closed the connection');
    await until('live');
    expect(subscribed().slice(3)).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
    expect(server.sockets.count()).toBe(1);
  });

  test('connects again when nothing is heard though the connection is open', async () => {
    const { until } = await listen();
    await until('live');
    server.faults.isSilent = true;
    await until('down', 'nothing was heard for 3 s');
    server.faults.isSilent = false;
    await until('live');
  });

  test('connects again after the notice of a shutdown', async () => {
    const { until, statuses } = await listen();
    await until('live');
    server.sockets.announce({ e: 'serverShutdown', E: time.clock.now() });
    await until('live');
    await time.until(() =>
      expect(statuses().map(({ detail }) => detail)).toContain('the exchange is about to close the connection'),
    );
    await until('live');
  });

  test.each([
    ['in the form of the documents', null, '{"code":2,"msg":"Invalid request: unknown variant SUBSCRIBE"}'],
    ['without an id', () => ({ code: 3, msg: 'Invalid JSON' }), '{"code":3,"msg":"Invalid JSON"}'],
    ['in another form', ({ id }: Json) => ({ error: { code: 2 }, id }), '{"code":2}'],
    ['with another result than null', ({ id }: Json) => ({ result: false, id }), '{"result":false}'],
  ])('is down while its subscriptions are refused %s, and live once they are not', async (_, answer, reason) => {
    server.faults.refusesStreams = true;
    server.faults.answer = answer;
    const { until, statuses } = await listen();
    await until('down', `a subscription is refused: ${reason}`);
    expect(statuses().map(({ detail }) => detail)).not.toContain('markets: 3');
    server.faults.refusesStreams = false;
    server.faults.answer = null;
    await until('live', 'markets: 3');
  });

  test('is down while it cannot connect', async () => {
    server.faults.refusesSockets = true;
    const { until } = await listen();
    await until('down', 'it cannot be connected to (Unexpected server response: 401)');
    server.faults.refusesSockets = false;
    await until('live');
  });

  test('spreads thousands of markets over connections, and keeps the limits of each', async () => {
    const many = Array.from({ length: 750 }, (_, at) => [listing(`C${at}`, 'USDT'), listing(`C${at}`, 'BTC')]).flat();
    for (const one of many) server.list(one);
    const { until, books, subscribed } = await listen();
    await until('live', 'markets: 850', '1');
    await until('live', 'markets: 653', '2');
    expect(new Set(subscribed()).size).toBe(1_503);
    // The limits end a connection that breaks them.
    expect(server.sockets.streams().sort()).toEqual([654, 851]);
    server.quote('C749BTC', ['0.05', '3'], ['0.06', '4']);
    await time.until(() => expect(books('C749/BTC').length).toBe(1));
  });

  test('distrusts a book of which it cannot read a message', async () => {
    const { until, events } = await listen();
    await until('live');
    server.sockets.announce({ u: 5, s: 'ETHBTC', b: '1e3', B: '1', a: '2', A: '1' });
    const distrusted = () => events.flatMap((event) => (event.type === 'BookDistrusted' ? [event.symbol] : []));
    await time.until(() => expect(distrusted()).toEqual(['ETH/BTC']));
  });

  test('says that it is scanned only from when it is kept from being traded upon, and that it is traded again', async () => {
    const feed = feedOf();
    const { until, events, stop } = await hearFeed(time, feed);
    stops.push(stop);
    await until('live', 'markets: 3');
    const listed = () => events.flatMap((event) => (event.type === 'InstrumentsChanged' ? [event.instruments] : []));
    feed.restrict('its check failed');
    feed.restrict('its check failed');
    await until('live', 'markets: 3; scanned only: its check failed');
    expect(listed().map((markets) => markets.map(({ scanOnly }) => scanOnly))).toEqual([
      ['its check failed', 'its check failed', 'its check failed'],
    ]);
    expect((await feed.instruments(5_000)).map(({ scanOnly }) => scanOnly)[0]).toBe('its check failed');
    server.sockets.reset();
    await until('down', 'the exchange closed the connection');
    await until('live', 'markets: 3; scanned only: its check failed');
    feed.restrict(null);
    expect(listed()[1]?.map((market) => 'scanOnly' in market)).toEqual([false, false, false]);
    expect(events.findLast((event) => event.type === 'FeedStatusChanged')).toMatchObject({ detail: 'markets: 3' });
  });

  test('says what it was sent that its documents do not know', async () => {
    const { until } = await listen();
    await until('live');
    server.sockets.announce({ e: 'serverRestart' });
    await until(
      'live',
      'messages that cannot be read: 1, the first: an answer that is not known: {"e":"serverRestart"}',
    );
  });

  test('ends without a trace', async () => {
    const { until, events } = await listen();
    await until('live');
    for (const stop of stops.splice(0)) stop();
    const heard = events.length;
    await time.until(() => expect(server.sockets.count()).toBe(0));
    expect(events.length).toBe(heard);
  });
});
