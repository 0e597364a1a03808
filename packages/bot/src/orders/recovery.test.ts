import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { scaled } from '../engine/scale.suite.ts';
import { createWorld, noon, testConfig } from '../engine/world.suite.ts';
import { type EventStore, StoreFault } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock, type VirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { Account, Exchange } from '../model/exchange.ts';
import type { Order } from '../model/state.ts';
import { withFaults } from '../venues/faulty.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';
import { totalsOf } from './reconcile.ts';

/** A journal that takes this many facts and then no more, as if the process had died. */
const dyingStore = (facts: readonly Fact[], most: number): EventStore<Fact> => {
  const store: EventStore<Fact> = createMemoryStore<Fact>();
  store.append(facts);
  const append: EventStore<Fact>['append'] = (added) => {
    if (store.lastSeq() + added.length > most) throw new StoreFault('unreachable', 'the process has died');
    return store.append(added);
  };
  return new Proxy(store, {
    get: (target, key) => (key === 'append' ? append : Reflect.get(target, key).bind?.(target)),
  });
};

const factsOf = (store: EventStore<Fact>): readonly Fact[] => [...store.read()].map(({ fact }) => fact);

type Scene = { readonly clock: VirtualClock; readonly feed: ReturnType<typeof scriptedFeed> };

/** ETH sells for 1.2 % more than it costs by way of BTC, or for 0.4 % less. */
const quotes = ({ feed }: Scene, bid: number): void => {
  feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
  feed.book('ETH/USDT', [[bid, 100]], [[bid + 1, 100]]);
};

/** Every other chance is gone when the third leg, 100 ms later, comes for it. */
const second = async (scene: Scene, at: number): Promise<void> => {
  quotes(scene, 2530);
  await scene.clock.advance(110);
  if (at % 2 === 1) quotes(scene, 2490);
  await scene.clock.advance(390);
  quotes(scene, 2490);
  await scene.clock.advance(500);
};

const live = async (
  scene: Scene,
  exchange: Exchange,
  store: EventStore<Fact>,
  seconds: number,
  begin: 'start' | 'nothing',
  until: 'over' | 'resolved' = 'over',
) => {
  const { clock } = scene;
  const ids = () => `${store.lastSeq()}-${++made}`;
  const engine = createEngine({
    exchanges: [exchange],
    clock,
    store,
    ids,
    config: { ...testConfig, auto_execute: begin === 'start' },
  });
  await Promise.all([engine.start(), clock.advance(200)]);
  if (begin === 'start') await engine.command({ type: 'StartBot', parameters: {} });
  const isResolved = () => {
    const { lifecycle, open_orders, open_executions } = engine.state();
    return lifecycle !== 'starting' && open_orders.size + open_executions.size === 0;
  };
  for (let at = 0; at < seconds && !(until === 'resolved' && isResolved()); at++) await second(scene, at);
  // A request that was sent twice would arrive by now.
  if (until === 'resolved') for (let at = 0; at < 2; at++) await second(scene, at);
  return engine;
};
let made = 0;

/** The crash may take the account with it, as a paper one's, or not, as a real one's. */
const venues = {
  'that remembers': (inner: Exchange, scene: Scene) => withFaults(inner, scene.clock, () => 1),
  'that forgets': (_inner: Exchange, scene: Scene) => createPaperExchange(scene.feed, scene.clock),
} as const;

const crashAt = async (kind: keyof typeof venues, points: readonly number[]) => {
  const clock = createVirtualClock(noon);
  const scene = { clock, feed: scriptedFeed(clock) };
  const inner = createPaperExchange(scene.feed, clock);
  await inner.market.instruments(1000);
  inner.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
  let exchange = venues[kind](inner, scene);
  const sent: string[] = [];
  const counting = (of: Exchange): Exchange =>
    new Proxy(of, {
      get: (target, key) => {
        const value = Reflect.get(target, key);
        const place: Account['place'] = (request, timeoutMs) => {
          sent.push(request.client_order_id);
          return target.account.place(request, timeoutMs);
        };
        if (key === 'place') return place;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  let facts: readonly Fact[] = [];
  for (const [life, point] of points.entries()) {
    const store = dyingStore(facts, facts.length + point);
    const engine = await live(scene, counting(exchange), store, life === 0 ? 3 : 6, life === 0 ? 'start' : 'nothing');
    await engine.close();
    facts = factsOf(store);
    if (kind === 'that forgets') exchange = venues[kind](inner, scene);
  }
  const store = dyingStore(facts, Number.POSITIVE_INFINITY);
  const engine = await live(scene, counting(exchange), store, 25, 'nothing', 'resolved');
  const asked = exchange.account.balances(1_000);
  await clock.advance(200);
  const held = await asked;
  const { open_orders, open_executions, executions, halted } = engine.state();
  await engine.close();
  return {
    recorded: factsOf(store).length,
    statuses: [...executions.values()].map(({ status }) => status),
    found: {
      open: [...open_orders, ...open_executions],
      twice: sent.length - new Set(sent).size,
      imbalances: [...engine.ledger.imbalances()],
      held: held.kind === 'balances' ? totalsOf(held.holdings) : held.kind,
      halted: halted?.cause ?? null,
    },
    wanted: {
      open: [],
      twice: 0,
      imbalances: [],
      held: Object.fromEntries(
        [...engine.ledger.holdings('paper', 'kucoin')].map(([asset, amount]) => [asset, amount.toFixed()]),
      ),
      halted: null,
    },
  };
};

describe.each(Object.keys(venues) as (keyof typeof venues)[])('after a crash, at an exchange %s', (kind) => {
  test('at each record of the journal, all is resolved and agrees', async () => {
    const { recorded } = await crashAt(kind, [Number.POSITIVE_INFINITY]);
    expect(recorded).toBeGreaterThan(35);
    const seen = new Set<string>();
    for (let point = 1; point <= recorded; point++) {
      const { found, wanted, statuses } = await crashAt(kind, [point]);
      expect({ point, ...found }).toEqual({ point, ...wanted });
      for (const status of statuses) seen.add(status);
    }
    expect([...seen].sort()).toEqual(['completed', 'failed', 'unwound']);
  });

  test('and another in the middle of the recovery', async () => {
    for (let point = 4; point <= 40; point += scaled(7, 3, 1)) {
      for (let again = 0; again <= 8; again += 2) {
        const { found, wanted } = await crashAt(kind, [point, again]);
        expect({ point, again, ...found }).toEqual({ point, again, ...wanted });
      }
    }
  });
});

/** The third leg begins, the process ends, and another goes on with these facts of it; `sent` is what has left in all. */
const interrupted = async (kept: (facts: readonly Fact[]) => readonly Fact[]) => {
  const clock = createVirtualClock(noon);
  const scene = { clock, feed: scriptedFeed(clock) };
  const paper = createPaperExchange(scene.feed, clock);
  await paper.market.instruments(1000);
  paper.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
  const exchange = withFaults(paper, clock, () => 1);
  const reject_rate = { pct: 1, least_orders: 1, window_ms: 60_000, cool_off_ms: null };
  const start = async (facts: readonly Fact[], auto_execute: boolean) => {
    const store = dyingStore(facts, Number.POSITIVE_INFINITY);
    const consecutive_failures = { count: 1, cool_off_ms: null };
    const config = {
      ...testConfig,
      auto_execute,
      breakers: { ...testConfig.breakers, consecutive_failures, reject_rate },
    };
    const ids = () => `${store.lastSeq()}-${++made}`;
    const engine = createEngine({ exchanges: [exchange], clock, store, ids, config });
    const started = engine.start();
    await clock.advance(1);
    // All books are there before the exchange has said what became of the orders.
    quotes(scene, 2530);
    await Promise.all([started, clock.advance(299)]);
    return { engine, store };
  };
  const first = await start([], true);
  await first.engine.command({ type: 'StartBot', parameters: {} });
  quotes(scene, 2530);
  await clock.advance(60);
  await first.engine.close();
  const { engine, store } = await start(kept(factsOf(first.store)), false);
  // Orders that were announced may have left: what comes after them begins when they can arrive no more.
  for (let step = 0; step < 40; step++) {
    quotes(scene, 2530);
    await clock.advance(500);
  }
  const { orders, executions, breakers } = engine.state();
  return {
    orders: [...orders.values()].map((order) => `${order.purpose}: ${order.side} ${order.symbol} ${order.status}`),
    sent: exchange.sent.map(({ symbol }) => symbol),
    statuses: [...executions.values()].map(({ status }) => status),
    breakers,
    facts: factsOf(store),
  };
};

describe('an execution that a restart has interrupted turns back, however good the rest of it looks,', () => {
  test('once the orders that it announced can arrive no more', async () => {
    const { orders, sent, statuses, breakers } = await interrupted((facts) => facts);
    expect(orders).toEqual([
      'leg: buy BTC/USDT filled',
      'leg: buy ETH/BTC filled',
      'leg: sell ETH/USDT failed',
      'unwind: sell BTC/USDT failed',
      'unwind: sell ETH/USDT failed',
      'unwind: sell ETH/USDT filled',
    ]);
    expect(sent).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']);
    // No exchange has rejected what never left.
    expect(breakers.get('reject_rate')).toBe(undefined);
    expect(statuses).toEqual(['unwound']);
  });

  test('also in the journal of a version that announced no orders', async () => {
    const { orders, sent, statuses } = await interrupted((facts) =>
      facts.map((fact) => (fact.type === 'ExecutionStarted' ? { ...fact, announced: [] } : fact)),
    );
    expect(orders).toEqual(['leg: buy BTC/USDT filled', 'leg: buy ETH/BTC filled', 'unwind: sell ETH/USDT filled']);
    expect(sent).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']);
    expect(statuses).toEqual(['unwound']);
  });

  test('and trips its breaker in the same turn, although the bot has not started yet: the next one may be a moment away', async () => {
    const { facts } = await interrupted((before) => before);
    const at = (type: Fact['type']) => facts.findLast((fact) => fact.type === type)?.at;
    expect(at('ExecutionFinished')).toBeGreaterThan(noon);
    expect(at('BreakerTripped')).toBe(at('ExecutionFinished'));
  });
});

test('a restart folds the same state from the journal', async () => {
  const clock = createVirtualClock(noon);
  const scene = { clock, feed: scriptedFeed(clock) };
  const store = createMemoryStore<Fact>();
  const first = await live(scene, createPaperExchange(scene.feed, clock), store, 5, 'start');
  await first.command({ type: 'MarkNotificationsRead', ids: 'all' });
  await first.close();
  const again = createEngine({ exchanges: [], clock, store, ids: () => 'x', config: testConfig });
  const journalled = ({
    opportunities,
    decisions,
    decision_counts,
    found,
    feeds,
    logs,
    lifecycle,
    running_since,
    ...rest
  }: ReturnType<typeof first.state>) => rest;
  expect(journalled(again.state())).toEqual(journalled(first.state()));
  expect(again.ledger.snapshot()).toEqual(first.ledger.snapshot());
});

test('orders open at an exchange that is not connected delay no other, and are resolved when it comes back', async () => {
  const before = await createWorld();
  await before.ask({ type: 'StartBot', parameters: {} });
  before.fair();
  before.dislocate();
  await before.clock.advance(10);
  await before.engine.close();
  expect(before.engine.state().open_orders.size).toBe(1);

  const clock = createVirtualClock(noon + 60_000);
  const other = createPaperExchange(scriptedFeed(clock, scriptedInstruments('okx')), clock);
  const engine = createEngine({
    exchanges: [other],
    clock,
    store: before.store,
    ids: () => `okx-${++made}`,
    config: testConfig,
  });
  await Promise.all([engine.start(), clock.advance(1000)]);
  expect(engine.state()).toMatchObject({ lifecycle: 'stopped', open_orders: before.engine.state().open_orders });
  expect(engine.state().logs.map(({ message }) => message)).toEqual([
    'Not running again: none of kucoin is connected; connected are okx',
    'kucoin is not connected: its open orders wait for a start with it',
  ]);
  await engine.close();

  const after = await createWorld({}, before.store);
  await after.clock.advance(10_000);
  expect([...after.engine.state().executions.values()].map(({ status }) => status)).toEqual(['failed']);
  expect(after.engine.state().open_orders.size).toBe(0);
});

test.each([
  {
    meanwhile: 'filled',
    happens: async ({ feed }: Scene) => feed.book('BTC/USDT', [[48_000, 1]], [[48_900, 1]]),
  },
  {
    meanwhile: 'cancelled',
    // Both sides hold what they held before: no balance tells of it.
    happens: async (_scene: Scene, exchange: Exchange, { symbol, client_order_id }: Order) => {
      await exchange.account.cancel({ symbol, client_order_id, exchange_order_id: null, sent_at: 0 }, 1_000);
    },
  },
])(
  'an order that rests at an exchange is asked for after a restart: it may have been $meanwhile meanwhile',
  async ({ meanwhile, happens }) => {
    const clock = createVirtualClock(noon);
    const feed = scriptedFeed(clock);
    const store = createMemoryStore<Fact>();
    const inner = createPaperExchange(feed, clock);
    await inner.market.instruments(1000);
    inner.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
    const exchange = withFaults(inner, clock, () => 1);
    const scene = { clock, feed };
    const before = await live(scene, exchange, store, 0, 'nothing');
    quotes(scene, 2490);
    const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01 } as const;
    const placed = before.command({ type: 'PlaceOrder', order: { ...order, price: 49_000 } });
    await clock.advance(500);
    expect(await placed).toMatchObject({ ok: true, value: { status: 'open' } });
    await before.close();
    const [resting = expect.unreachable('no order')] = [...before.state().orders.values()];
    await Promise.all([happens(scene, inner, resting), clock.advance(1_000)]);
    const after = await live(scene, exchange, store, 0, 'nothing');
    await clock.advance(1_000);
    expect([...after.state().orders.values()].map(({ status }) => status)).toEqual([meanwhile]);
    expect(after.ledger.holdings('paper', 'kucoin').get('BTC')?.isGreaterThan(0) ?? false).toBe(meanwhile === 'filled');
    expect(after.state().reserved.size).toBe(0);
  },
);
