import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';
import { createEngine } from './engine.ts';
import { noon, testConfig } from './world.suite.ts';

const names = ['kucoin', 'kucoin:second'] as const;

test('two accounts of one venue stand side by side: each has its own ledger, orders and executions, also after a restart', async () => {
  const clock = createVirtualClock(noon);
  const store = createMemoryStore<Fact>();
  const feeds = names.map((name) => scriptedFeed(clock, scriptedInstruments(name)));
  let made = 0;
  const fees = { kucoin: { taker_pct: 0.2 }, 'kucoin:third': { taker_pct: 5 } };
  const config = {
    ...testConfig,
    assets: {},
    fees,
    parameters: { ...testConfig.parameters, enabled_exchanges: [...names] },
  };
  const start = async () => {
    const engine = createEngine({
      exchanges: feeds.map((feed) => createPaperExchange(feed, clock)),
      clock,
      store,
      ids: () => `id-${++made}`,
      config,
    });
    await engine.start();
    if (engine.state().lifecycle !== 'running') await engine.command({ type: 'StartBot', parameters: {} });
    return engine;
  };
  const engine = await start();
  const quote = (at: number, bid: number) => {
    const feed = feeds[at];
    feed?.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    feed?.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    feed?.book('ETH/USDT', [[bid, 100]], [[bid + 1, 100]]);
  };
  quote(0, 2500);
  quote(1, 2500);
  await clock.advance(1000);
  quote(1, 2550);
  await clock.advance(5000);
  const executions = [...engine.state().executions.values()];
  expect(executions.length).toBeGreaterThan(0);
  expect(executions.map(({ exchange }) => exchange)).not.toContain('kucoin');
  expect(executions[0]?.legs.map(({ fee_pct }) => fee_pct)).toEqual([0.2, 0.2, 0.2]);
  const held = () => names.map((name) => engine.ledger.balance('paper', name, 'USDT').toFixed());
  const before = held();
  expect(before[0]).toBe('10000');
  expect(Number(before[1])).toBeGreaterThan(10_000);
  expect(engine.balances().exchanges.map(({ exchange }) => exchange)).toEqual(names);
  expect(engine.connections().map(({ exchange }) => exchange)).toEqual(names);
  await engine.close();
  const again = await start();
  expect(names.map((name) => again.ledger.balance('paper', name, 'USDT').toFixed())).toEqual(before);
  await again.close();
});
