import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import { noFaults, withFaults } from '../venues/faulty.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';
import { createEngine } from './engine.ts';
import { noon, testConfig } from './world.suite.ts';

type Broken = Partial<Record<keyof Exchange, object>> & {
  /** The exchange keeps its account by itself. */
  readonly remembers?: true;
};

/** Two exchanges, of which okx is what the test makes of it until it is mended. */
const twoExchanges = (store = createMemoryStore<Fact>()) => {
  const clock = createVirtualClock(noon);
  const feeds = { kucoin: scriptedFeed(clock), okx: scriptedFeed(clock, scriptedInstruments('okx')) };
  const paper = createPaperExchange(feeds.kucoin, clock);
  const other = createPaperExchange(feeds.okx, clock);
  let made = store.lastSeq();
  const start = async (okx: Exchange, running = true) => {
    const parameters = { ...testConfig.parameters, enabled_exchanges: ['kucoin', 'okx'] };
    const config = { ...testConfig, assets: {}, parameters };
    const engine = createEngine({ exchanges: [okx, paper], clock, store, ids: () => `id-${++made}`, config });
    const started = engine.start();
    await clock.advance(10_000);
    await started;
    if (running && engine.state().lifecycle === 'stopped') await engine.command({ type: 'StartBot', parameters: {} });
    return engine;
  };
  /** Books of an exchange by which USDT → BTC → ETH → USDT earns, or loses. */
  const quote = (name: 'kucoin' | 'okx', bid = 2530): void => {
    const feed = feeds[name];
    feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    feed.book('ETH/USDT', [[bid, 100]], [[bid + 1, 100]]);
    feed.book('SOL/ETH', [[0.03999, 1000]], [[0.04001, 1000]]);
    feed.book('SOL/USDT', [[99.95, 1000]], [[100.05, 1000]]);
  };
  const trade = async (name: 'kucoin' | 'okx') => {
    quote(name, 2500);
    await clock.advance(1000);
    quote(name);
    await clock.advance(2000);
  };
  return { clock, store, other, start, quote, trade };
};

type Engine = Awaited<ReturnType<ReturnType<typeof twoExchanges>['start']>>;
const traded = (engine: Engine, name: string): number =>
  [...engine.state().executions.values()].filter((one) => one.exchange === name && one.status === 'completed').length;
const errorOf = (engine: Engine, name: string) =>
  engine.balances().exchanges.find(({ exchange }) => exchange === name)?.error;
const linesAbout = (engine: Engine, name: string) =>
  engine.state().logs.filter(({ message, level }) => level !== 'INFO' && message.includes(name)).length;

const fail = (): never => {
  throw new Error('503 service unavailable');
};
const never = () => new Promise<never>(() => {});

describe('an exchange that is down keeps no other from starting, and comes in later', () => {
  const ways: Readonly<Record<string, readonly [Broken, RegExp]>> = {
    'whose list of markets throws': [{ market: { instruments: fail } }, /503/],
    'whose list of markets is refused': [{ market: { instruments: async () => fail() } }, /503/],
    'whose list of markets is rubbish': [
      { market: { instruments: async () => '<html>' } },
      /cannot be read, or is empty/,
    ],
    'whose markets have no rules': [
      { market: { instruments: async () => [{ symbol: 'BTC/USDT' }, null] } },
      /cannot be read/,
    ],
    'that never answers': [{ market: { instruments: never } }, /does not answer/],
    'whose feed throws': [{ market: { subscribe: fail } }, /503/],
    'whose order reports throw': [{ account: { subscribe: fail } }, /503/],
    'whose balances are not known': [{ remembers: true, account: { balances: fail } }, /adapter failed/],
    'whose balances are rubbish': [{ remembers: true, account: { balances: async () => [] } }, /unreadable/],
  };

  test.each(Object.entries(ways))('%s', async (_name, [broken, reason]) => {
    const { clock, other, start, trade, quote } = twoExchanges();
    let isBroken = true;
    const okx = {
      market: brokenAt(other.market, broken.market, () => isBroken),
      account: brokenAt(other.account, broken.account, () => isBroken),
    };
    if (broken.remembers) await other.market.instruments(1000);
    if (broken.remembers) other.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
    const adapter: Exchange = broken.remembers ? remembering(okx) : okx;
    const engine = await start(adapter);
    expect(engine.state().lifecycle).toBe('running');
    await trade('kucoin');
    quote('okx');
    await clock.advance(300_000);
    expect(engine.state().feeds.get('okx')).toMatchObject({ status: 'down', detail: expect.stringMatching(reason) });
    expect(errorOf(engine, 'okx')).toMatch(reason);
    expect([traded(engine, 'kucoin') > 0, traded(engine, 'okx'), linesAbout(engine, 'okx:')]).toEqual([true, 0, 1]);
    const order = { exchange: 'okx', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.1, price: 1 } as const;
    expect(await engine.command({ type: 'PlaceOrder', order })).toMatchObject({
      ok: false,
      problem: 'unavailable',
      detail: expect.stringMatching(reason),
    });
    isBroken = false;
    await clock.advance(60_000);
    await trade('okx');
    expect([errorOf(engine, 'okx'), engine.state().feeds.get('okx')?.status]).toEqual([null, 'live']);
    expect(traded(engine, 'okx')).toBeGreaterThan(0);
    expect(engine.state().halted).toBeNull();
    await engine.close();
  });
});

/** The same, as an exchange that remembers by itself what it holds. */
const remembering = ({ market, account }: Exchange, money: 'real' | 'test' = 'test'): Exchange => {
  const { id, venue } = account;
  return {
    market,
    account: {
      ...{ id, venue, money, notFoundAfterMs: 10_000 },
      place: (request, ms) => account.place(request, ms),
      lookUp: (ref, ms) => account.lookUp(ref, ms),
      cancel: (ref, ms) => account.cancel(ref, ms),
      balances: (ms) => account.balances(ms),
      openOrders: (ms) => account.openOrders(ms),
      subscribe: (listener) => account.subscribe(listener),
    },
  };
};

/** A port whose members are replaced while it is broken. */
const brokenAt = <T extends object>(port: T, broken: object | undefined, isBroken: () => boolean): T =>
  new Proxy(port, {
    get: (target, key) => (broken && isBroken() && key in broken ? Reflect.get(broken, key) : Reflect.get(target, key)),
  });

test('what a crash interrupted at an exchange that is down is unwound when it comes in; the others trade meanwhile', async () => {
  const { clock, other, start, trade, quote } = twoExchanges();
  await other.market.instruments(1000);
  other.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
  const okx = withFaults(other, clock, () => 0.9);
  const first = await start(okx);
  quote('okx', 2500);
  await clock.advance(1000);
  quote('okx');
  await clock.advance(60);
  await first.close();
  okx.faults.now = { ...noFaults, silence: 1 };
  const again = await start(okx, false);
  await clock.advance(30_000);
  expect(again.state()).toMatchObject({ lifecycle: 'running', open_executions: { size: 1 } });
  const before = traded(again, 'kucoin');
  await trade('kucoin');
  expect(traded(again, 'kucoin')).toBeGreaterThan(before);
  okx.faults.now = noFaults;
  for (let step = 0; step < 90; step++) {
    quote('okx', 2500);
    await clock.advance(1000);
  }
  expect(again.state().open_executions.size).toBe(0);
  expect([...again.state().executions.values()].filter(({ exchange }) => exchange === 'okx')).toMatchObject([
    { status: 'unwound' },
  ]);
  await again.close();
});

test('an adapter that throws at every order costs one line in the log a minute, and no other exchange a trade', async () => {
  const { clock, other, start, trade } = twoExchanges();
  const engine = await start({ ...other, account: { ...other.account, place: fail, lookUp: fail } });
  await trade('okx');
  await trade('kucoin');
  const executions = [...engine.state().executions.values()].filter(({ exchange }) => exchange === 'okx');
  expect(executions).toMatchObject([{ status: 'legs' }]);
  expect([...engine.state().orders.values()].find(({ exchange }) => exchange === 'okx')?.status).toBe('unknown');
  const lines = engine.state().logs.filter(({ message }) => message.includes('adapter of okx failed'));
  expect(lines.map(({ level, message }) => [level, message]).sort()).toEqual([
    ['ERROR', 'The adapter of okx failed in lookUp: 503 service unavailable'],
    ['ERROR', 'The adapter of okx failed in place: 503 service unavailable'],
  ]);
  expect(traded(engine, 'kucoin')).toBeGreaterThan(0);
  await clock.advance(1000);
  await engine.close();
});

test('while no exchange has come in the bot is starting; it runs again when the first one has', async () => {
  const store = createMemoryStore<Fact>();
  const before = twoExchanges(store);
  const first = await before.start(before.other);
  await first.close();
  const { clock, other, quote } = twoExchanges(store);
  let isDown = true;
  const down = { ...other, market: brokenAt(other.market, { instruments: fail }, () => isDown) };
  let made = store.lastSeq();
  const config = { ...testConfig, parameters: { ...testConfig.parameters, enabled_exchanges: ['okx'] } };
  const engine = createEngine({ exchanges: [down], clock, store, ids: () => `id-${++made}`, config });
  await engine.start();
  await clock.advance(120_000);
  expect(engine.state()).toMatchObject({ lifecycle: 'starting', halted: null });
  expect(engine.state().feeds.get('okx')).toMatchObject({ status: 'down', detail: '503 service unavailable' });
  isDown = false;
  await clock.advance(60_000);
  quote('okx');
  expect(engine.state().lifecycle).toBe('running');
  await engine.close();
});

test('an account that does not answer at its first start gets its funds when it does', async () => {
  const { clock, other, start } = twoExchanges();
  await other.market.instruments(1000);
  other.account.paper.restore({ balances: { USDT: '123.45' }, open: [] });
  let isDown = true;
  const account = brokenAt(other.account, { balances: fail }, () => isDown);
  const live = remembering({ market: other.market, account }, 'real');
  const engine = await start(live);
  await clock.advance(60_000);
  expect(engine.state()).toMatchObject({ lifecycle: 'running', halted: null });
  expect([...engine.ledger.holdings('live', 'okx')]).toEqual([]);
  isDown = false;
  await clock.advance(60_000);
  expect(engine.ledger.balance('live', 'okx', 'USDT').toFixed()).toBe('123.45');
  expect(engine.balances().exchanges[0]?.error).toBeNull();
  await engine.close();
});
