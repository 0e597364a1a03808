import { describe, expect, test } from 'vitest';
import { createWorld, noon } from '../engine/world.suite.ts';
import type { ExecuteOpportunity } from '../model/command.ts';

/** Three markets with one triangle, unless others are named. */
const watching = async (trading_pairs: readonly string[] = ['BTC/USDT', 'ETH/BTC', 'ETH/USDT']) => {
  const world = await createWorld({ auto_execute: false });
  await world.ask({ type: 'StartBot', parameters: { trading_pairs } });
  world.fair();
  const told = () =>
    world.heard.flatMap((event) =>
      event.type === 'OpportunityExpired'
        ? [`expired ${event.reason}`]
        : event.type.startsWith('Opportunity')
          ? [event.type]
          : [],
    );
  const triangle = () => world.engine.state().opportunities.find(({ type }) => type === 'TRI');
  return { ...world, told, triangle };
};

describe('an opportunity', () => {
  test('says all that the contract asks of it', async () => {
    const { dislocate, triangle } = await watching();
    dislocate();
    const found = triangle();
    expect(found).toEqual({
      id: expect.any(String),
      provenance: null,
      type: 'TRI',
      exchange: 'kucoin',
      symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
      path: ['USDT', 'BTC', 'ETH', 'USDT'],
      markets: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
      legs: [
        { market: 'BTC/USDT', side: 'buy', price: 50_001, quantity: expect.any(Number), fee_pct: 0.1 },
        { market: 'ETH/BTC', side: 'buy', price: 0.05001, quantity: expect.any(Number), fee_pct: 0.1 },
        { market: 'ETH/USDT', side: 'sell', price: 2530, quantity: expect.any(Number), fee_pct: 0.1 },
      ],
      profit_pct: expect.closeTo(0.8745, 1),
      profit_usd: found?.profit_absolute,
      profit_absolute: expect.closeTo(8.7, 0),
      capital_required: expect.closeTo(1000, -1),
      liquidity_level: 'high',
      risk_level: 'low',
      risk: 'low',
      risk_reasons: expect.arrayContaining(['no past executions', 'volatility unknown']),
      execution_time_ms: null,
      detected_at: new Date(noon).toISOString(),
      expires_at: new Date(noon + 10_000).toISOString(),
      is_valid: true,
      lifetime_ms: null,
      best_tri_pct: null,
      decision: { decision: 'skipped', reason: 'auto_execute_off', detail: 'automatic execution is off' },
      dislocation_id: expect.any(String),
      alternatives: 0,
      moved: { market: 'ETH/USDT', side: 'sell', off_pct: expect.closeTo(1.1777, 3) },
      outcome: { outcome: 'rejected', code: 'auto_execute_off' },
      book_age_ms: 0,
      // 0.1 % a leg are paid of the 0.1 % and a third of what is left at this size.
      break_even_fee_pct: expect.closeTo(0.1 + 0.8745 / 3, 1),
    });
  });

  test('keeps its id while it lives and expires when it no longer pays', async () => {
    const { dislocate, triangle, clock, engine } = await watching();
    dislocate();
    const { id } = triangle() ?? {};
    await clock.advance(400);
    dislocate(2535);
    expect(triangle()).toMatchObject({ id, is_valid: true, profit_pct: expect.closeTo(1.07, 1) });
    await clock.advance(300);
    dislocate(2500);
    expect(triangle()).toMatchObject({ id, is_valid: false, lifetime_ms: 700 });
    dislocate(2535);
    expect(engine.state().opportunities.map((one) => one.id === id)).toEqual([false, true]);
    expect(engine.state().found.opportunities).toBe(2);
  });

  test('is counted since the start of the bot, and since that of its process when it goes on running in another', async () => {
    const before = await watching();
    before.dislocate();
    expect(before.engine.state().found).toMatchObject({ opportunities: 1, since: noon });
    await before.clock.advance(5_000);
    await before.engine.close();
    const { engine } = await createWorld({ auto_execute: false }, before.store, undefined, undefined, noon + 60_000);
    expect(engine.state()).toMatchObject({ lifecycle: 'running', started_at: noon, found: { opportunities: 0 } });
    expect(engine.state().found.since).toBeGreaterThanOrEqual(noon + 60_000);
    await engine.close();
  });

  test('stays down to nine tenths of the threshold under its id, but is executed only above it', async () => {
    const { dislocate, triangle, told, clock, engine } = await watching();
    dislocate(2522);
    const { id } = triangle() ?? {};
    await clock.advance(300);
    dislocate(2519.8);
    expect(triangle()).toMatchObject({ id, is_valid: true, profit_pct: expect.closeTo(0.467, 2) });
    const execute = { type: 'ExecuteOpportunity', opportunity_id: id ?? '', amount: null, dry_run: true } as const;
    expect(await engine.command(execute)).toEqual({
      ok: false,
      problem: 'conflict',
      detail: expect.stringMatching(/^0\.46\d % with \$1000\.00 in whole lots, the threshold is 0\.5 %$/),
    });
    const asked = { type: 'PreviewOpportunity', opportunity_id: id ?? '', amount: 500 } as const;
    expect(await engine.command(asked)).toMatchObject({
      value: {
        warnings: expect.arrayContaining(['below the threshold of 0.5 %: it is not executed while it is']),
      },
    });
    await clock.advance(300);
    dislocate(2521.5);
    expect(triangle()).toMatchObject({ id, is_valid: true });
    await clock.advance(300);
    dislocate(2519);
    expect(triangle()).toMatchObject({ id, is_valid: false });
    expect(told().filter((one) => one === 'OpportunityDetected')).toHaveLength(1);
    dislocate(2519.8);
    expect(told().filter((one) => one === 'OpportunityDetected')).toHaveLength(1);
  });

  test('is told again when its profit or size moves by 5 %, at most four times a second', async () => {
    const { dislocate, told, clock } = await watching();
    dislocate();
    const begun = told().length;
    for (let step = 0; step < 20; step++) {
      await clock.advance(50);
      dislocate(2530 + (step % 2) * 5);
    }
    expect(told().slice(begun).length).toBeLessThanOrEqual(4);
    const soFar = told().length;
    await clock.advance(300);
    dislocate(2535.1);
    await clock.advance(300);
    dislocate(2535.2);
    expect(told().length - soFar).toBeLessThanOrEqual(1);
  });

  test('expires with the trust in one of its books', async () => {
    const { dislocate, told, clock, feed } = await watching();
    dislocate();
    feed.say({ type: 'BookDistrusted', exchange: 'kucoin', symbol: 'ETH/BTC', reason: 'gap', at: clock.now() });
    expect(told().at(-1)).toBe('expired untrusted_book');
  });

  test('expires when a book of it falls silent', async () => {
    const { dislocate, told, clock } = await watching();
    dislocate();
    await clock.advance(1499);
    expect(told().at(-1)).not.toMatch('expired');
    await clock.advance(300);
    expect(told().at(-1)).toBe('expired untrusted_book');
  });

  test('lives ten seconds at most', async () => {
    const { dislocate, told, clock, fair, feed } = await watching();
    dislocate();
    for (let second = 0; second < 11; second++) {
      await clock.advance(1000);
      feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
      feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
      dislocate();
    }
    expect(told().filter((one) => one.startsWith('expired'))).toEqual(['expired too_old']);
    expect(told().filter((one) => one === 'OpportunityDetected')).toHaveLength(2);
    fair();
  });

  test('of four currencies stands beside the best triangle through them', async () => {
    const { dislocate, engine, feed } = await watching([]);
    feed.book('SOL/USDT', [[103, 1000]], [[103.1, 1000]]);
    dislocate(2520);
    const square = engine.state().opportunities.find(({ type }) => type === 'QUAD');
    expect(square).toMatchObject({ symbols: ['USDT', 'BTC', 'ETH', 'SOL', 'USDT'], best_tri_pct: expect.any(Number) });
  });

  test('below the threshold in whole lots is none, and the decision says so, once', async () => {
    const { dislocate, engine, told } = await watching();
    dislocate(2521);
    dislocate(2521.01, 0.004);
    dislocate(2521.02, 0.004);
    const skipped = engine.state().decisions.filter(({ opportunity_id }) => opportunity_id === null);
    expect(skipped.length).toBeLessThanOrEqual(1);
    expect(told().filter((one) => one === 'OpportunityDetected').length).toBeLessThanOrEqual(1);
  });
});

describe('an operator', () => {
  test('sees what an execution would do, and executes it with less', async () => {
    const { dislocate, triangle, ask, during, engine } = await watching();
    dislocate();
    const opportunity_id = triangle()?.id ?? '';
    const preview = await ask({ type: 'PreviewOpportunity', opportunity_id, amount: 500 });
    expect(preview).toMatchObject({
      opportunity_id,
      amount: expect.closeTo(500, -1),
      max_amount: expect.closeTo(1000, -1),
      expected_profit: expect.closeTo(4.4, 0),
      fees: expect.closeTo(1.5, 1),
      slippage_pct: 0,
      expires_at: triangle()?.expires_at,
    });
    const executed = await during(
      1000,
      ask({ type: 'ExecuteOpportunity', opportunity_id, amount: 500, dry_run: true }),
    );
    expect(executed).toMatchObject({ status: 'completed', trigger: 'manual', dry_run: true, mode: 'paper' });
    expect(Number(executed.start_amount)).toBeLessThanOrEqual(500);
    expect(engine.state().opportunities.find(({ id }) => id === opportunity_id)?.decision).toEqual({
      decision: 'executed',
      reason: 'executed',
      detail: 'by an operator',
    });
  });

  test('cannot execute what rests on a book that has grown old, and is told its age', async () => {
    const { dislocate, triangle, engine, clock, feed } = await watching();
    dislocate();
    await clock.advance(1490);
    feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    dislocate();
    await clock.advance(20);
    const execute = { type: 'ExecuteOpportunity', opportunity_id: triangle()?.id ?? '', amount: null, dry_run: true };
    const detail = 'the book of ETH/BTC is not trusted (stale): 1510 ms old, at most 1500 ms';
    expect(await engine.command(execute as ExecuteOpportunity)).toEqual({ ok: false, problem: 'conflict', detail });
    expect(engine.state().decisions[0]).toMatchObject({ reason: 'stale_book', detail });
  });

  test('cannot execute what is gone', async () => {
    const { dislocate, triangle, engine } = await watching();
    dislocate();
    const opportunity_id = triangle()?.id ?? '';
    dislocate(2500);
    const execute = { type: 'ExecuteOpportunity', opportunity_id, amount: null, dry_run: true } as const;
    expect(await engine.command(execute)).toEqual({
      ok: false,
      problem: 'conflict',
      detail: 'the opportunity has expired',
    });
    expect(await engine.command({ ...execute, opportunity_id: 'none' })).toEqual({
      ok: false,
      problem: 'not-found',
      detail: 'there is no such opportunity',
    });
  });
});

test('after a restart, what was found before is still known, and lives no more; so are the decisions', async () => {
  const before = await watching();
  before.dislocate();
  const known = before.engine.state();
  const found = known.opportunities.map(({ id }) => id);
  const decided = known.decisions.map(({ id }) => id);
  expect(found.length).toBeGreaterThan(0);
  expect(decided.length).toBeGreaterThan(0);
  await before.engine.close();
  const { engine } = await createWorld({ auto_execute: false }, before.store);
  const after = engine.state();
  const ended = ({ id, is_valid, outcome }: (typeof after.opportunities)[number]) => [id, is_valid, outcome];
  expect(after.opportunities.map(ended)).toEqual(found.map((id) => [id, false, { outcome: 'expired' }]));
  expect(after.decisions.map(({ id }) => id)).toEqual(decided);
  const execute = { type: 'ExecuteOpportunity', opportunity_id: found[0] ?? '', amount: null, dry_run: true } as const;
  expect(await engine.command(execute)).toMatchObject({ problem: 'conflict', detail: 'the opportunity has expired' });
});
