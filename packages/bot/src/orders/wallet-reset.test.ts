import { describe, expect, test } from 'vitest';
import { faultOfMoney } from '../engine/money.suite.ts';
import { createWorld, noon } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { PlaceOrder } from '../model/command.ts';
import type { Fact } from '../model/event.ts';
import type { PriceSource } from '../model/market-event.ts';
import { moneyBetween } from '../portfolio/money.ts';
import { allFree } from '../venues/file-venue.suite.ts';
import { createLiveWorld } from './live-world.suite.ts';

const practice: PriceSource = { name: 'practice', source: 'simulated' };
const funds = { USDT: '5000', BTC: '0.1' };
const actor = { name: 'ada', role: 'operator' };
const reset = { type: 'ResetWallet', market: 'practice', actor } as const;
const begun = (store = createMemoryStore<Fact>(), at = noon, market = practice) =>
  createWorld({ paper_funds: funds, assets: {} }, store, undefined, undefined, at, market);
type World = Awaited<ReturnType<typeof begun>>;

/** One cycle is executed; then a kill leaves another one with BTC in the middle, and is lifted. */
const traded = async () => {
  const world = await begun();
  const { ask, during, clock, engine } = world;
  const trade = async (ms: number) => {
    await ask({ type: 'StartBot', parameters: {} });
    world.fair();
    await clock.advance(2_000);
    world.fair();
    world.dislocate();
    await clock.advance(ms);
  };
  await trade(1_000);
  world.fair();
  await clock.advance(5_000);
  await ask({ type: 'StopBot', cancel_orders: true });
  await trade(10);
  await during(60_000, engine.command({ type: 'Kill', reason: 'drill' }));
  await ask({ type: 'ResetKill' });
  world.fair();
  await clock.advance(1_000);
  return world;
};
const totals = ({ engine }: World) =>
  Object.fromEntries(
    Object.entries(engine.balances().exchanges[0]?.balances ?? {}).map(([asset, { total }]) => [asset, total]),
  );
const paid = async ({ exchange, clock }: World) => {
  const asked = exchange.account.balances(1_000);
  await clock.advance(1_000);
  return asked;
};
const factsOf = ({ store }: World) => [...store.read()].map(({ fact }) => fact);

describe('a paper wallet that is reset', () => {
  test('holds its starting funds, in the ledger as at the exchange, and its limits count anew', async () => {
    const world = await traded();
    const { engine, ask } = world;
    expect([...(engine.state().residuals.get('kucoin')?.keys() ?? [])]).toEqual(['BTC']);
    expect(engine.state().today).toMatchObject({ executions: 2, volume: { BTC: expect.any(Number) } });
    expect(await ask(reset)).toEqual({ message: 'The paper wallet of practice has its starting funds again' });
    expect(totals(world)).toMatchObject({ USDT: 5_000, BTC: 0.1, ETH: 0 });
    expect(await paid(world)).toMatchObject({ holdings: allFree({ USDT: '5000', BTC: '0.1', ETH: '0' }) });
    expect(engine.risk().stranded).toEqual([]);
    expect(engine.state()).toMatchObject({
      today: { executions: 0, volume: {}, peak_equity: 10_000 },
      equity: { base: 10_000, last: 10_000 },
    });
    // What was done stays done.
    expect(engine.state().executions.size).toBe(2);
  });

  test('moves money and earns none: each part of the change of equity is the same to the last digit', async () => {
    const world = await traded();
    const { engine, ask, clock } = world;
    await clock.advance(60_000);
    const before = engine.state().money.get('paper')?.marked?.parts.at(-1);
    const was = engine.state().equity.last ?? 0;
    await ask(reset);
    const after = engine.state().money.get('paper')?.marked?.parts.at(-1);
    if (!before || !after) return expect.unreachable('no marks');
    const { change, flows, realised, unrealised } = moneyBetween(
      { ...before, equity_usd: was },
      { ...after, equity_usd: engine.state().equity.last ?? 0 },
    );
    expect(change).toBeCloseTo(10_000 - was, 6);
    expect(flows).toBeCloseTo(change, 6);
    // The position that was left counted as lost, and was worth as much.
    expect(realised).toBeGreaterThan(900);
    expect(unrealised).toBeCloseTo(-realised, 6);
    expect(faultOfMoney(factsOf(world))).toBeNull();
  });

  test('trades again, and is the same after a restart', async () => {
    const world = await traded();
    await world.ask(reset);
    await world.ask({ type: 'StartBot', parameters: {} });
    world.fair();
    await world.clock.advance(2_000);
    world.fair();
    world.dislocate();
    await world.clock.advance(1_000);
    world.fair();
    await world.clock.advance(5_000);
    const { engine } = world;
    expect(engine.state().today.executions).toBe(1);
    expect([...engine.state().executions.values()].at(-1)).toMatchObject({ status: 'completed' });
    const shown = totals(world);
    expect(Object.fromEntries([...engine.ledger.imbalances()])).toEqual({});
    await engine.close();
    const again = await begun(world.store, world.clock.now() + 1_000);
    expect(totals(again)).toEqual(shown);
    expect(faultOfMoney(factsOf(again))).toBeNull();
  });

  test('is one market’s: another has what it had', async () => {
    const world = await traded();
    const shown = totals(world);
    await world.engine.close();
    const elsewhere = await begun(world.store, noon + 3_600_000, { name: 'live', source: 'exchange' });
    elsewhere.fair();
    await elsewhere.ask({ ...reset, market: 'live' });
    await elsewhere.engine.close();
    expect(totals(await begun(world.store, noon + 7_200_000))).toEqual(shown);
  });

  test('is known by the key of its call', async () => {
    const world = await traded();
    await world.ask({ ...reset, key: { id: 'k', fingerprint: 'f' } });
    expect(world.engine.state().effect_keys.get('k')).toMatchObject({ fingerprint: 'f', kind: 'wallet' });
  });
});

describe('a reset is refused', () => {
  const refused = async (world: World, command: typeof reset | (Omit<typeof reset, 'market'> & { market: string })) => {
    const result = await world.engine.command(command);
    expect(factsOf(world).filter(({ type }) => type === 'WalletReset')).toEqual([]);
    return result.ok ? 'taken' : `${result.code}: ${result.detail}`;
  };

  test('while an execution runs', async () => {
    const world = await begun();
    await world.ask({ type: 'StartBot', parameters: {} });
    world.fair();
    await world.clock.advance(2_000);
    world.fair();
    world.dislocate();
    await world.clock.advance(10);
    expect(await refused(world, reset)).toBe('execution_running: an execution is running: try again when it has ended');
  });

  test('while an order rests', async () => {
    const world = await begun();
    world.fair();
    const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 40_000 };
    await world.during(200, world.ask({ type: 'PlaceOrder', order } as PlaceOrder));
    expect(await refused(world, reset)).toBe('order_open: an order is open: cancel it first');
  });

  test('for another market than the one that the caller saw', async () => {
    expect(await refused(await begun(), { ...reset, market: 'live' })).toBe(
      'another_market: the market is practice, not live: look at its wallet first',
    );
  });

  test('of an account that the exchange keeps', async () => {
    const { engine } = await createLiveWorld();
    expect(await engine.command({ type: 'ResetWallet', actor })).toMatchObject({
      ...{ ok: false, code: 'real_money' },
      detail: 'kucoin keeps its account itself: only a paper wallet can be reset',
    });
  });
});
