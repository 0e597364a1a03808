import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { folded } from '../kernel/fold.suite.ts';
import { createVirtualClock } from '../model/clock.ts';
import { defaultConfig, type EngineConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';
import { createEngine } from './engine.ts';
import { createWorld, noon } from './world.suite.ts';

const start = { type: 'StartBot', parameters: {} } as const;
const parameters = { ...defaultConfig.parameters, enabled_exchanges: ['kucoin'] };
const activation = (config: Partial<EngineConfig> = {}) => ({
  type: 'ActivateConfig' as const,
  id: 'c-1',
  name: 'Careful',
  config: { ...defaultConfig, assets: {}, parameters, ...config },
  actor: { name: 'ada', role: 'admin' },
});

describe('a bot whose journal names no configuration', () => {
  const created = async () => {
    const store = createMemoryStore<Fact>();
    const world = await createWorld(null, store);
    return { ...world, store };
  };

  test('stays stopped, says why, and trades once one is activated', async () => {
    const { engine, fair, ask } = await created();
    fair();
    const refused = { ok: false, problem: 'conflict', detail: expect.stringMatching(/no configuration is in force/) };
    expect(await engine.command(start)).toEqual(refused);
    expect(await engine.command({ type: 'RestartBot', parameters: {} })).toEqual(refused);
    const order = {
      exchange: 'kucoin',
      symbol: 'BTC/USDT',
      side: 'buy',
      order_type: 'limit',
      quantity: 0.001,
      price: 50_000,
    };
    expect(await engine.command({ type: 'PlaceOrder', order: { ...order, time_in_force: 'IOC' } as never })).toEqual(
      refused,
    );
    expect(await ask(activation())).toEqual({ version: 1 });
    expect(await ask(start)).toEqual({ message: 'Bot started on paper with kucoin' });
  });

  test('gives its paper account nothing', async () => {
    const { engine } = await created();
    expect([...engine.ledger.holdings('paper', 'kucoin')]).toEqual([]);
  });

  test('does not run again after a restart, though it ran when it was killed', async () => {
    const store = createMemoryStore<Fact>();
    store.append([{ type: 'BotStarted', mode: 'paper', parameters, at: noon }]);
    const again = await createWorld(null, store);
    expect(again.engine.state()).toMatchObject({ lifecycle: 'stopped', running: false });
    expect(again.engine.state().logs.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Not running again: no configuration is in force/),
    );
  });
});

describe('a configuration in force', () => {
  test('is a fact with all its values and who put it there, and holds after a restart whatever the engine is given', async () => {
    const { ask, store, engine } = await createWorld();
    await ask(activation({ max_concurrent_orders: 7 }));
    await ask({ ...activation({ max_concurrent_orders: 8 }), name: 'Bold' });
    await engine.close();
    const facts = [...store.read()].map(({ fact }) => fact).filter(({ type }) => type === 'ConfigActivated');
    expect(facts).toEqual([
      { ...activation({ max_concurrent_orders: 7 }), type: 'ConfigActivated', version: 1, at: noon },
      { ...activation({ max_concurrent_orders: 8 }), type: 'ConfigActivated', name: 'Bold', version: 2, at: noon },
    ]);
    const again = await createWorld({ max_concurrent_orders: 1 }, store);
    expect(again.engine.state().config).toMatchObject({
      version: 2,
      name: 'Bold',
      config: { max_concurrent_orders: 8 },
    });
  });

  test('bounds what is executed at once, and each execution names its version', async () => {
    const { ask, engine, fair, dislocate, clock } = await createWorld();
    await ask(activation({ auto_execute: false }));
    await ask(start);
    fair();
    dislocate();
    expect(engine.state().executions.size).toBe(0);
    await ask({ ...activation({ auto_execute: true }) });
    fair();
    await clock.advance(2_000);
    fair();
    dislocate();
    await clock.advance(2_000);
    const [execution] = [...engine.state().executions.values()];
    expect(execution).toMatchObject({ config_version: 2 });
    expect(execution && tradeRecord(execution, engine.state().orders)).toMatchObject({ config_version: 2 });
    expect(engine.state()).toMatchObject({ started_under: 1, config: { version: 2 } });
  });

  test('of an older program has the default for what that one did not know', () => {
    const { max_book_age_ms: _, breakers, ...config } = defaultConfig;
    const { stale_data: __, ...fewer } = breakers;
    const old = { ...config, breakers: fewer, total_capital: 5 } as unknown as EngineConfig;
    const state = folded({ ...activation(), type: 'ConfigActivated', version: 1, config: old, at: noon });
    expect(state.config?.config).toEqual({ ...defaultConfig, total_capital: 5 });
    expect(state.config?.config.by_hand).toBeUndefined();
  });

  test('is refused, and nothing follows it, when the journal cannot be written', async () => {
    const store = createMemoryStore<Fact>();
    const engine = createEngine({
      exchanges: [],
      clock: createVirtualClock(noon),
      store,
      ids: () => 'id',
      config: null,
    });
    await engine.close();
    expect(await engine.command(activation())).toMatchObject({ ok: false, problem: 'unavailable' });
    expect(engine.state().config).toBeNull();
  });
});

describe('the fees of the configuration', () => {
  const completed = async (fees?: EngineConfig['fees']) => {
    const world = await createWorld(fees === undefined ? {} : { fees });
    world.fair();
    await world.ask(start);
    world.dislocate();
    await world.clock.advance(5000);
    return { ...world, executions: [...world.engine.state().executions.values()] };
  };

  test('are those that are reckoned with, and those that are charged', async () => {
    const { engine, executions } = await completed({
      kucoin: { taker_pct: 0.05, markets: { 'ETH/USDT': { taker_pct: 0 } } },
    });
    expect(executions).toHaveLength(1);
    const [execution] = executions;
    expect(execution?.legs.map(({ fee_pct }) => fee_pct)).toEqual([0.05, 0.05, 0]);
    const orders = execution?.order_ids.map((id) => engine.state().orders.get(id));
    const rates = orders?.map((order) => {
      const received = order?.side === 'buy' ? order.filled_quantity : order?.filled_quote;
      return Number(order?.fees[0]?.amount ?? 0) / Number(received);
    });
    expect(rates).toEqual([0.0005, 0.0005, 0]);
    // Nothing slipped: what was expected has come, but for what whole lots left over.
    const planned = Number(execution?.expected_end) - Number(execution?.start_amount);
    expect(Number(execution?.profit)).toBeCloseTo(planned, 1);
    expect(engine.statistics().exchanges[0]).toMatchObject({ taker_fee_pct: 0.05, fee_source: 'configured' });
  });

  test('may be paid with an asset of which there is a price, else nothing is begun', async () => {
    const { engine, executions } = await completed({ kucoin: { token: { asset: 'XYZ', discount_pct: 20 } } });
    expect(executions).toEqual([]);
    expect(engine.statistics().decisions.by_reason[0]?.reason).toBe('no_valuation');
    expect((await completed({ kucoin: { token: { asset: 'SOL', discount_pct: 20 } } })).executions).toHaveLength(1);
  });

  test('name no tier that the exchange does not have', async () => {
    const { engine } = await createWorld();
    const refused = await engine.command(activation({ fees: { kucoin: { tier: 'VIP 99' } } }));
    expect(refused).toMatchObject({ ok: false, problem: 'rejected' });
    expect(refused.ok ? '' : refused.detail).toMatch(/^kucoin has no fee tier "VIP 99": its tiers are VIP 0, VIP 1/);
    expect(await engine.command(activation({ fees: { kucoin: { tier: 'VIP 1' } } }))).toMatchObject({ ok: true });
  });

  test('that eat up the profit leave nothing to trade, and hold from the next start on', async () => {
    expect((await completed({ kucoin: { taker_pct: 0.5 } })).executions).toEqual([]);
    const world = await completed();
    expect(world.executions).toHaveLength(1);
    await world.ask(activation({ fees: { kucoin: { taker_pct: 0.5 } } }));
    expect(world.engine.statistics().exchanges[0]?.taker_fee_pct).toBe(0.1);
    await world.during(5000, world.ask({ type: 'RestartBot', parameters: {} }));
    expect(world.engine.statistics().exchanges[0]?.taker_fee_pct).toBe(0.5);
  });
});
