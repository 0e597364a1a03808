import { BigNumber } from 'bignumber.js';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import { defaultConfig, type EngineConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { allFree } from '../venues/file-venue.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { createEngine } from './engine.ts';
import { noon } from './world.suite.ts';

const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1 };

/** A bot on the simulated market that takes every chance above 0.1 %. */
const trading = async (own: Partial<EngineConfig> = {}) => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed: 1 }).map((feed) => createPaperExchange(feed, clock));
  let made = 0;
  const options = { exchanges, clock, store: createMemoryStore<Fact>(), ids: () => `id-${++made}` };
  const engine = createEngine({ ...options, config: { ...config, ...own } });
  await engine.start();
  const enabled_exchanges = exchanges.map(({ account }) => account.id);
  await engine.command({ type: 'StartBot', parameters: { enabled_exchanges, min_profit_threshold: 0.1 } });
  return { clock, exchanges, engine, enabled_exchanges };
};

test('on the simulated market trades, balances and exchanges agree to the last digit', async () => {
  const { clock, exchanges, engine, enabled_exchanges } = await trading();
  for (let second = 0; second < 40; second++) await clock.advance(1000);
  const stopped = engine.command({ type: 'StopBot', cancel_orders: true });
  await clock.advance(5000);
  await stopped;

  const { executions } = engine.state();
  expect(executions.size).toBeGreaterThan(10);
  const profit = BigNumber.sum(0, ...[...executions.values()].map((execution) => execution.profit ?? Number.NaN));
  const held = enabled_exchanges.map((name) => engine.ledger.balance('paper', name, 'USDT'));
  expect(BigNumber.sum(...held).toFixed()).toBe(profit.plus(10_000 * exchanges.length).toFixed());
  expect([...engine.ledger.imbalances()]).toEqual([]);
  for (const exchange of exchanges) {
    const asked = exchange.account.balances();
    await clock.advance(100);
    const booked = [...engine.ledger.holdings('paper', exchange.account.id)].map(([asset, amount]) => [
      asset,
      amount.toFixed(),
    ]);
    expect(await asked).toEqual({ kind: 'balances', holdings: allFree(Object.fromEntries(booked)) });
  }
  await engine.close();
});

test('on the simulated market no limit of an asset is ever exceeded, also where fills are worth more than was planned', async () => {
  const limit = { max_position: 400, max_daily_volume: 1000 };
  const held = ['BTC', 'ETH', 'EUR', 'USDC', 'BNB', 'SOL'];
  const { clock, engine } = await trading({ assets: Object.fromEntries(held.map((asset) => [asset, limit])) });
  const reached = new Set<string>();
  for (let second = 0; second < 60; second++) {
    await clock.advance(1000);
    for (const { name, scope, limit: most, used } of engine.risk().limits) {
      if (name !== 'daily_volume' && name !== 'position') continue;
      expect({ second, name, scope, isWithin: (used ?? 0) <= (most ?? 0) }).toEqual({
        second,
        name,
        scope,
        isWithin: true,
      });
      if ((used ?? 0) > 0.95 * (most ?? 0)) reached.add(name);
    }
  }
  expect([...reached]).toContain('daily_volume');
  await engine.close();
});
