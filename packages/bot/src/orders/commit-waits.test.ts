import { expect, test } from 'vitest';
import { createDisk, type Fate } from '../engine/disk.suite.ts';
import { createEngine } from '../engine/engine.ts';
import { createWorld, noon, testConfig } from '../engine/world.suite.ts';
import { execution, filledLeg } from '../execution/execution.suite.ts';
import type { CommitSchedule } from '../journal/group-commits.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { evolve, initialState } from '../kernel/fold.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import { withFaults } from '../venues/faulty.suite.ts';
import { allFree } from '../venues/file-venue.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';

/** A running bot that has just seen a cycle, on a disk that takes so long for each commit; and when its orders leave. */
const begunWithCommitsOf = async (ms: number) => {
  let schedule: CommitSchedule = (end) => end();
  const store = createMemoryStore<Fact>({ commit: (end) => schedule(end) });
  const sent: { readonly symbol: string; readonly side: string; readonly at: number; readonly isKept: boolean }[] = [];
  const world = await createWorld({}, store, (exchange) => {
    const place = exchange.account.place.bind(exchange);
    exchange.account.place = (request, timeoutMs) => {
      const { symbol, side } = request;
      sent.push({ symbol, side, at: since(), isKept: isKept(request.client_order_id) });
      return place(request, timeoutMs);
    };
  });
  const { clock, engine } = world;
  const isKept = (id: string): boolean => {
    const kept = [...store.read()].find(
      ({ fact }) => fact.type === 'OrderIntended' && fact.order.client_order_id === id,
    );
    return kept !== undefined && kept.seq <= store.committed();
  };
  await world.ask({ type: 'StartBot', parameters: {} });
  world.fair();
  await clock.advance(10);
  const begin = clock.now();
  const since = (): number => clock.now() - begin;
  if (ms > 0) schedule = (end) => void clock.after(ms, end);
  const ended = () => [...engine.state().executions.values()].map(({ status }) => status);
  world.dislocate();
  return { ...world, sent, ended };
};

test('an execution of three legs waits once for the disk, however many orders it sends', async () => {
  const quick = await begunWithCommitsOf(0);
  await quick.clock.advance(2000);
  const slow = await begunWithCommitsOf(50);
  await slow.clock.advance(2000);
  expect(quick.sent).toHaveLength(3);
  // While it waited, the 25 ms that the first order takes to its exchange were over.
  expect(slow.sent.map(({ symbol, at }) => [symbol, at])).toEqual(
    quick.sent.map(({ symbol, at }, place) => [symbol, at + (place === 0 ? 50 : 25)]),
  );
  expect([quick.ended(), slow.ended()]).toEqual([['completed'], ['completed']]);
});

test('the later orders leave before anything but the start of their execution is on the disk', async () => {
  const { clock, sent, ended } = await begunWithCommitsOf(400);
  await clock.advance(2000);
  expect(sent.map(({ symbol, isKept }) => [symbol, isKept])).toEqual([
    ['BTC/USDT', true],
    ['ETH/BTC', false],
    ['ETH/USDT', false],
  ]);
  expect(ended()).toEqual(['completed']);
});

test('an order outside what was announced waits for a commit of its own', async () => {
  const { clock, feed, sent, ended } = await begunWithCommitsOf(400);
  await clock.advance(401);
  // 2 % more ETH for the same BTC than planned.
  feed.book('ETH/BTC', [[0.0489, 100]], [[0.049, 100]]);
  await clock.advance(3000);
  expect(sent.map(({ symbol, isKept }) => [symbol, isKept])).toEqual([
    ['BTC/USDT', true],
    ['ETH/BTC', true],
    ['ETH/USDT', true],
  ]);
  expect(ended()).toEqual(['completed']);
});

/** The price of the second leg goes while the first is filled. */
const turnBack = ({ feed }: Pick<Awaited<ReturnType<typeof begunWithCommitsOf>>, 'feed'>): void =>
  feed.book('ETH/BTC', [[0.0549, 100]], [[0.055, 100]]);

test('an execution that unwinds waits once for the disk', async () => {
  const lived = async (ms: number) => {
    const world = await begunWithCommitsOf(ms);
    await world.clock.advance(ms + 1);
    turnBack(world);
    await world.clock.advance(3000);
    return world;
  };
  const [quick, slow] = [await lived(0), await lived(400)];
  expect(slow.sent.map(({ symbol, side, isKept }) => [symbol, side, isKept])).toEqual([
    ['BTC/USDT', 'buy', true],
    ['BTC/USDT', 'sell', false],
  ]);
  expect(slow.sent.map(({ at }) => at)).toEqual(quick.sent.map(({ at }, place) => at + (place === 0 ? 400 : 375)));
  expect([quick.ended(), slow.ended()]).toEqual([['unwound'], ['unwound']]);
});

test('a second order for the same asset, and one in another market than announced, wait for commits of their own', async () => {
  const sold = async (...quotes: readonly (readonly [symbol: string, price: number, size: number])[]) => {
    const world = await begunWithCommitsOf(400);
    await world.clock.advance(401);
    turnBack(world);
    for (const [symbol, price, size] of quotes) {
      world.feed.book(symbol, [[price, size]], [[price + 1, 100]]);
      await world.clock.advance(2000);
    }
    return world.sent.slice(1).map(({ symbol, isKept }) => [symbol, isKept]);
  };
  expect(await sold(['BTC/USDT', 49_999, 0.002], ['BTC/USDT', 49_998, 100])).toEqual([
    ['BTC/USDT', false],
    ['BTC/USDT', true],
  ]);
});

test.each([
  ['legs', () => {}, ['BTC/USDT buy', 'ETH/BTC buy', 'ETH/USDT sell'], 'completed'],
  ['an unwinding', turnBack, ['BTC/USDT buy', 'BTC/USDT sell'], 'unwound'],
] as const)(
  'of %s, what left by announcement and was lost with the disk is found, and booked',
  async (_, change, left, status) => {
    const clock = createVirtualClock(noon);
    const feed = scriptedFeed(clock);
    const paper = createPaperExchange(feed, clock);
    await paper.market.instruments(1000);
    paper.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
    const exchange = withFaults(paper, clock, () => 1);
    const quote = (bid: number): void => {
      feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
      feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
      feed.book('ETH/USDT', [[bid, 100]], [[bid + 1, 100]]);
    };
    const disk = createDisk();
    let made = 0;
    const start = async (fate: Fate, auto_execute: boolean) => {
      const { store } = disk.open(fate);
      const ids = () => `id-${++made}`;
      const engine = createEngine({
        exchanges: [exchange],
        clock,
        store,
        ids,
        config: { ...testConfig, auto_execute },
      });
      await Promise.all([engine.start(), clock.advance(200)]);
      return { engine, end: () => engine.close().finally(store.close) };
    };
    let commits = Number.POSITIVE_INFINITY;
    const first = await start({ commit: (end) => void (commits-- > 0 && end()) }, true);
    await first.engine.command({ type: 'StartBot', parameters: {} });
    quote(2490);
    await clock.advance(200);
    // The commit with the start of the execution is the last that this disk ends.
    commits = 1;
    quote(2530);
    await clock.advance(20);
    change({ feed });
    await clock.advance(500);
    expect(exchange.sent.map(({ symbol, side }) => `${symbol} ${side}`)).toEqual(left);
    await first.end();
    disk.crash(0);
    expect(disk.facts().filter(({ type }) => type === 'OrderIntended')).toHaveLength(1);

    const again = await start({}, false);
    for (let step = 0; step < 60; step++) {
      quote(2490);
      await clock.advance(500);
    }
    const { orders, open_orders, executions, open_executions } = again.engine.state();
    const filled = [...orders.values()].filter((order) => order.status === 'filled');
    expect(filled.map(({ symbol, side }) => `${symbol} ${side}`)).toEqual(left);
    expect([...executions.values()].map((execution) => execution.status)).toEqual([status]);
    expect([...open_orders, ...open_executions]).toEqual([]);
    const asked = exchange.account.balances(1_000);
    await clock.advance(200);
    const held = await asked;
    const booked = [...again.engine.ledger.holdings('paper', 'kucoin')].map(([asset, sum]) => [asset, sum.toFixed()]);
    expect(held).toMatchObject({ kind: 'balances', holdings: allFree(Object.fromEntries(booked)) });
    await again.end();
  },
);

test('a price that had gone before the first leg is no failure, whatever a start did not find', () => {
  const failuresAfter = (first: 'cancelled' | 'failed'): number => {
    const state = initialState(testConfig.parameters);
    const close = { type: 'OrderClosed', reason: null, at: 2 } as const;
    const facts: readonly Fact[] = [
      { type: 'ExecutionStarted', plan: execution(), at: 1 },
      { type: 'OrderIntended', order: filledLeg(1), at: 1 },
      { type: 'OrderIntended', order: filledLeg(2), at: 1 },
      { ...close, order_id: 'leg-1', status: first },
      { ...close, order_id: 'leg-2', status: 'failed' },
      {
        ...{ type: 'ExecutionFinished', execution_id: 'x', status: 'failed', profit: '0', left: [] },
        ...{ fees_usd: 0, error_message: null, at: 3 },
      },
    ];
    for (const fact of facts) evolve(state, fact);
    return state.failures_in_a_row;
  };
  expect([failuresAfter('cancelled'), failuresAfter('failed')]).toEqual([0, 1]);
});
