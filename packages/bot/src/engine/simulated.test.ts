import { BigNumber } from 'bignumber.js';
import { expect, test } from 'vitest';
import { createPaperExchange } from '../exchange/paper.ts';
import { simulatedMarket } from '../exchange/simulated.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from './clock.ts';
import { defaultConfig } from './config.ts';
import { createEngine } from './engine.ts';
import { noon } from './world.suite.ts';

test('on the simulated market trades, balances and exchanges agree to the last digit', async () => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed: 7 }).map((feed) => createPaperExchange(feed, clock));
  let made = 0;
  const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1 };
  const engine = createEngine({ exchanges, clock, store: createMemoryStore(), ids: () => `id-${++made}`, config });
  await engine.start();
  const enabled_exchanges = exchanges.map(({ name }) => name);
  await engine.command({ type: 'StartBot', parameters: { enabled_exchanges, min_profit_threshold: 0.1 } });
  for (let second = 0; second < 90; second++) await clock.advance(1000);
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
    const asked = exchange.balances();
    await clock.advance(100);
    const booked = [...engine.ledger.holdings('paper', exchange.name)].map(([asset, amount]) => [
      asset,
      amount.toFixed(),
    ]);
    expect(await asked).toEqual({ kind: 'balances', total: Object.fromEntries(booked) });
  }
  await engine.close();
});
