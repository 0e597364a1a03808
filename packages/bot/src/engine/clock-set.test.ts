import { expect, test } from 'vitest';
import { createWorld, testConfig } from './world.suite.ts';

const hour = 3_600_000;

/** A cycle whose first leg is bought and whose books are then gone, when the machine's clock is set. */
const unwinding = async (aheadMs: number) => {
  const world = await createWorld();
  const { ask, fair, dislocate, clock, feed, engine, wall } = world;
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  dislocate();
  await clock.advance(40);
  feed.say({ type: 'BooksReset', exchange: 'kucoin', reason: 'test', at: clock.now() });
  await clock.advance(1000);
  wall.aheadMs = aheadMs;
  const status = () => [...engine.state().executions.values()].map((execution) => execution.status);
  return { ...world, status };
};

test.each([0, hour, -hour])('an unwinding waits 30 s for its books, also when the clock is set (%i ms)', async (ms) => {
  const { clock, status } = await unwinding(ms);
  expect(status()).toEqual(['unwinding']);
  await clock.advance(28_000);
  expect(status()).toEqual(['unwinding']);
  await clock.advance(2000);
  expect(status()).toEqual(['stranded']);
});

test.each([0, hour, -hour])('and turns back as soon as there are new ones (%i ms)', async (ms) => {
  const { clock, fair, status } = await unwinding(ms);
  fair();
  await clock.advance(1000);
  expect(status()).toEqual(['unwound']);
});

test('nothing is begun on books of before the clock was set, either way', async () => {
  for (const aheadMs of [hour, -hour]) {
    const { ask, fair, dislocate, clock, wall, engine } = await createWorld({ ...testConfig, auto_execute: false });
    await ask({ type: 'StartBot', parameters: {} });
    fair();
    dislocate();
    await clock.advance(100);
    const [found] = engine.state().opportunities;
    wall.aheadMs = aheadMs;
    const result = await engine.command({
      type: 'ExecuteOpportunity',
      opportunity_id: found?.id ?? '',
      amount: null,
      dry_run: true,
    });
    expect(result).toMatchObject({ ok: false, problem: 'conflict' });
  }
});

test.each([hour, -hour])(
  'a breaker cools off by the time that passes, not by the clock that is set (%i ms)',
  async (ms) => {
    const stale_data = { pct: 50, for_ms: 3000, cool_off_ms: 5000 };
    const { ask, fair, clock, wall, engine } = await createWorld({ breakers: { ...testConfig.breakers, stale_data } });
    await ask({ type: 'StartBot', parameters: {} });
    const isTripped = () => engine.state().breakers.get('stale_data')?.tripped_at != null;
    const quoted = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        fair();
        await clock.advance(1000);
      }
    };
    await quoted(2);
    await clock.advance(6000);
    expect(isTripped()).toBe(true);
    await quoted(2);
    wall.aheadMs = ms;
    await quoted(2);
    expect(isTripped()).toBe(true);
    await quoted(3);
    expect(isTripped()).toBe(false);
  },
);
