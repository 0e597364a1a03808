import { expect } from 'vitest';
import type { EventStore } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { type BreakerSettings, defaultBreakers } from '../model/breaker-settings.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Answers, Command } from '../model/command.ts';
import { defaultConfig, type EngineConfig } from '../model/config.ts';
import type { EngineEvent, Fact } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import type { PriceSource } from '../model/market-event.ts';
import { createOwnSwitch, type KillSwitch } from '../risk/gate.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';
import { createEngine } from './engine.ts';

export const noon = Date.UTC(2026, 0, 31, 12);

/** No breaker trips on what executions and silent books do: tests of breakers ask for them. */
const patient: BreakerSettings = {
  ...defaultBreakers,
  consecutive_failures: { count: Number.POSITIVE_INFINITY, cool_off_ms: null },
  reject_rate: { ...defaultBreakers.reject_rate, least_orders: Number.POSITIVE_INFINITY },
  stale_data: { ...defaultBreakers.stale_data, for_ms: Number.POSITIVE_INFINITY },
};

/** As by default, with room for what a cycle of the largest capital may gain. */
const roomy: EngineConfig['assets'] = Object.fromEntries(
  ['BTC', 'ETH', 'BNB'].map((asset) => [asset, { max_position: 1050, max_daily_volume: 5250 }]),
);

export const testConfig: EngineConfig = {
  ...defaultConfig,
  assets: roomy,
  breakers: patient,
  parameters: { ...defaultConfig.parameters, enabled_exchanges: ['kucoin'] },
};

/** A kill switch that outlives the process, as the kill file does. */
export const createLastingSwitch = (): KillSwitch => {
  const own = createOwnSwitch();
  return {
    ...own,
    throw: (cause, reason) => {
      own.throw(cause, reason);
      return true;
    },
  };
};

/** The journal as a crash leaves it that comes before the first fact of that type. */
export const cutBefore = (store: EventStore<Fact>, type: Fact['type']): EventStore<Fact> => {
  const facts = [...store.read()].map(({ fact }) => fact);
  const cut = createMemoryStore<Fact>();
  cut.append(
    facts.slice(
      0,
      facts.findIndex((fact) => fact.type === type),
    ),
  );
  return cut;
};

/** An engine on one scripted paper exchange, begun at noon; null leaves its configuration to the journal. */
export const createWorld = async (
  config: Partial<EngineConfig> | null = {},
  store: EventStore<Fact> = createMemoryStore(),
  prepare: (exchange: Exchange) => void = () => {},
  killSwitch?: KillSwitch,
  begun = noon,
  market?: PriceSource,
) => {
  const clock = createVirtualClock(begun);
  const feed = scriptedFeed(clock);
  const exchange = createPaperExchange(feed, clock);
  prepare(exchange);
  let made = store.lastSeq();
  const ids = () => `id-${++made}`;
  const given = config === null ? null : { ...testConfig, ...config };
  const engine = createEngine({
    ...{ exchanges: [exchange], clock, store, ids, config: given },
    ...(killSwitch && { killSwitch }),
    ...(market && { market }),
  });
  const heard: EngineEvent[] = [];
  engine.subscribe((event) => heard.push(event));
  await engine.start();
  const level = (price: number, size: number) => [[price, size]] as const;
  return {
    clock,
    feed,
    exchange,
    engine,
    store,
    heard,
    /** What was heard of these types, without ids and logs in between. */
    types: () => heard.map(({ type }) => type).filter((type) => type !== 'LogWritten' && type !== 'NotificationRaised'),
    /** Books without any profit: BTC 50,000, ETH 2,500, SOL 100. */
    fair: () => {
      feed.book('BTC/USDT', level(49_999, 10), level(50_001, 10));
      feed.book('ETH/BTC', level(0.04999, 100), level(0.05001, 100));
      feed.book('ETH/USDT', level(2499.5, 100), level(2500.5, 100));
      feed.book('SOL/ETH', level(0.03999, 1000), level(0.04001, 1000));
      feed.book('SOL/USDT', level(99.95, 1000), level(100.05, 1000));
    },
    /** ETH sells for 1.2 % more than it costs by way of BTC: USDT → BTC → ETH → USDT earns. */
    dislocate: (bid = 2530, size = 100) => feed.book('ETH/USDT', level(bid, size), level(bid + 1, size)),
    ask: async <C extends Command>(command: C): Promise<Answers[C['type']]> => {
      const result = await engine.command(command);
      if (!result.ok) return expect.unreachable(`${command.type} was refused: ${result.detail}`);
      return result.value;
    },
    /** Carries a command out while the clock goes on. */
    during: async <T>(ms: number, asked: Promise<T>): Promise<T> => {
      await clock.advance(ms);
      return asked;
    },
  };
};
