import { describe, expect, test } from 'vitest';
import { createWorld, noon } from '../engine/world.suite.ts';
import type { EngineConfig } from '../model/config.ts';

const start = { type: 'StartBot', parameters: {} } as const;
const dayMs = 86_400_000;

/** A running bot without rests whose one opportunity comes again each time it is offered. */
const limited = async (config: Partial<EngineConfig>) => {
  const world = await createWorld({ cooldown_after_failure_seconds: 0, assets: {}, ...config });
  await world.ask({ ...start, parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] } });
  const executions = () => [...world.engine.state().executions.values()];
  /** What came of it: the capital that was put in, or the reason and its figures. */
  const offer = async () => {
    const before = executions().length;
    world.fair();
    world.dislocate();
    await world.clock.advance(300);
    world.fair();
    await world.clock.advance(300);
    const executed = executions()[before];
    const { reason, detail } = world.engine.state().decisions[0] ?? {};
    return executed ? Math.round(Number(executed.start_amount)) : `${reason}: ${detail}`;
  };
  const limit = (name: string, scope = 'all') =>
    world.engine.risk().limits.find((one) => one.name === name && one.scope === scope);
  return { ...world, executions, offer, limit };
};

describe('a limit', () => {
  test('of the capital in all counts what runs from the intent on, and gives it back', async () => {
    const { engine, fair, dislocate, clock, limit, offer } = await limited({ total_capital: 1500 });
    fair();
    dislocate();
    await clock.advance(10);
    const [running] = [...engine.state().executions.values()];
    expect(limit('total_capital')).toEqual({
      name: 'total_capital',
      scope: 'all',
      limit: 1500,
      used: Number(running?.start_amount),
      unit: 'usd',
    });
    await clock.advance(1000);
    expect(limit('total_capital')?.used).toBe(0);
    expect(await offer()).toBeGreaterThan(900);
  });

  test('of the capital in all makes a route smaller, and refuses it when nothing is left', async () => {
    expect(await (await limited({ total_capital: 300 })).offer()).toBeGreaterThan(290);
    expect(await (await limited({ total_capital: 0 })).offer()).toBe(
      'capital_limit: capital in all: $0.00 of $0.00 at work, $1000.00 asked',
    );
  });

  test('that leaves too little for the lots is the reason', async () => {
    expect(await (await limited({ total_capital: 1 })).offer()).toBe(
      'capital_limit: capital in all: $0.00 of $1.00 at work, $1000.00 asked; $1.00 buys nothing in whole lots',
    );
  });

  test('of one route refuses what an operator asks beyond it', async () => {
    const { engine, fair, dislocate, ask } = await limited({ auto_execute: false });
    fair();
    dislocate();
    const opportunity_id = engine.state().opportunities[0]?.id ?? '';
    const command = { type: 'ExecuteOpportunity', opportunity_id, amount: 1000.5, dry_run: true } as const;
    expect(await engine.command(command)).toEqual({
      ok: false,
      problem: 'conflict',
      detail: 'capital of one route: at most $1000.00, $1000.50 asked',
    });
    expect(engine.state().decisions[0]).toMatchObject({ reason: 'capital_limit' });
    const preview = await ask({ type: 'PreviewOpportunity', opportunity_id, amount: 1000.5 });
    expect(preview.amount).toBeLessThanOrEqual(1000);
  });

  test('of executions at once refuses one more, and says how many run', async () => {
    const { engine, ask, fair, dislocate, feed } = await createWorld({ max_concurrent_orders: 1 });
    await ask(start);
    fair();
    dislocate();
    feed.book('SOL/USDT', [[103, 100]], [[103.1, 100]]);
    expect(engine.state().decisions.map(({ reason, detail }) => `${reason}: ${detail}`)).toContain(
      'too_many_executions: 1 of 1 executions at once are running',
    );
  });

  test('of an asset’s position counts what is held, and refuses at the limit', async () => {
    const assets = { BTC: { max_position: 1000, max_daily_volume: 99_999 } };
    const held = (BTC: string) => limited({ assets, paper_funds: { USDT: '10000', BTC } });
    expect(await (await held('0.016')).offer()).toBeCloseTo(200, -1);
    expect(await (await held('0.02')).offer()).toBe(
      'position_limit: BTC position: $1000.00 of $1000.00 held or on its way, $1000.00 asked',
    );
  });

  test('of an asset’s day is used up, also over a restart, and resets at midnight', async () => {
    const assets = { BTC: { max_position: 2000, max_daily_volume: 1500 } };
    const { offer, limit, engine, store } = await limited({ assets });
    const first = Number(await offer());
    expect(first).toBeGreaterThan(990);
    const second = Number(await offer());
    expect(second).toBeGreaterThan((1500 - first) * 0.98);
    let refused = await offer();
    for (let more = 0; more < 3 && typeof refused === 'number'; more++) refused = await offer();
    expect(limit('daily_volume', 'BTC')?.used).toBeLessThanOrEqual(1500);
    expect(refused).toMatch(
      /^volume_limit: BTC daily volume: \$14\d\d\.\d\d of \$1500\.00 bought today, \$1000\.00 asked/,
    );
    const used = limit('daily_volume', 'BTC')?.used;
    await engine.close();
    const again = await createWorld({ assets }, store);
    expect(again.engine.risk().limits.find(({ name }) => name === 'daily_volume')?.used).toBe(used);
    const nextDay = await createWorld({ assets }, store, undefined, undefined, noon + dayMs);
    expect(nextDay.engine.risk().limits.find(({ name }) => name === 'daily_volume')?.used).toBe(0);
  });

  test('of the balance is what is free', async () => {
    expect(await (await limited({ paper_funds: { USDT: '150' } })).offer()).toBeCloseTo(150, -1);
    expect(await (await limited({ paper_funds: { EUR: '150' } })).offer()).toBe(
      'balance: free USDT: $0.00, $1000.00 asked',
    );
  });
});
