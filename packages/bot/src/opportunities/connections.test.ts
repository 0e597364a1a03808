import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { MarketData } from '../model/exchange.ts';
import { noFaults, withFaults } from '../venues/faulty.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';

/** Nothing is executed that was found. */
const byHand = { auto_execute: false };
const symbols = ['BTC/USDT', 'ETH/BTC', 'ETH/USDT', 'SOL/ETH', 'SOL/USDT'];
type Level = readonly [number, number];

/** A bot at a feed with a heartbeat a second. `drift`: the exchange's clock less ours, in ms. */
const open = async (
  change: Partial<MarketData> | 'recorded' | 'no heartbeats' = {},
  config: Partial<typeof testConfig> = {},
  drift = 0,
) => {
  const clock = createVirtualClock(noon);
  const begun = clock.monotonic();
  const seconds = () => (Number(clock.monotonic()) - Number(begun)) / 1000;
  const scripted = scriptedFeed(clock);
  const reconnects: number[] = [];
  const asked: string[] = [];
  /** What the exchange itself has: a read of a book shows it. */
  const truth = new Map<string, { bids: readonly Level[]; asks: readonly Level[] }>();
  const feed: MarketData = {
    ...scripted,
    ...(typeof change === 'object' ? { heartbeatMs: 1000 } : {}),
    books: { kind: 'unnumbered', resync: (symbol) => asked.push(symbol) },
    reconnect: () => reconnects.push(seconds()),
    readBook: async (symbol) => ({ kind: 'book', bids: [], asks: [], ...truth.get(symbol) }),
    ...(typeof change === 'object' ? change : { source: change === 'recorded' ? change : 'exchange' }),
  };
  let made = 0;
  const engine = createEngine({
    exchanges: [createPaperExchange(feed, clock)],
    clock,
    store: createMemoryStore(),
    ids: () => `id-${++made}`,
    config: { ...testConfig, ...config },
  });
  await engine.start();
  const exchange = 'kucoin';
  const status = (status: 'connecting' | 'live' | 'down', connection?: string) =>
    scripted.say({
      ...{ type: 'FeedStatusChanged', exchange, status, detail: '', at: clock.now() },
      ...(connection !== undefined && { connection }),
    });
  /** A pong, or with how late it is a message of a busy market. */
  const beat = (lateMs: number | null = null, connection?: string) =>
    scripted.say({
      ...{ type: 'HeartbeatReceived', exchange, at: clock.now(), received: clock.monotonic() },
      exchange_time: lateMs === null ? null : clock.now() + drift - lateMs,
      ...(connection !== undefined && { connection }),
    });
  const subscribe = (connection?: string, markets = symbols) => {
    for (const symbol of markets)
      scripted.say({
        ...{ type: 'MarketSubscribed', exchange, symbol, at: clock.now() },
        ...(connection !== undefined && { connection }),
      });
  };
  const book = (symbol: string, bid: number, ask: number, isSent = true) => {
    truth.set(symbol, { bids: [[bid, 100]], asks: [[ask, 100]] });
    if (isSent) scripted.book(symbol, [[bid, 100]], [[ask, 100]]);
  };
  const fair = () => {
    book('BTC/USDT', 49_999, 50_001);
    book('ETH/BTC', 0.04999, 0.05001);
    book('ETH/USDT', 2499.5, 2500.5);
    book('SOL/ETH', 0.03999, 0.04001);
    book('SOL/USDT', 99.95, 100.05);
  };
  const connect = () => {
    status('live');
    beat(20);
    subscribe();
    fair();
  };
  /** So many seconds of heartbeats. */
  const run = async (seconds: number, say: () => void = () => beat(20)) => {
    for (let second = 0; second < seconds; second++) {
      await clock.advance(1000);
      say();
    }
  };
  const traded = () => [...engine.state().executions.values()].filter(({ status }) => status === 'completed').length;
  const start = () => engine.command({ type: 'StartBot', parameters: {} });
  const trusted = () => engine.statistics().markets_trusted;
  const untrusted = () => engine.statistics().untrusted;
  const state = () =>
    engine.connections().map(({ connection, state }) => (connection ? `${connection} ${state}` : state));
  const lines = () => engine.state().logs.map(({ message }) => message);
  return {
    ...{ clock, engine, status, beat, subscribe, book, fair, connect, run, start, traded, trusted, untrusted, state },
    ...{ lines, reconnects, asked, truth },
  };
};

test('a connection is connecting, synchronising, live, degraded, live again, and down, with the time it was last heard', async () => {
  const { clock, engine, status, beat, subscribe, fair, run, state } = await open();
  status('connecting');
  const seen: string[] = [];
  const look = async () => {
    await clock.advance(250);
    seen.push(...state());
  };
  await look();
  status('live');
  beat(20);
  await look();
  subscribe();
  await look();
  fair();
  await look();
  await run(5, () => {});
  seen.push(...state());
  expect(engine.connections()[0]).toMatchObject({
    reason: 'not heard for 5 s',
    last_message_at: new Date(noon + 750).toISOString(),
  });
  beat(20);
  await look();
  status('down');
  await look();
  expect(seen).toEqual(['connecting', 'synchronising', 'synchronising', 'live', 'degraded', 'live', 'down']);
  expect(engine.connections()[0]?.reconnects).toBe(0);
  status('connecting');
  status('live');
  expect(engine.connections()[0]?.reconnects).toBe(1);
  await engine.close();
});

test('a connection that says nothing of itself is live once it is heard, where the feed has no heartbeats', async () => {
  const { clock, engine, fair, state } = await open('no heartbeats');
  await clock.advance(250);
  expect(state()).toEqual(['connecting']);
  fair();
  await clock.advance(250);
  expect(state()).toEqual(['live']);
  await engine.close();
});

describe('a book is trusted', () => {
  test('for as long as its connection is heard, however long it does not change', async () => {
    const { engine, connect, run, trusted, state } = await open();
    connect();
    await run(600);
    expect([trusted(), state()]).toEqual([5, ['live']]);
    await engine.close();
  });

  test('only on a connection that is open', async () => {
    const { engine, status, beat, subscribe, fair, trusted, untrusted } = await open();
    beat(20);
    subscribe();
    fair();
    expect(untrusted()).toEqual([{ reason: 'disconnected', count: 5 }]);
    status('live');
    beat(20);
    expect(trusted()).toBe(5);
    await engine.close();
  });

  test('and the cycles through it are found, where others are trusted again at the same moment', async () => {
    const { clock, engine, status, beat, subscribe, book, fair, start } = await open({}, byHand);
    const found = new Set<string>();
    engine.subscribe((event) => {
      if (event.type === 'OpportunityDetected') found.add(event.opportunity.markets.toSorted().join(' '));
    });
    beat(20);
    subscribe();
    fair();
    book('BTC/USDT', 47_999, 48_001);
    book('SOL/USDT', 103.95, 104.05);
    await start();
    status('live');
    beat(20);
    await clock.advance(1000);
    expect([...found].toSorted()).toEqual([
      'BTC/USDT ETH/BTC ETH/USDT',
      'BTC/USDT ETH/BTC SOL/ETH SOL/USDT',
      'ETH/USDT SOL/ETH SOL/USDT',
    ]);
    await engine.close();
  });

  test('only from what came after its subscription was acknowledged', async () => {
    const { engine, status, beat, subscribe, fair, trusted, untrusted } = await open();
    status('live');
    beat(20);
    fair();
    expect([trusted(), untrusted()]).toEqual([0, [{ reason: 'unsubscribed', count: 5 }]]);
    subscribe();
    expect([trusted(), untrusted()]).toEqual([0, [{ reason: 'waiting', count: 5 }]]);
    fair();
    expect(trusted()).toBe(5);
    await engine.close();
  });

  test('no more when nothing is heard for three heartbeats; and at once when it is heard again', async () => {
    const { engine, connect, run, beat, clock, trusted, untrusted, lines } = await open();
    connect();
    await run(1);
    await run(3, () => {});
    expect(trusted()).toBe(5);
    await clock.advance(500);
    expect(untrusted()).toEqual([{ reason: 'silent', count: 5 }]);
    beat(20);
    expect(trusted()).toBe(5);
    await clock.advance(250);
    expect(lines()).toContain('kucoin: its data are current');
    await engine.close();
  });

  test('no more when the connection is lost, until its market is subscribed to again: of that connection alone', async () => {
    const { engine, status, beat, subscribe, fair, trusted, state, clock } = await open();
    for (const name of ['one', 'two']) {
      status('live', name);
      beat(20, name);
    }
    subscribe('one', symbols.slice(0, 2));
    subscribe('two', symbols.slice(2));
    fair();
    await clock.advance(250);
    expect([trusted(), state()]).toEqual([5, ['one live', 'two live']]);
    status('down', 'one');
    await clock.advance(250);
    expect([trusted(), state()]).toEqual([3, ['one down', 'two live']]);
    status('live', 'one');
    beat(20, 'one');
    fair();
    expect(trusted()).toBe(3);
    subscribe('one', symbols.slice(0, 2));
    fair();
    expect(trusted()).toBe(5);
    await engine.close();
  });
});

test('data that the clocks place ahead of now are not late, by no negative time', async () => {
  const { engine, connect, run, beat } = await open();
  connect();
  await run(2, () => beat(-1));
  expect(engine.connections()[0]).toMatchObject({ latency_ms: 0, state: 'live' });
  await engine.close();
});

describe('while pings are answered it is noticed', () => {
  test('that the data of a connection come 30 s late: nothing is executed, the breaker trips, and it connects again', async () => {
    const stale_data = { pct: 50, for_ms: 5000, cool_off_ms: 5000 };
    const breakers = { ...testConfig.breakers, stale_data };
    const { engine, connect, run, start, beat, book, traded, untrusted, state, lines, reconnects } = await open(
      {},
      { breakers },
    );
    connect();
    await run(2);
    await start();
    await run(4, () => {
      beat();
      beat(30_000);
    });
    expect([untrusted(), state()]).toEqual([[{ reason: 'late', count: 5 }], ['degraded']]);
    expect(engine.connections()[0]).toMatchObject({ latency_ms: 30_000, reason: 'its data are 30000 ms late' });
    expect(lines()).toContain('kucoin: its data are 30000 ms late. Its books are used for nothing until that is over.');
    book('ETH/USDT', 2530, 2531);
    await run(30, () => beat(30_000));
    expect(traded()).toBe(0);
    expect(engine.state().breakers.get('stale_data')?.tripped_at).not.toBeNull();
    expect(reconnects.map(Math.round)).toEqual([8, 18]);
    await engine.close();
  });

  test('that nothing says any more when the data were made', async () => {
    const { engine, connect, run, beat, untrusted } = await open();
    connect();
    await run(2, () => beat(0));
    await run(4, () => beat());
    expect(untrusted()).toEqual([{ reason: 'late', count: 5 }]);
    expect(engine.connections()[0]).toMatchObject({ reason: 'for 3 s it has not said when its data were made' });
    await engine.close();
  });

  test('that the clocks differ, which is no delay, once the exchange has been asked for its time', async () => {
    const ahead = -30_000;
    const { engine, connect, run, trusted } = await open({}, {}, ahead);
    connect();
    await run(2);
    expect(trusted()).toBe(0);
    await engine.close();
    const asking = await open({ serverTime: async () => ({ kind: 'time', at: noon + ahead }) }, {}, ahead);
    asking.connect();
    await asking.run(2);
    expect([asking.trusted(), asking.engine.connections()[0]?.clock_ahead_ms]).toEqual([5, ahead]);
    await asking.engine.close();
  });

  test('that a subscription was dropped: a cycle through the quiet book is shown, and not executed where a read of it differs', async () => {
    const { engine, connect, run, start, book, trusted, asked, lines } = await open();
    connect();
    await run(2);
    await start();
    await run(40);
    book('ETH/BTC', 0.0515, 0.0517, false);
    book('ETH/USDT', 2530, 2531);
    await run(2);
    expect(engine.state().found.opportunities).toBeGreaterThan(0);
    const paths = [...engine.state().executions.values()].map(({ path }) => path.join(' '));
    expect([paths.filter((path) => path.includes('BTC')), asked[0]]).toEqual([[], 'ETH/BTC']);
    expect(trusted()).toBe(4);
    await run(10);
    expect(lines().join()).toMatch(/ETH\/BTC: read again, its best bid is 0\.0515 × 100, not 0\.04999 × 100/);
    await engine.close();
  });
});

describe('a cycle through a book that has not changed for 30 s', () => {
  test('is executed once every quiet book of it was read, and agrees', async () => {
    const { engine, connect, run, start, book, traded } = await open();
    connect();
    await run(2);
    await start();
    await run(40);
    book('ETH/USDT', 2530, 2531);
    expect(traded()).toBe(0);
    expect(engine.state().decisions[0]).toMatchObject({
      reason: 'stale_book',
      detail: expect.stringMatching(/^the book of .+ has not changed for 42 s: it is read again first$/),
    });
    await run(2);
    expect(traded()).toBe(1);
    await engine.close();
  });

  test('is never executed where the exchange cannot be asked, or does not answer', async () => {
    const ways: readonly Partial<MarketData>[] = [
      { readBook: async () => ({ kind: 'unknown', reason: '503' }) },
      { readBook: () => Promise.reject(new Error('reset')) },
      { readBook: () => new Promise(() => {}) },
    ];
    for (const way of ways) {
      const { engine, connect, run, start, book, traded } = await open(way);
      connect();
      await run(2);
      await start();
      await run(40);
      book('ETH/USDT', 2530, 2531);
      await run(9);
      expect([traded(), engine.state().found.opportunities > 0]).toEqual([0, true]);
      await engine.close();
    }
  });

  test('is read when market data may be asked for again: until then it is neither asked for nor executed, and the reason is named', async () => {
    let reads = 0;
    const { engine, connect, run, start, book, traded, lines } = await open({
      readBook: async () => {
        reads++;
        return { kind: 'throttled', scope: 'data', retryAfterMs: 30_000 };
      },
    });
    connect();
    await run(2);
    await start();
    await run(40);
    book('ETH/USDT', 2530, 2531);
    await run(1);
    const before = reads;
    for (let second = 0; second < 9; second++) {
      book('ETH/USDT', 2530 + (second % 2), 2532);
      await run(1);
    }
    expect([before > 0, reads, traded()]).toEqual([true, before, 0]);
    expect(engine.state().decisions[0]).toMatchObject({
      reason: 'stale_book',
      detail: expect.stringMatching(/has not changed for \d+ s: it is read again first, in \d+ s: too many requests$/),
    });
    expect(lines().filter((line) => line.includes('was asked too often')).length).toBe(1);
    await engine.close();
  });

  test('is executed by hand after a read, and previewed without', async () => {
    const { engine, clock, connect, run, start, book } = await open({}, { auto_execute: false });
    connect();
    await run(2);
    await start();
    await run(40);
    book('ETH/USDT', 2530, 2531);
    const opportunity_id = engine.state().opportunities[0]?.id ?? '';
    expect(await engine.command({ type: 'PreviewOpportunity', opportunity_id, amount: 100 })).toMatchObject({
      ok: true,
    });
    const executed = engine.command({ type: 'ExecuteOpportunity', opportunity_id, amount: 100, dry_run: true });
    await clock.advance(5000);
    expect(await executed).toMatchObject({ ok: true, value: { status: 'completed' } });
    await engine.close();
  });
});

test('a recording that pauses trips no breaker: it has no connection', async () => {
  const stale_data = { pct: 50, for_ms: 5000, cool_off_ms: 5000 };
  const breakers = { ...testConfig.breakers, stale_data };
  const outcomes: boolean[] = [];
  for (const kind of ['recorded', 'no heartbeats'] as const) {
    const { engine, connect, start, clock } = await open(kind, { breakers });
    connect();
    await start();
    await clock.advance(20_000);
    outcomes.push(engine.state().breakers.get('stale_data')?.tripped_at != null);
    await engine.close();
  }
  expect(outcomes).toEqual([false, true]);
});

test('an account that is not known for a while costs no subscription: the books are trusted when it has come in', async () => {
  const clock = createVirtualClock(noon);
  const store = createMemoryStore<Fact>();
  const feed = { ...scriptedFeed(clock), heartbeatMs: 1000 };
  const paper = createPaperExchange(feed, clock);
  await paper.market.instruments(1000);
  paper.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
  const live = withFaults(paper, clock, () => 0.9);
  let made = 0;
  const start = async (connect = () => {}) => {
    const engine = createEngine({
      exchanges: [{ ...live, market: { ...live.market, heartbeatMs: 1000 } }],
      clock,
      store,
      ids: () => `id-${++made}`,
      config: testConfig,
    });
    const started = engine.start();
    await clock.advance(0);
    connect();
    await clock.advance(1000);
    await started;
    return engine;
  };
  await (await start()).close();
  live.faults.now = { ...noFaults, silence: 1 };
  const exchange = 'kucoin';
  const beat = () => {
    const [at, received] = [clock.now(), clock.monotonic()];
    feed.say({ type: 'HeartbeatReceived', exchange, exchange_time: at, at, received });
  };
  const engine = await start(() => {
    feed.say({ type: 'FeedStatusChanged', exchange, status: 'live', detail: '', at: clock.now() });
    beat();
    for (const symbol of symbols) feed.say({ type: 'MarketSubscribed', exchange, symbol, at: clock.now() });
    for (const symbol of symbols) feed.book(symbol, [[100, 1]], [[101, 1]]);
  });
  const states: unknown[] = [];
  for (let second = 0; second < 120; second++) {
    if (second === 30) live.faults.now = noFaults;
    await clock.advance(1000);
    beat();
    if (second === 20 || second === 119)
      states.push([engine.state().feeds.get(exchange)?.status, engine.statistics().markets_trusted]);
  }
  expect(states).toEqual([
    ['down', 5],
    ['live', 5],
  ]);
  await engine.close();
});
