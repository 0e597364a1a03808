import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';

/** A running bot at an exchange that is asked too often with the nth order; when orders leave, in ms, and in which market. */
const throttledAt = async (nth: number, retryAfterMs: number) => {
  const left: string[] = [];
  const world = await createWorld({ cooldown_after_failure_seconds: 0, assets: {} });
  const place = world.exchange.place.bind(world.exchange);
  const begun = world.clock.monotonic();
  world.exchange.place = async (request) => {
    left.push(`${request.side} ${request.symbol} at ${Number(world.clock.monotonic()) - Number(begun)}`);
    return left.length === nth ? { kind: 'throttled', retryAfterMs } : place(request);
  };
  await world.ask({ type: 'StartBot', parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] } });
  world.fair();
  return { ...world, left };
};

test('an exchange that was asked too often begins nothing until it looks at requests again', async () => {
  const { clock, dislocate, engine, fair, left } = await throttledAt(1, 2000);
  dislocate();
  for (let at = 0; at < 6; at++) {
    await clock.advance(300);
    fair();
    dislocate();
  }
  expect(left).toEqual(['buy BTC/USDT at 0']);
  expect(engine.state().decisions[0]).toMatchObject({ decision: 'skipped', reason: 'throttled' });
  await clock.advance(300);
  fair();
  dislocate();
  await clock.advance(500);
  expect(left.length).toBeGreaterThan(1);
  const lines = engine.state().logs.filter(({ message }) => message.includes('asked too often'));
  expect(lines.map(({ message }) => message)).toContain('kucoin was asked too often: nothing is asked for 2000 ms');
  await engine.close();
});

test('an execution whose second leg the exchange did not look at turns back when it does, and no sooner', async () => {
  const { clock, dislocate, engine, fair, left } = await throttledAt(2, 1500);
  dislocate();
  for (let at = 0; at < 12; at++) {
    await clock.advance(250);
    fair();
  }
  expect(left).toEqual(['buy BTC/USDT at 0', 'buy ETH/BTC at 50', 'sell BTC/USDT at 1550']);
  expect([...engine.state().executions.values()]).toMatchObject([{ status: 'unwound' }]);
  await engine.close();
});
