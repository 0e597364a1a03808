import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import type { ExecuteOpportunity } from '../model/command.ts';
import type { EffectKey } from '../model/effect.ts';

const keyNumber = (n: number): EffectKey => ({ id: `caller and key ${n}`, fingerprint: `call ${n}` });

/** A running bot that leaves executing to its operator, and an opportunity of 1.2 %. */
const withOpportunity = async () => {
  const world = await createWorld({ auto_execute: false });
  world.fair();
  await world.ask({ type: 'StartBot', parameters: {} });
  world.dislocate();
  const { id = '' } = world.engine.state().opportunities[0] ?? {};
  const execute = (change: Partial<ExecuteOpportunity> = {}) =>
    world.engine.command({ type: 'ExecuteOpportunity', opportunity_id: id, amount: 200, dry_run: true, ...change });
  const executions = () => world.engine.state().executions.size;
  return { ...world, id, execute, executions };
};

test('eight operators who confirm the same figures at once execute them once', async () => {
  const { during, execute, executions } = await withOpportunity();
  const guard = { min_profit_pct: 0.1, again: false };
  const asked = Array.from({ length: 8 }, (_, n) => execute({ guard, key: keyNumber(n) }));
  const results = await during(1_000, Promise.all(asked));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  for (const result of results) {
    if (!result.ok) expect(result).toMatchObject({ code: 'executed_meanwhile' });
  }
  expect(executions()).toBe(1);
});

test('an opportunity that was executed is executed again only when it is said so', async () => {
  const { during, execute, executions } = await withOpportunity();
  const guard = { min_profit_pct: 0.1, again: false };
  await during(1_000, execute({ guard, key: keyNumber(1) }));
  const refused = { ok: false, code: 'executed_meanwhile', preview: { amount: expect.any(Number) } };
  expect(await execute({ guard, key: keyNumber(2) })).toMatchObject(refused);
  expect(await during(1_000, execute({ guard: { ...guard, again: true }, key: keyNumber(3) }))).toMatchObject({
    ok: true,
  });
  expect(executions()).toBe(2);
});

test('below the floor that was confirmed nothing is executed, and the new figures are shown', async () => {
  const { during, execute, executions } = await withOpportunity();
  const refused = await execute({ guard: { min_profit_pct: 5, again: false } });
  expect(refused).toMatchObject({ ok: false, code: 'below_floor' });
  const shown = refused.ok ? undefined : refused.preview?.expected_profit_pct;
  expect(shown).toBeGreaterThan(0.5);
  expect(shown).toBeLessThan(5);
  expect(executions()).toBe(0);
  const floor = Math.floor((shown ?? 0) * 100) / 100;
  expect(await during(1_000, execute({ guard: { min_profit_pct: floor, again: false } }))).toMatchObject({ ok: true });
});

test('what a key began is known after a restart, from the snapshot and from the journal alone', async () => {
  const { during, engine, execute, store } = await withOpportunity();
  const done = await during(1_000, execute({ key: keyNumber(1) }));
  const limit = {
    exchange: 'kucoin',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.001,
    price: 40_000,
  } as const;
  const placed = await during(1_000, engine.command({ type: 'PlaceOrder', order: limit, key: keyNumber(2) }));
  const effects = [
    [
      keyNumber(1).id,
      { fingerprint: 'call 1', kind: 'execution', ids: [done.ok && done.value.id], at: expect.any(Number) },
    ],
    [
      keyNumber(2).id,
      { fingerprint: 'call 2', kind: 'order', ids: [placed.ok && placed.value.id], at: expect.any(Number) },
    ],
  ];
  expect([...engine.state().effect_keys]).toEqual(effects);
  const early = await createWorld({}, store);
  expect([...early.engine.state().effect_keys]).toEqual(effects);
  await engine.close();
  const late = await createWorld({}, store);
  expect([...late.engine.state().effect_keys]).toEqual(effects);
});
