import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import { createObservations } from './observations.ts';

const always = { from: 0, to: Number.MAX_SAFE_INTEGER };

test('what was watched counts to the second, over ticks and restarts, and no longer once the bot is stopped', async () => {
  const { engine, clock, ask, fair, dislocate, heard } = await createWorld();
  const database = new DatabaseSync(':memory:');
  const observations = createObservations(database, engine, clock.now);
  expect(observations.within(always)).toEqual({ opportunities: 0, minutes: 0 });
  fair();
  await ask({ type: 'StartBot', parameters: {} });
  dislocate();
  await clock.advance(3_000);
  const opportunities = heard.filter(({ type }) => type === 'OpportunityDetected').length;
  expect(opportunities).toBeGreaterThan(0);
  expect(observations.within(always)).toEqual({ opportunities, minutes: 0.05 });
  observations.tick();
  await clock.advance(3_000);
  expect(observations.within(always)).toEqual({ opportunities, minutes: 0.1 });
  expect(observations.within({ from: 0, to: clock.now() - 60_000 })).toEqual({ opportunities: 0, minutes: 0 });
  observations.stop();
  const again = createObservations(database, engine, clock.now);
  expect(again.within(always)).toEqual({ opportunities, minutes: 0.1 });
  await clock.advance(3_000);
  await ask({ type: 'StopBot', cancel_orders: true });
  await clock.advance(60_000);
  expect(again.within(always)).toEqual({ opportunities, minutes: 0.15 });
  await ask({ type: 'StartBot', parameters: {} });
  await clock.advance(3_000);
  again.tick();
  expect(again.within(always).minutes).toBe(0.2);
});
