import { expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Instrument } from '../model/instrument.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';

type Rules = Partial<Instrument>;

/** Listed when a test says so. */
const solBtc: Instrument = {
  ...{ exchange: 'kucoin', symbol: 'SOL/BTC', base: 'SOL', quote: 'BTC', tickSize: 1e-7, lotStep: 0.001 },
  ...{ minQuantity: 0.001, minNotional: 0, takerFee: 0.001, feeCurrency: 'received' },
};

/** A bot that runs at an exchange whose markets the test changes. */
const open = async (config: Partial<typeof testConfig> = {}) => {
  const clock = createVirtualClock(noon);
  const scripted = scriptedFeed(clock, [...scriptedInstruments(), solBtc]);
  let listed: readonly Instrument[] = scriptedInstruments();
  let answer = async (): Promise<readonly Instrument[]> => listed;
  const feed = { ...scripted, source: 'exchange' as const, instruments: () => answer() };
  let made = 0;
  const engine = createEngine({
    exchanges: [createPaperExchange(feed, clock)],
    clock,
    store: createMemoryStore(),
    ids: () => `id-${++made}`,
    config: { ...testConfig, ...config },
  });
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: {} });
  /** The exchange has other rules for a market; null where it is gone. It says so, or is asked for them. */
  const change = (symbol: string, rules: Rules | null, isTold = true) => {
    listed = listed.flatMap((one) => (one.symbol === symbol ? (rules === null ? [] : [{ ...one, ...rules }]) : [one]));
    if (isTold) scripted.say({ type: 'InstrumentsChanged', exchange: 'kucoin', instruments: listed, at: clock.now() });
  };
  const list = (instruments: readonly Instrument[]) => {
    listed = instruments;
    scripted.say({ type: 'InstrumentsChanged', exchange: 'kucoin', instruments, at: clock.now() });
  };
  const quote = (bid = 2500) => {
    scripted.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    scripted.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    scripted.book('ETH/USDT', [[bid, 100]], [[bid + 1, 100]]);
    scripted.book('SOL/ETH', [[0.03999, 1000]], [[0.04001, 1000]]);
    scripted.book('SOL/USDT', [[99.95, 1000]], [[100.05, 1000]]);
  };
  const executions = () => [...engine.state().executions.values()];
  const lines = () => engine.state().logs.map(({ message }) => message);
  const answerWith = (next: typeof answer) => {
    answer = next;
  };
  /** A move of ETH, its trade, and calm again; what has come of it. */
  const trade = async () => {
    const before = executions().length;
    quote();
    await clock.advance(1000);
    quote(2530);
    await clock.advance(1000);
    quote();
    await clock.advance(10_000);
    return executions().slice(before);
  };
  return { clock, engine, change, list, quote, trade, executions, lines, answerWith, scripted };
};

const orders = ({ engine }: Awaited<ReturnType<typeof open>>, symbol: string) =>
  [...engine.state().orders.values()].filter((order) => order.symbol === symbol);
const inSteps = (value: string | null, step: number): boolean =>
  Math.abs(Number(value) / step - Math.round(Number(value) / step)) < 1e-6;

test('what was found by the rules of before has ended when they change', async () => {
  const { change, quote, engine, clock } = await open({ auto_execute: false });
  const living = () => engine.state().opportunities.filter(({ is_valid }) => is_valid).length;
  quote();
  quote(2530);
  const before = living();
  change('BTC/USDT', { takerFee: 0.5 });
  expect([before > 0, living()]).toEqual([true, 0]);
  quote();
  await clock.advance(2000);
  quote(2530);
  const paths = engine.state().opportunities.flatMap(({ is_valid, path }) => (is_valid ? [path.join(' ')] : []));
  expect([paths.length > 0, paths.filter((path) => path.includes('USDT BTC'))]).toEqual([true, []]);
  await engine.close();
});

test('orders follow a tick and a lot that change while the bot runs', async () => {
  const world = await open();
  const { change, trade, engine, clock, lines } = world;
  await trade();
  change('ETH/USDT', { tickSize: 1, lotStep: 0.01 });
  expect(lines()).toContain('kucoin: its markets changed. ETH/USDT: tickSize 0.01 → 1, lotStep 0.0001 → 0.01');
  await clock.advance(20_000);
  const before = orders(world, 'ETH/USDT').length;
  expect((await trade()).some(({ status }) => status === 'completed')).toBe(true);
  for (const { quantity, price } of orders(world, 'ETH/USDT').slice(before))
    expect([quantity, price, inSteps(quantity, 0.01), inSteps(price, 1)]).toEqual([quantity, price, true, true]);
  expect(orders(world, 'ETH/USDT').at(-1)?.instrument_version).toBe(1);
  await engine.close();
});

test('an order that rests is left alone when the rules of its market change', async () => {
  const world = await open();
  const { change, quote, engine, clock, scripted } = world;
  quote();
  const order = {
    exchange: 'kucoin',
    symbol: 'ETH/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.1,
    price: 2000.01,
  } as const;
  const placed = engine.command({ type: 'PlaceOrder', order });
  await clock.advance(5000);
  expect(await placed).toMatchObject({ ok: true });
  change('ETH/USDT', { tickSize: 10, lotStep: 1, minNotional: 1_000_000 });
  await clock.advance(60_000);
  expect(orders(world, 'ETH/USDT')).toMatchObject([{ status: 'open' }]);
  scripted.book('ETH/USDT', [[1990, 5]], [[1999, 5]]);
  await clock.advance(5000);
  expect(orders(world, 'ETH/USDT')).toMatchObject([{ status: 'filled', filled_quantity: '0.1' }]);
  await engine.close();
});

test('a change that the exchange does not announce is found within ten minutes', async () => {
  const { change, engine, clock, lines, answerWith } = await open();
  change('SOL/USDT', { minNotional: 50 }, false);
  await clock.advance(599_000);
  expect(lines().filter((line) => line.includes('its markets changed'))).toEqual([]);
  await clock.advance(2000);
  expect(lines()).toContain('kucoin: its markets changed. SOL/USDT: minNotional 5 → 50');
  answerWith(() => Promise.reject(new Error('503')));
  await clock.advance(600_000);
  expect(lines()).toContain('kucoin: its markets could not be reloaded: 503');
  await engine.close();
});

test('a market that is suspended, or no longer listed, is in no cycle and takes no order until it trades again', async () => {
  for (const rules of [{ status: 'suspended' }, null] as const) {
    const { change, list, engine, trade, clock } = await open();
    change('ETH/BTC', rules);
    const paths = (await trade()).map(({ path }) => path.join(' '));
    expect([paths.length > 0, paths.filter((path) => path.includes('BTC'))]).toEqual([true, []]);
    const order = {
      exchange: 'kucoin',
      symbol: 'ETH/BTC',
      side: 'buy',
      type: 'limit',
      quantity: 1,
      price: 0.05,
    } as const;
    const refused = engine.command({ type: 'PlaceOrder', order });
    await clock.advance(1000);
    expect(await refused).toMatchObject({ ok: false });
    list(scriptedInstruments());
    await clock.advance(20_000);
    expect((await trade()).map(({ path }) => path.join(' ')).join()).toContain('BTC');
    await engine.close();
  }
});

test('in a market that is scanned only opportunities are seen, nothing begins, and what is held can be sold', async () => {
  const { change, list, engine, trade, clock } = await open({ paper_funds: { USDT: '10000', ETH: '3' }, assets: {} });
  change('ETH/USDT', { scanOnly: 'its check failed' });
  expect(await trade()).toEqual([]);
  expect(engine.state().decisions[0]).toMatchObject({
    decision: 'skipped',
    reason: 'scan_only',
    detail: 'ETH/USDT on kucoin is scanned only: its check failed',
  });
  const order = { exchange: 'kucoin', symbol: 'ETH/USDT', type: 'limit', quantity: 1, price: 2450 } as const;
  const place = async (side: 'buy' | 'sell') => {
    const placed = engine.command({ type: 'PlaceOrder', order: { ...order, side } });
    await clock.advance(1000);
    return placed;
  };
  expect(await place('buy')).toMatchObject({ ok: false, detail: 'ETH/USDT is scanned only: its check failed' });
  expect(await place('sell')).toMatchObject({ ok: true });
  list(scriptedInstruments());
  expect((await trade()).length).toBeGreaterThan(0);
  await engine.close();
});

test('a market that is new comes into cycles', async () => {
  const { list, engine, scripted } = await open();
  const cycles = () => engine.statistics().exchanges[0]?.directed_tri;
  list([...scriptedInstruments(), solBtc]);
  scripted.book('SOL/BTC', [[0.0019, 100]], [[0.0021, 100]]);
  scripted.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  scripted.book('SOL/USDT', [[99.95, 1000]], [[100.05, 1000]]);
  expect([engine.statistics().markets, cycles()]).toEqual([6, 2]);
  await engine.close();
});

test('what is held of an asset whose only market was delisted is said, with what to do', async () => {
  const { change, engine } = await open({ paper_funds: { USDT: '10000', SOL: '3' } });
  change('SOL/ETH', null);
  expect(engine.state().notifications).toEqual([]);
  change('SOL/USDT', null);
  expect(engine.state().notifications[0]).toMatchObject({
    code: 'market_delisted',
    params: { exchange: 'kucoin', market: 'SOL/USDT', asset: 'SOL', amount: '3' },
    message: expect.stringMatching(/3 SOL are held there: no other market of it sells them\. Withdraw them/),
  });
  await engine.close();
});

test('a list that cannot be read changes nothing', async () => {
  const { list, engine, trade, lines } = await open();
  list([]);
  list(null as never);
  list([{ symbol: 'ETH/USDT' } as never]);
  expect((await trade()).length).toBeGreaterThan(0);
  expect(lines()).toContain('kucoin: its new list of markets cannot be read; the old one holds');
  await engine.close();
});

test('no order is larger than its market allows', async () => {
  const world = await open();
  world.change('ETH/BTC', { maxQuantity: 0.1 });
  world.change('SOL/ETH', { maxQuantity: 1 });
  const done = await world.trade();
  expect(done.map(({ status }) => status)).toContain('completed');
  expect(orders(world, 'ETH/BTC').map(({ quantity }) => Number(quantity) <= 0.1)).not.toContain(false);
  expect(orders(world, 'SOL/ETH').map(({ quantity }) => Number(quantity) <= 1)).not.toContain(false);
  expect(orders(world, 'ETH/BTC').length).toBeGreaterThan(0);
  const order = {
    exchange: 'kucoin',
    symbol: 'ETH/BTC',
    side: 'buy',
    type: 'limit',
    quantity: 1,
    price: 0.05,
  } as const;
  expect(await world.engine.command({ type: 'PlaceOrder', order })).toMatchObject({
    detail: 'the quantity must be at most 0.1',
  });
  await world.engine.close();
});

test('no order is worth more than its market allows', async () => {
  const world = await open();
  world.change('ETH/BTC', { maxNotional: 0.005 });
  world.change('SOL/ETH', { maxQuantity: 1 });
  const done = await world.trade();
  expect(done.map(({ status }) => status)).toContain('completed');
  const values = orders(world, 'ETH/BTC').map(({ quantity, price }) => Number(quantity) * Number(price));
  expect(values.length).toBeGreaterThan(0);
  expect(Math.max(...values)).toBeLessThanOrEqual(0.005);
  const common = { exchange: 'kucoin', symbol: 'ETH/BTC', side: 'buy', quantity: 1 } as const;
  expect(
    await world.engine.command({ type: 'PlaceOrder', order: { ...common, type: 'limit', price: 0.05 } }),
  ).toMatchObject({
    detail: 'it must be worth at most 0.005 BTC',
  });
  world.change('ETH/BTC', { maxMarketQuantity: 0.2 });
  world.quote();
  expect(await world.engine.command({ type: 'PlaceOrder', order: { ...common, type: 'market' } })).toMatchObject({
    detail: 'the quantity must be at most 0.2',
  });
  await world.engine.close();
});

test('an order by hand outside the band of prices is refused before it is sent', async () => {
  const { change, engine, quote } = await open();
  change('ETH/USDT', { priceBand: { least: 0.5, most: 2 } });
  quote();
  const order = {
    exchange: 'kucoin',
    symbol: 'ETH/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.1,
    price: 1000,
  } as const;
  expect(await engine.command({ type: 'PlaceOrder', order })).toMatchObject({
    detail: 'the price must be between 0.5 and 2 times 2501',
  });
  const sale = { exchange: 'kucoin', symbol: 'ETH/USDT', side: 'sell', type: 'limit', quantity: 0.1 } as const;
  change('ETH/USDT', { priceBand: { least: 0.2, most: 1.5, sell: { least: 0.8, most: 5 } } });
  quote();
  expect(await engine.command({ type: 'PlaceOrder', order: { ...sale, side: 'buy', price: 4000 } })).toMatchObject({
    detail: 'the price must be between 0.2 and 1.5 times 2501',
  });
  expect(await engine.command({ type: 'PlaceOrder', order: { ...sale, price: 1000 } })).toMatchObject({
    detail: expect.stringMatching(/^the price must be between 0.8 and 5 times/),
  });
  await engine.close();
});
