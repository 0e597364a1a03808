import { expect, test } from 'vitest';
import { createCore } from '../engine/create-core.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createExchangeMarkets } from '../kernel/markets.ts';
import { createTurns } from '../kernel/turns.ts';
import { messageOf } from '../market/message.suite.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { EngineConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import type { Opportunity } from './opportunity.ts';
import { opportunityRecord } from './opportunity-record.ts';
import { planExecution, sizeForRoute } from './planning.ts';
import { createRouteMemory } from './route-memory.ts';

/** USDT → BTC → ETH → USDT earns some 1 %, sized within 1,000 USDT; `free` USDT are on the account. */
const sizedOpportunity = (free: string, config: Partial<EngineConfig> = {}) => {
  const clock = createVirtualClock(noon);
  let ids = 0;
  const options = {
    exchanges: [],
    clock,
    store: createMemoryStore<Fact>(),
    ids: () => `id-${++ids}`,
    config: { ...testConfig, assets: {}, ...config },
  };
  const { core } = createCore(options, createTurns({ clock }));
  const given = { exchange: 'kucoin', instruments: scriptedInstruments(), fundingCurrencies: ['USDT'] };
  const setting = { ...given, books: { kind: 'whole' }, maxBookAgeMs: 1500, now: clock.monotonic } as const;
  const markets = createExchangeMarkets(setting, { threshold: 0.005, pairs: [], tri: true, quad: true });
  const quote = (symbol: string, bid: number, ask: number, size: number): number =>
    markets.apply(
      messageOf({
        symbol,
        bids: [[bid, size]],
        asks: [[ask, size]],
        at: clock.now(),
        received: clock.monotonic(),
      }),
    )?.hits ?? 0;
  core.addMarkets(markets);
  core.recorder.record([
    { type: 'FundsDeposited', id: 'funds', exchange: 'kucoin', mode: 'paper', asset: 'USDT', amount: free, at: noon },
  ]);
  quote('BTC/USDT', 49_999, 50_001, 10);
  quote('ETH/BTC', 0.04999, 0.05001, 100);
  expect(quote('ETH/USDT', 2540, 2541, 100)).toBe(1);
  const sized = sizeForRoute(core, { markets, cycle: markets.detector().cycle(0) });
  if (typeof sized === 'string') return expect.unreachable(sized);
  const stamp = { at: clock.now(), received: clock.monotonic() };
  const kinship = { dislocation: { id: 'd', edge: 4 }, alternatives: 0 };
  const record = opportunityRecord(
    'o',
    sized,
    { ...stamp, provenance: null, volatilityPct: null, fillRate: null, executionMs: null },
    kinship,
  );
  const opportunity: Opportunity = { ...sized, record };
  const memory = createRouteMemory(clock, core.recorder.state, () => 0);
  const request = { opportunity, amount: null, trigger: 'automatic', dry_run: true } as const;
  const startOf = (isSizedNow: boolean): number => {
    const planned = planExecution(core, memory, { ...request, isSizedNow });
    return planned.ok ? Number(planned.plan.start_amount) : expect.unreachable(planned.detail);
  };
  return { startOf, quote };
};

test('an opportunity that was sized in this turn is planned as it is, an older one by the books of now', () => {
  const { startOf, quote } = sizedOpportunity('10000');
  expect(startOf(true)).toBe(startOf(false));
  quote('ETH/USDT', 2540, 2541, 0.1);
  expect(startOf(true)).toBeCloseTo(999.5, 0);
  expect(startOf(false)).toBeLessThan(260);
});

test('a size above what is free is not planned with', () => {
  const { startOf } = sizedOpportunity('300');
  expect(startOf(true)).toBe(startOf(false));
  expect(startOf(true)).toBeLessThanOrEqual(300);
  expect(startOf(true)).toBeGreaterThan(290);
});

test('a size above what a limit leaves is not planned with', () => {
  const { startOf } = sizedOpportunity('10000', { total_capital: 400 });
  expect(startOf(true)).toBe(startOf(false));
  expect(startOf(true)).toBeLessThanOrEqual(400);
  expect(startOf(true)).toBeGreaterThan(390);
});
