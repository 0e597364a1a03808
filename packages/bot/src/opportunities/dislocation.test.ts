import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import type { OpportunityEvent } from '../model/event.ts';

/**
 * `dislocate` moves ETH/USDT, which opens two triangles: over BTC and over SOL. `move` lets ETH cost 1.2 % less BTC, which opens a triangle
 * and a cycle of four.
 */
const watching = async (config: Parameters<typeof createWorld>[0] = { auto_execute: false }) => {
  const world = await createWorld(config);
  await world.ask({ type: 'StartBot', parameters: {} });
  world.fair();
  const of = (type: OpportunityEvent['type']) =>
    world.heard.flatMap((event) => (event.type === type ? [event.opportunity] : []));
  const shown = () => of('OpportunityDetected');
  const move = (ask = 0.0494) => world.feed.book('ETH/BTC', [[ask - 0.00002, 100]], [[ask, 100]]);
  /** The other books go on without a change, so that all stay trusted. */
  const hold = async (ms: number, ask = 0.0494) => {
    for (let passed = 0; passed < ms; passed += 250) {
      await world.clock.advance(250);
      world.feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
      world.feed.book('SOL/ETH', [[0.03999, 1000]], [[0.04001, 1000]]);
      world.feed.book('SOL/USDT', [[99.95, 1000]], [[100.05, 1000]]);
      world.feed.book('ETH/USDT', [[2499.5, 100]], [[2500.5, 100]]);
      move(ask);
    }
  };
  return { ...world, of, shown, move, hold };
};

test('one move of a market is one dislocation: its best triangle and its best cycle of four are shown, the others counted', async () => {
  const { move, shown, engine } = await watching();
  move();
  const records = shown();
  expect(records.map(({ type }) => type).sort()).toEqual(['QUAD', 'TRI']);
  expect(new Set(records.map(({ dislocation_id }) => dislocation_id)).size).toBe(1);
  const [first] = records;
  const all = engine.alternatives(first?.dislocation_id ?? '');
  expect(all).toHaveLength(2);
  expect(records.map(({ alternatives }) => alternatives)).toEqual(records.map(() => all.length - 1));
  const profits = all.map(({ profit_usd }) => profit_usd ?? 0);
  expect(profits).toEqual(profits.toSorted((a, b) => b - a));
  for (const type of ['TRI', 'QUAD'])
    expect(all.find((one) => one.type === type)?.id).toBe(records.find((one) => one.type === type)?.id);
  expect(engine.statistics()).toMatchObject({ opportunities_found: 2, dislocations_found: 1 });
  expect(engine.alternatives('none')).toEqual([]);
});

test('two sides of two markets that move are two dislocations', async () => {
  const { dislocate, shown, feed, engine } = await watching();
  dislocate();
  feed.book('SOL/USDT', [[97, 1000]], [[97.1, 1000]]);
  expect(new Set(shown().map(({ moved }) => `${moved?.side} ${moved?.market}`))).toEqual(
    new Set(['sell ETH/USDT', 'buy SOL/USDT']),
  );
  expect(engine.statistics().dislocations_found).toBe(2);
});

test('of one dislocation one cycle is executed in a turn; what was shown beside it says so', async () => {
  const { move, engine, shown, clock } = await watching({});
  move();
  expect(engine.state().executions.size).toBe(1);
  const [execution] = [...engine.state().executions.values()];
  const outcomes = () =>
    engine
      .state()
      .opportunities.map(({ id, outcome, decision }) => [id === execution?.opportunity_id, outcome, decision]);
  const beside = { outcome: 'rejected', code: 'same_dislocation' };
  expect(shown()).toHaveLength(2);
  expect(outcomes()).toEqual([
    [false, beside, expect.objectContaining({ reason: 'same_dislocation' })],
    [true, { outcome: 'executing' }, expect.objectContaining({ decision: 'executed' })],
  ]);
  await clock.advance(2000);
  const ended = [...engine.state().executions.values()][0];
  const profit = Number(ended?.profit) * (ended?.usd_rate ?? 0);
  expect(ended?.status).toBe('completed');
  expect(outcomes()[1]?.[1]).toEqual({ outcome: 'executed', profit: expect.closeTo(profit, 9), code: 'completed' });
});

test('the plan remembers what was found: figures, ages of the books, the next best cycle', async () => {
  const { move, engine, clock, shown } = await watching({});
  await clock.advance(40);
  move();
  const [execution] = [...engine.state().executions.values()];
  const record = shown().find(({ id }) => id === execution?.opportunity_id);
  expect(execution?.found).toEqual({
    at: Date.parse(record?.detected_at ?? ''),
    profit_pct: record?.profit_pct,
    profit_usd: record?.profit_usd,
    capital_usd: record?.capital_required,
    threshold_pct: 0.5,
    book_ages_ms: [40, 0, 40],
    break_even_fee_pct: record?.break_even_fee_pct,
    dislocation_id: record?.dislocation_id,
    alternatives: record?.alternatives,
    next_best: { path: expect.any(Array), profit_pct: expect.any(Number), profit_usd: expect.any(Number) },
  });
  expect(execution?.found?.next_best?.profit_usd).toBeLessThanOrEqual(record?.profit_usd ?? 0);
  expect(engine.state().decisions.find(({ reason }) => reason === 'executed')).toMatchObject({
    execution_id: execution?.id,
    dislocation_id: record?.dislocation_id,
    threshold_pct: 0.5,
    next_best: execution?.found?.next_best,
  });
});

test('when the best is refused, the next of its dislocation is executed, and shown before its order is meant', async () => {
  // All BTC may be held: only the way over SOL is left.
  const { dislocate, engine, heard, shown } = await watching({
    assets: { BTC: { max_position: 0, max_daily_volume: 0 } },
  });
  dislocate();
  const [execution] = [...engine.state().executions.values()];
  expect(execution?.path).toEqual(['USDT', 'SOL', 'ETH', 'USDT']);
  const detected = heard.findIndex(
    (event) => event.type === 'OpportunityDetected' && event.opportunity.id === execution?.opportunity_id,
  );
  expect(detected).toBeGreaterThanOrEqual(0);
  expect(detected).toBeLessThan(heard.findIndex(({ type }) => type === 'OrderIntended'));
  expect(shown().some(({ id }) => id === execution?.opportunity_id)).toBe(true);
});

test('a cycle that was not shown can be executed by hand, and is shown then', async () => {
  const { dislocate, engine, ask, during, shown } = await watching();
  dislocate();
  const before = shown();
  const [first] = before;
  const hidden = engine
    .alternatives(first?.dislocation_id ?? '')
    .find(({ id }) => before.every((one) => one.id !== id));
  const opportunity_id = hidden?.id ?? '';
  await during(1000, ask({ type: 'ExecuteOpportunity', opportunity_id, amount: 300, dry_run: true }));
  expect(shown().map(({ id }) => id)).toEqual([...before.map(({ id }) => id), opportunity_id]);
  expect(engine.state().opportunities.find(({ id }) => id === opportunity_id)?.outcome).toMatchObject({
    outcome: 'executed',
    profit: expect.any(Number),
  });
});

test('after ten seconds it ends and begins again under its dislocation, also while its books are quiet', async () => {
  const { move, of, shown, hold } = await watching();
  move();
  const [first] = shown();
  await hold(9750);
  expect(of('OpportunityExpired')).toEqual([]);
  await hold(500);
  expect(of('OpportunityExpired').map(({ lifetime_ms }) => lifetime_ms)).toEqual([10_000, 10_000]);
  const again = shown().slice(2);
  expect(again.map(({ type }) => type).sort()).toEqual(['QUAD', 'TRI']);
  expect(new Set(again.map(({ dislocation_id }) => dislocation_id))).toEqual(new Set([first?.dislocation_id]));
  expect(again.map(({ id }) => id)).not.toContain(first?.id);
});

test('a move that is over for a second is another dislocation when it comes again', async () => {
  const { move, shown, fair, hold } = await watching();
  move();
  const ids = () => [...new Set(shown().map(({ dislocation_id }) => dislocation_id))];
  fair();
  await hold(250);
  expect(ids()).toHaveLength(1);
  fair();
  await hold(1500, 0.05001);
  move();
  expect(ids()).toHaveLength(2);
});

test('what was refused stays refused when it ends', async () => {
  const { move, fair, engine } = await watching();
  move();
  fair();
  expect(engine.state().opportunities.map(({ outcome }) => outcome?.outcome)).toEqual(['rejected', 'rejected']);
});

test('a cycle that becomes better than the one shown is shown too, four times a second at most', async () => {
  const { clock, dislocate, feed, shown } = await watching();
  dislocate();
  const triangles = () => shown().filter(({ type }) => type === 'TRI');
  const [first] = triangles();
  const other = first?.path[1] === 'BTC' ? 'SOL' : 'BTC';
  const cheaper = (times: number) =>
    other === 'SOL'
      ? feed.book('SOL/USDT', [[99.9 * times, 1000]], [[100 * times, 1000]])
      : feed.book('BTC/USDT', [[49_990 * times, 10]], [[50_000 * times, 10]]);
  await clock.advance(260);
  cheaper(0.995);
  expect(triangles().map(({ path }) => path[1])).toEqual([first?.path[1], other]);
});
