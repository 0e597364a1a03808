import { expect, test } from 'vitest';
import { createWorld, testConfig } from '../engine/world.suite.ts';
import { defaultBreakers } from '../model/breaker-settings.ts';
import type { EngineConfig } from '../model/config.ts';

/** Runs on kucoin; `open` lets ETH cost 1.2 % less BTC, which opens a triangle and a cycle of four. */
const running = async (by_hand?: EngineConfig['by_hand']) => {
  const world = await createWorld(by_hand === undefined ? {} : { by_hand });
  await world.ask({ type: 'StartBot', parameters: {} });
  world.fair();
  const { engine, feed, clock } = world;
  return {
    ...world,
    open: async () => {
      feed.book('ETH/BTC', [[0.04938, 100]], [[0.0494, 100]]);
      await clock.advance(1_000);
    },
    executed: () =>
      [...engine.state().executions.values()].map(({ opportunity_type, trigger }) => `${opportunity_type} ${trigger}`),
    left: () =>
      engine.state().decisions.flatMap(({ reason, detail }) => (reason === 'auto_execute_off' ? [detail] : [])),
  };
};

test('a triangle that is left to the operator at its exchange waits, and the cycle of four beside it is executed', async () => {
  const { open, executed, left } = await running({ kucoin: ['TRI'] });
  await open();
  expect([executed(), left()]).toEqual([['QUAD automatic'], ['TRI at kucoin is left to the operator']]);
});

test('where both types are left, nothing is executed by itself, and each may be executed by the operator', async () => {
  const { open, executed, left, engine, ask, during } = await running({ kucoin: ['TRI', 'QUAD'] });
  await open();
  expect(executed()).toEqual([]);
  expect(new Set(left())).toEqual(
    new Set(['TRI at kucoin is left to the operator', 'QUAD at kucoin is left to the operator']),
  );
  const found = engine.state().opportunities.find(({ type }) => type === 'QUAD');
  expect(found).toMatchObject({
    decision: { decision: 'skipped', reason: 'auto_execute_off', detail: 'QUAD at kucoin is left to the operator' },
    outcome: { outcome: 'rejected', code: 'auto_execute_off' },
  });
  const opportunity_id = found?.id ?? '';
  await during(1_000, ask({ type: 'ExecuteOpportunity', opportunity_id, amount: null, dry_run: true }));
  expect(executed()).toEqual(['QUAD manual']);
});

test('what is left at one exchange is executed at another', async () => {
  const { open, executed, left } = await running({ kraken: ['TRI', 'QUAD'] });
  await open();
  expect([executed().length, left()]).toEqual([1, []]);
});

test('is in force as soon as it is saved, and after a restart', async () => {
  const { ask, open, executed, left, engine, store } = await running();
  const actor = { name: 'ada', role: 'admin' };
  const by_hand = { kucoin: ['TRI' as const, 'QUAD' as const] };
  await ask({
    type: 'ActivateConfig',
    id: 'c',
    name: 'Careful',
    config: { ...testConfig, breakers: defaultBreakers, by_hand },
    actor,
  });
  await open();
  expect([executed(), left().length > 0]).toEqual([[], true]);
  await engine.close();
  const again = await createWorld({}, store);
  expect(again.engine.state().config?.config.by_hand).toEqual(by_hand);
});
