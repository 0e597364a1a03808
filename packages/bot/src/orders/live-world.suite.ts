import { expect } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import type { EventStore } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { EngineConfig } from '../model/config.ts';
import type { EngineEvent, Fact } from '../model/event.ts';
import type { Account, AccountEvent, MarketData, OrderReport } from '../model/exchange.ts';
import { withFaults } from '../venues/faulty.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';

/** The id of an order of ours, made at noon: the `number`th. */
export const ownId = (number: number): string => {
  const time = noon.toString(16).padStart(12, '0');
  return `${time}7000800000000${number.toString(16).padStart(7, '0')}`;
};

type MutableAccount = { -readonly [K in keyof Account]: Account[K] };
type Options = {
  readonly config?: Partial<EngineConfig>;
  readonly store?: EventStore<Fact>;
  /** Replaces calls of the exchange before the bot starts. */
  readonly prepare?: (exchange: { readonly market: MarketData; readonly account: MutableAccount }) => void;
};

/** A running bot at an exchange that keeps its account itself; a test may replace each call of the exchange at any time. */
export const createLiveWorld = async ({ config, store = createMemoryStore<Fact>(), prepare }: Options = {}) => {
  const clock = createVirtualClock(noon);
  const feed = scriptedFeed(clock);
  const inner = createPaperExchange(feed, clock);
  await inner.market.instruments(1000);
  inner.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
  const faulty = withFaults(inner, clock, () => 1);
  const account: MutableAccount = { ...faulty.account };
  const exchange = { market: faulty.market, account };
  let push = (_event: AccountEvent): void => {};
  account.subscribe = (listener) => {
    push = listener;
    return inner.account.subscribe(listener);
  };
  prepare?.(exchange);
  let made = store.lastSeq();
  const ids = () => `id-${++made}`;
  const engine = createEngine({ exchanges: [exchange], clock, store, ids, config: { ...testConfig, ...config } });
  const events: EngineEvent[] = [];
  engine.subscribe((event) => events.push(event));
  await Promise.all([engine.start(), clock.advance(20_000)]);
  if (engine.state().lifecycle === 'stopped') await engine.command({ type: 'StartBot', parameters: {} });
  const level = (price: number, size = 100) => [[price, size]] as const;
  const quote = (bid: number): void => {
    feed.book('BTC/USDT', level(49_999, 10), level(50_001, 10));
    feed.book('ETH/BTC', level(0.04999), level(0.05001));
    feed.book('ETH/USDT', level(bid), level(bid + 1));
  };
  return {
    ...{ clock, feed, inner, exchange, engine, store, events },
    push: (report: OrderReport) => push({ kind: 'report', report }),
    /** What the account says by itself. */
    say: (event: AccountEvent) => push(event),
    /** Books without any profit. */
    fair: () => quote(2499.5),
    /** USDT → BTC → ETH → USDT earns 1.2 %. */
    dislocate: () => quote(2530),
    /** What the exchange holds from now on, whatever the bot knows. */
    holds: (balances: Readonly<Record<string, string>>): void => inner.account.paper.restore({ balances, open: [] }),
    facts: <T extends Fact['type']>(type: T): readonly Extract<Fact, { type: T }>[] =>
      [...store.read()].flatMap(({ fact }) => (fact.type === type ? [fact as Extract<Fact, { type: T }>] : [])),
    execution: () => [...engine.state().executions.values()].at(-1) ?? expect.unreachable('no execution'),
    logged: (text: string | RegExp) => engine.state().logs.filter(({ message }) => new RegExp(text).test(message)),
    halted: () => engine.state().halted_accounts.get('kucoin'),
  };
};

export type LiveWorld = Awaited<ReturnType<typeof createLiveWorld>>;
