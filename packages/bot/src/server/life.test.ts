import { DatabaseSync } from 'node:sqlite';
import { LifeRecord, LivesRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { EngineConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';
import { createArchive } from './archive.ts';
import { lifeOf } from './life.ts';
import { livesOf } from './lives.ts';
import { Refusal } from './problem.ts';
import { createUuids } from './uuid.ts';

/** A bot with its archive, on books of which ETH/USDT moves when it is told to. */
const trading = async (config: Partial<EngineConfig> = {}) => {
  const clock = createVirtualClock(noon);
  const store = createMemoryStore<Fact>();
  const feed = scriptedFeed(clock);
  const exchanges = [createPaperExchange(feed, clock)];
  const given = { ...testConfig, cooldown_after_failure_seconds: 0, ...config };
  const engine = createEngine({ exchanges, clock, store, ids: createUuids(clock.now), config: given });
  const archive = createArchive(new DatabaseSync(':memory:'), engine, store, (error) =>
    expect.unreachable(String(error)),
  );
  await archive.whenOpen;
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: {} });
  const fair = () => {
    feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    feed.book('ETH/USDT', [[2499.5, 100]], [[2500.5, 100]]);
    feed.book('SOL/ETH', [[0.03999, 1000]], [[0.04001, 1000]]);
    feed.book('SOL/USDT', [[99.95, 1000]], [[100.05, 1000]]);
  };
  const move = async () => {
    fair();
    feed.book('ETH/USDT', [[2530, 100]], [[2531, 100]]);
    await clock.advance(800);
    fair();
    await clock.advance(2_000);
  };
  const needs = { engine, archive, store };
  const life = async (id: string) => {
    const one = await lifeOf(needs, id);
    return one === null ? null : LifeRecord.parse(one);
  };
  return { clock, engine, archive, store, move, life };
};

test('a life of what was executed: found, decided, each leg, the result, and the facts with their hashes', async () => {
  const { engine, store, move, life } = await trading();
  await move();
  const [execution] = [...engine.state().executions.values()];
  const one = await life(execution?.opportunity_id ?? '');
  expect(one).toMatchObject({
    id: execution?.opportunity_id,
    opportunity_id: execution?.opportunity_id,
    execution_id: execution?.id,
    dislocation_id: execution?.found?.dislocation_id,
    opportunity: { id: execution?.opportunity_id, outcome: { outcome: 'executed' } },
    found: {
      at: new Date(noon).toISOString(),
      profit_usd: execution?.found?.profit_usd,
      threshold_pct: 0.5,
      book_ages_ms: [0, 0, 0],
      next_best: { symbols: ['USDT', 'SOL', 'ETH', 'USDT'] },
    },
    decisions: [{ reason: 'executed', execution_id: execution?.id }],
    trigger: 'automatic',
    trade: { id: execution?.id, status: 'completed' },
    conditions: {
      taker_pct: 0.1,
      fee_token: null,
      paper: { conditions: 'practice', order_delay: { median_ms: 25, p99_ms: 25 }, taken_pct: 0 },
      commit_ms: 0,
    },
    forgotten: [],
  });
  expect(one?.trade?.legs.map(({ market, status }) => [market, status])).toEqual(
    execution?.legs.map(({ symbol }) => [symbol, 'filled']),
  );
  // Every fact about it, and none besides, as the journal has it.
  const ids = new Set([execution?.id, ...(execution?.order_ids ?? [])]);
  const about = [...(await store.facts(1, 10_000))].filter(({ fact }) => {
    const text = JSON.stringify(fact);
    return fact.type !== 'NotificationRaised' && [...ids].some((id) => id !== undefined && text.includes(id));
  });
  expect(one?.facts.map(({ seq, type, hash }) => [seq, type, hash])).toEqual(
    about.map(({ seq, fact, hash }) => [seq, fact.type, hash]),
  );
  expect(one?.facts[0]?.type).toBe('ExecutionStarted');
  expect(one?.facts.filter(({ type }) => type === 'OrderFilled').map(({ leg }) => leg)).toEqual([1, 2, 3]);
  expect(JSON.stringify(one?.facts)).not.toContain('"key"');
});

test('the same life is found by the id of its execution, of an order and of its decision', async () => {
  const { engine, move, life } = await trading();
  await move();
  await move();
  const [execution, other] = [...engine.state().executions.values()];
  const decision = engine.state().decisions.find(({ execution_id }) => execution_id === execution?.id);
  for (const id of [execution?.id, execution?.order_ids[1], decision?.id])
    expect(await life(id ?? '')).toMatchObject({ id, execution_id: execution?.id, trade: { id: execution?.id } });
  expect(other?.id).not.toBe(execution?.id);
  expect(await life('nothing')).toBeNull();
});

test('one that was left alone says why, with the figures', async () => {
  const { engine, move, life } = await trading({ total_capital: 0 });
  await move();
  const [record] = engine.state().opportunities;
  expect(await life(record?.id ?? '')).toMatchObject({
    execution_id: null,
    trade: null,
    facts: [],
    forgotten: [],
    opportunity: { id: record?.id, is_valid: false, outcome: { outcome: 'rejected', code: 'capital_limit' } },
    found: { profit_usd: record?.profit_usd, threshold_pct: 0.5, book_ages_ms: [0] },
    decisions: [{ reason: 'capital_limit', detail: 'capital in all: $0.00 of $0.00 at work, $1000.00 asked' }],
  });
});

test('what is not kept any more is named, and the rest is told from the journal', async () => {
  const { engine, archive, store, move } = await trading();
  await move();
  const [execution] = [...engine.state().executions.values()];
  archive.flush();
  // As much later: the engine and the rings have forgotten it.
  const state = { ...engine.state(), executions: new Map(), orders: new Map(), opportunities: [] };
  const later = { engine: { ...engine, state: () => state }, archive, store: { ...store, records: async () => [] } };
  const needs = {
    ...later,
    store: { records: later.store.records, facts: store.facts.bind(store), committed: () => store.committed() },
  };
  const one = await lifeOf(needs, execution?.opportunity_id ?? '');
  expect(one).toMatchObject({
    execution_id: execution?.id,
    opportunity: null,
    found: { profit_usd: execution?.found?.profit_usd },
    decisions: [],
    forgotten: ['opportunity', 'decisions'],
  });
  expect(one?.facts.length).toBeGreaterThan(9);
  const silent = { ...needs, store: { ...needs.store, facts: async () => [] } };
  expect(await lifeOf(silent, execution?.id ?? '')).toMatchObject({
    trade: { id: execution?.id },
    facts: [],
    forgotten: ['opportunity', 'decisions', 'facts'],
  });
});

test('decisions are searched by window, reason, type, exchange, route and words, counted by reason, page by page', async () => {
  const store = createMemoryStore<Fact>();
  const lives = async (query: object = {}) => {
    const answer = await livesOf(store, { limit: 50, ...query });
    return answer instanceof Refusal ? answer : LivesRecord.parse(answer);
  };
  const path = { even: ['USDT', 'BTC', 'ETH', 'USDT'], odd: ['USDT', 'SOL', 'ETH', 'BTC', 'USDT'] };
  for (let at = 0; at < 1_203; at++) {
    const data = {
      type: 'DecisionMade',
      id: `d-${at}`,
      opportunity_id: null,
      exchange: at % 2 === 0 ? 'kucoin' : 'kraken',
      path: at % 2 === 0 ? path.even : path.odd,
      decision: 'skipped',
      reason: at % 3 === 0 ? 'cooldown' : 'balance',
      detail: `figure ${at}`,
      profit_pct: 0.5,
      at: noon + at * 1_000,
    };
    store.remember('decisions', [{ id: data.id, at: data.at, data }]);
  }
  const of = async (query: object) => {
    const answer = await lives({ limit: 2, ...query });
    if (answer instanceof Refusal) return answer.detail;
    return [answer.total, answer.data.map(({ id }) => id), answer.next];
  };
  expect(await of({})).toEqual([1_203, ['d-1202', 'd-1201'], expect.any(String)]);
  expect(await of({ code: 'cooldown' })).toEqual([401, ['d-1200', 'd-1197'], expect.any(String)]);
  expect(await lives({ code: 'cooldown' })).toMatchObject({
    by_code: [
      { code: 'balance', count: 802 },
      { code: 'cooldown', count: 401 },
    ],
    kept_since: null,
  });
  expect(await of({ type: 'QUAD', exchange: 'Kraken', code: 'cooldown' })).toEqual([
    200,
    ['d-1197', 'd-1191'],
    expect.any(String),
  ]);
  expect(await of({ route: 'sol, btc' })).toEqual([601, ['d-1201', 'd-1199'], expect.any(String)]);
  expect(await of({ q: 'FIGURE 77' })).toEqual([11, ['d-779', 'd-778'], expect.any(String)]);
  const minute = { from: new Date(noon + 60_000).toISOString(), to: new Date(noon + 62_000).toISOString() };
  expect(await of(minute)).toEqual([2, ['d-61', 'd-60'], null]);
  expect(await of({ to: new Date(noon).toISOString() })).toEqual([0, [], null]);
  expect(await of({ from: minute.to, to: minute.from })).toMatch(/^to: /);
  expect(await of({ cursor: 'x' })).toMatch(/^cursor: /);
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await lives({ limit: 500, code: 'balance', ...(cursor === undefined ? {} : { cursor }) });
    if (page instanceof Refusal) return expect.unreachable(page.detail);
    seen.push(...page.data.map(({ id }) => id));
    if (cursor !== undefined) expect([page.total, page.by_code]).toEqual([null, null]);
    cursor = page.next;
  }
  expect([seen.length, new Set(seen).size, seen[0], seen.at(-1)]).toEqual([802, 802, 'd-1202', 'd-1']);
});
