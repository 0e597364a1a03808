import { describe, expect, test } from 'vitest';
import type { EventStore } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { createWorld, noon, testConfig } from './world.suite.ts';

const start = { type: 'StartBot', parameters: {} } as const;

test('a bot that ran when its process ended runs since the next one has come in, and counts no time between', async () => {
  const first = await createWorld();
  await first.ask(start);
  expect(first.engine.state().running_since).toBe(noon);
  const later = noon + 5 * 3_600_000;
  const second = await createWorld({}, first.store, undefined, undefined, later);
  expect(second.engine.state()).toMatchObject({ lifecycle: 'running', running_since: later });
  await second.during(1000, second.engine.command({ type: 'StopBot', cancel_orders: true }));
  expect(second.engine.state().running_since).toBeNull();
});

describe('a stopped bot', () => {
  test('opens its paper account with the configured funds, once', async () => {
    const first = await createWorld();
    expect(first.engine.state().lifecycle).toBe('stopped');
    expect(first.engine.ledger.holdings('paper', 'kucoin').get('USDT')?.toFixed()).toBe('10000');
    const second = await createWorld({}, first.store);
    expect(second.engine.ledger.holdings('paper', 'kucoin').get('USDT')?.toFixed()).toBe('10000');
  });

  test('shows the best cycle of the moment but offers nothing', async () => {
    const { engine, fair, dislocate, types } = await createWorld();
    fair();
    dislocate();
    expect(engine.state().opportunities).toEqual([]);
    expect(engine.statistics().best_cycle).toMatchObject({
      type: 'TRI',
      exchange: 'kucoin',
      symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
    });
    expect(engine.statistics().best_cycle?.profit_pct).toBeCloseTo(
      ((2530 / (50_001 * 0.05001)) * 0.999 ** 3 - 1) * 100,
      9,
    );
    expect(types()).toEqual(['DayStarted', 'FundsDeposited']);
  });

  test('refuses to stop, to run on exchanges it does not see, and to trade live', async () => {
    const { engine } = await createWorld();
    const conflict = { ok: false, problem: 'conflict', detail: 'the bot is stopped' };
    expect(await engine.command({ type: 'StopBot', cancel_orders: true })).toEqual(conflict);
    expect(await engine.command({ type: 'StartBot', parameters: { enabled_exchanges: ['okx'] } })).toEqual({
      ok: false,
      problem: 'rejected',
      detail: 'none of okx is connected; connected are kucoin',
    });
    expect(await engine.command({ type: 'ChangeMode', mode: 'live' })).toEqual({
      ok: false,
      problem: 'rejected',
      detail: 'no exchange is connected for live trading',
    });
  });
});

describe('a running bot', () => {
  test('executes what it finds and books it to the last digit', async () => {
    const { engine, fair, dislocate, types, ask, clock } = await createWorld();
    await ask(start);
    fair();
    dislocate();
    await clock.advance(1000);
    const state = engine.state();
    const [execution] = [...state.executions.values()];
    expect(execution).toMatchObject({
      status: 'completed',
      exchange: 'kucoin',
      path: ['USDT', 'BTC', 'ETH', 'USDT'],
      left: expect.anything(),
    });
    expect(types().filter((type) => !type.startsWith('Opportunity') && type !== 'DecisionMade')).toEqual([
      'DayStarted',
      'FundsDeposited',
      'BotStarted',
      'ExecutionStarted',
      'EquityMarked',
      ...['OrderIntended', 'OrderSent', 'OrderFilled', 'OrderClosed'],
      ...['OrderIntended', 'OrderSent', 'OrderFilled', 'OrderClosed'],
      ...['OrderIntended', 'OrderSent', 'OrderFilled', 'OrderClosed'],
      'ExecutionFinished',
      'EquityMarked',
    ]);
    const usdt = engine.ledger.holdings('paper', 'kucoin').get('USDT');
    expect(usdt?.minus(10_000).toFixed()).toBe(execution?.profit);
    expect(Number(execution?.profit)).toBeGreaterThan(8);
    expect([...engine.ledger.imbalances()]).toEqual([]);
    expect(state.decision_counts).toMatchObject({ executed: 1 });
  });

  test('never spends more on a leg than the one before has brought', async () => {
    const { engine, fair, dislocate, ask, clock } = await createWorld();
    await ask(start);
    fair();
    dislocate();
    await clock.advance(1000);
    const { orders, executions } = engine.state();
    const legs = [...executions.values()].flatMap(({ order_ids }) => order_ids).map((id) => orders.get(id));
    const [first, second, third] = legs;
    expect(Number(second?.filled_quote)).toBeLessThanOrEqual(Number(first?.filled_quantity) * 0.999);
    expect(Number(third?.quantity)).toBeLessThanOrEqual(Number(second?.filled_quantity) * 0.999);
  });

  test('says why it skips: while one execution holds an asset, another does not enter it', async () => {
    const { engine, fair, dislocate, feed, ask } = await createWorld();
    await ask(start);
    fair();
    dislocate();
    feed.book('SOL/USDT', [[103, 100]], [[103.1, 100]]);
    const reasons = engine.state().decisions.map(({ decision, reason }) => `${decision} ${reason}`);
    expect(reasons).toContain('executed executed');
    expect(reasons).toContain('skipped asset_busy');
  });

  test('stops: no new opportunities, running executions end first', async () => {
    const { engine, fair, dislocate, ask, during } = await createWorld();
    await ask(start);
    fair();
    dislocate();
    const stopped = await during(2000, ask({ type: 'StopBot', cancel_orders: true }));
    expect(stopped).toEqual({ message: 'Bot stopped', cancelled_orders: 0 });
    expect(engine.state().lifecycle).toBe('stopped');
    expect([...engine.state().executions.values()].map(({ status }) => status)).toEqual(['completed']);
    expect(engine.state().opportunities.map(({ is_valid }) => is_valid)).toEqual([false]);
    dislocate(2540);
    expect(engine.state().opportunities).toHaveLength(1);
  });

  test('changes its mode only while stopped, and cannot be started twice', async () => {
    const { engine, ask } = await createWorld();
    await ask(start);
    expect(await engine.command({ type: 'ChangeMode', mode: 'paper' })).toEqual({
      ok: false,
      problem: 'conflict',
      detail: 'stop the bot before changing its mode',
    });
    expect(await engine.command(start)).toEqual({ ok: false, problem: 'conflict', detail: 'the bot is running' });
  });

  test('changes its mode neither by a command nor with a start while an order rests in the other one', async () => {
    const { engine, ask, during, fair } = await createWorld({ assets: {} });
    fair();
    const order = {
      exchange: 'kucoin',
      symbol: 'BTC/USDT',
      side: 'buy',
      type: 'limit',
      quantity: 0.1,
      price: 49_000,
    } as const;
    const { id } = await during(200, ask({ type: 'PlaceOrder', order }));
    const refusal = async (command: Parameters<typeof engine.command>[0]) => {
      const result = await engine.command(command);
      return result.ok ? 'taken' : result.detail;
    };
    const toLive = { type: 'StartBot', parameters: { mode: 'live' } } as const;
    expect(await refusal({ type: 'ChangeMode', mode: 'live' })).toBe('an order is still open');
    expect(await refusal(toLive)).toBe('an order of the other mode is still open');
    expect(engine.state().mode).toBe('paper');
    await during(200, ask({ type: 'CancelOrder', order_id: id }));
    expect(await refusal({ type: 'ChangeMode', mode: 'live' })).toBe('no exchange is connected for live trading');
    expect(await refusal(toLive)).not.toBe('an order of the other mode is still open');
  });

  test('goes on running after the process was ended', async () => {
    const before = await createWorld();
    await before.ask(start);
    await before.engine.close();
    const { engine } = await createWorld({}, before.store);
    expect(engine.state().lifecycle).toBe('running');
  });

  test('runs with what the start names, else with its settings; started again, as before', async () => {
    const { engine, ask, during } = await createWorld();
    await ask({ type: 'StartBot', parameters: { min_profit_threshold: 0.2, trading_pairs: ['ETH/BTC'] } });
    expect(engine.state().parameters).toMatchObject({ min_profit_threshold: 0.2, max_capital_per_route: 1000 });
    expect(await during(100, ask({ type: 'RestartBot', parameters: { max_capital_per_route: 50 } }))).toEqual({
      message: 'Bot restarted on paper with kucoin',
    });
    expect(engine.state().parameters).toEqual({
      enabled_exchanges: ['kucoin'],
      trading_pairs: ['ETH/BTC'],
      min_profit_threshold: 0.2,
      max_capital_per_route: 50,
    });
    await ask({ type: 'StopBot', cancel_orders: true });
    const parameters = { ...testConfig.parameters, min_profit_threshold: 0.7 };
    const config = { ...defaultConfig, parameters };
    await ask({ type: 'ActivateConfig', id: 'c', name: 'Careful', config, actor: 'install' });
    expect(engine.state().parameters).toEqual(parameters);
    await ask(start);
    expect(engine.state().parameters).toEqual(parameters);
  });

  test('looks only at the pairs it was given', async () => {
    const { engine, fair, dislocate, ask } = await createWorld();
    await ask({ type: 'StartBot', parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC'] } });
    fair();
    dislocate();
    expect(engine.state().opportunities).toEqual([]);
    expect(engine.statistics().best_cycle).toBeNull();
  });
});

test('a spectator that throws is logged, and stops nothing', async () => {
  const { engine, fair, dislocate, ask, clock, heard } = await createWorld();
  engine.subscribe(({ type }) => {
    if (type === 'OrderFilled') throw new Error('no such screen');
  });
  await ask(start);
  fair();
  dislocate();
  await clock.advance(1000);
  expect([...engine.state().executions.values()].map(({ status }) => status)).toEqual(['completed']);
  const complaints = heard.flatMap((event) =>
    event.type === 'LogWritten' && event.source === 'engine' ? [event.message] : [],
  );
  expect(complaints).toEqual(Array(3).fill('A listener failed at OrderFilled: Error: no such screen'));
});

test('a log listener that throws is logged once for each entry, and stops nothing', async () => {
  const { engine, heard } = await createWorld();
  engine.subscribe(({ type }) => {
    if (type === 'LogWritten') throw new Error('no such file');
  });
  const before = heard.length;
  engine.log('INFO', 'test', 'one');
  const lines = heard.slice(before).flatMap((event) => (event.type === 'LogWritten' ? [event.message] : []));
  expect(lines).toEqual(['one', 'A listener failed at LogWritten: Error: no such file']);
});

describe('the kill switch', () => {
  test('halts at once, survives a restart, and is reset by hand', async () => {
    const first = await createWorld();
    await first.ask(start);
    await first.during(100, first.ask({ type: 'Kill', reason: 'drill' }));
    first.fair();
    first.dislocate();
    await first.clock.advance(1000);
    expect(first.engine.state().executions.size).toBe(0);
    const second = await createWorld({}, first.store);
    expect(second.engine.state()).toMatchObject({
      lifecycle: 'stopped',
      halted: { cause: 'kill', reason: 'drill', at: noon },
    });
    expect(await second.engine.command(start)).toEqual({
      ok: false,
      problem: 'conflict',
      detail: 'the bot is halted: drill',
    });
    await second.ask({ type: 'ResetKill' });
    await second.ask(start);
    expect(second.engine.state().lifecycle).toBe('running');
  });

  test('lets nothing leave after it was acknowledged, in the middle of an execution', async () => {
    const { engine, fair, dislocate, ask, clock, during, heard } = await createWorld();
    await ask(start);
    fair();
    dislocate();
    await clock.advance(10);
    const killed = engine.command({ type: 'Kill', reason: 'drill' });
    const sentBefore = heard.filter(({ type }) => type === 'OrderSent').length;
    await during(60_000, killed);
    expect(heard.filter(({ type }) => type === 'OrderSent')).toHaveLength(sentBefore);
    const [execution] = [...engine.state().executions.values()];
    expect(execution).toMatchObject({ status: 'stranded', left: [{ asset: 'BTC', stranded: true }] });
    expect([...(engine.state().residuals.get('kucoin') ?? [])]).toEqual([['BTC', execution?.left[0]?.amount]]);
  });
});

test('an exchange whose market data is down says so in its wallet, and no longer once it is live again', async () => {
  const { engine, feed, clock, fair } = await createWorld();
  fair();
  const status = (one: 'down' | 'live', detail: string) =>
    feed.say({ type: 'FeedStatusChanged', exchange: 'kucoin', status: one, detail, at: clock.now() });
  const wallet = () => {
    const { exchange, error, total_usd } = engine.balances().exchanges[0] ?? expect.unreachable('no wallet');
    return { exchange, error, total_usd };
  };
  status('down', 'the socket was closed');
  expect(wallet()).toEqual({ exchange: 'kucoin', error: 'the socket was closed', total_usd: 10_000 });
  status('live', '');
  expect(wallet()).toEqual({ exchange: 'kucoin', error: null, total_usd: 10_000 });
});

test('a stop that is under way when the engine closes finds no journal any more, and ends all the same', async () => {
  let isClosed = false;
  const journal = new Proxy<EventStore<Fact>>(createMemoryStore<Fact>(), {
    get: (store, key: keyof EventStore<Fact>) => {
      if (isClosed && key !== 'lastSeq' && key !== 'committed') throw new Error('database is not open');
      return store[key].bind(store);
    },
  });
  const { engine, ask, during, fair, clock } = await createWorld({}, journal);
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  const order = {
    exchange: 'kucoin',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.01,
    price: 49_000,
  } as const;
  await during(100, engine.command({ type: 'PlaceOrder', order }));
  const stopped = engine.command({ type: 'StopBot', cancel_orders: true });
  await engine.close();
  isClosed = true;
  await clock.advance(1000);
  expect(await stopped).toMatchObject({ ok: true });
});
