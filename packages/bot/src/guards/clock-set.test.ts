import { expect, test } from 'vitest';
import { createWorld, testConfig } from '../engine/world.suite.ts';

const hour = 3_600_000;

/** A cycle whose first leg is bought and whose books are then gone, when the machine's clock is set. */
const unwinding = async (aheadMs: number) => {
  const world = await createWorld();
  const { ask, fair, dislocate, clock, feed, engine } = world;
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  dislocate();
  await clock.advance(40);
  feed.say({ type: 'BooksReset', exchange: 'kucoin', reason: 'test', at: clock.now() });
  await clock.advance(1000);
  clock.stepWall(aheadMs);
  const status = () => [...engine.state().executions.values()].map((execution) => execution.status);
  return { ...world, status };
};

test.each([0, hour, -hour])(
  'a leg waits 2 s for its books and an unwinding 30 s, also when the clock is set (%i ms)',
  async (ms) => {
    const { clock, status } = await unwinding(ms);
    expect(status()).toEqual(['legs']);
    await clock.advance(900);
    expect(status()).toEqual(['legs']);
    await clock.advance(300);
    expect(status()).toEqual(['unwinding']);
    await clock.advance(29_500);
    expect(status()).toEqual(['unwinding']);
    await clock.advance(500);
    expect(status()).toEqual(['stranded']);
  },
);

test.each([0, hour, -hour])('and turns back as soon as there are new ones (%i ms)', async (ms) => {
  const { clock, fair, status } = await unwinding(ms);
  fair();
  await clock.advance(1000);
  expect(status()).toEqual(['unwound']);
});

test.each([hour, -hour])(
  'a breaker cools off by the time that passes, not by the clock that is set (%i ms)',
  async (ms) => {
    const stale_data = { pct: 50, for_ms: 3000, cool_off_ms: 5000 };
    const { ask, fair, clock, engine } = await createWorld({ breakers: { ...testConfig.breakers, stale_data } });
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
    clock.stepWall(ms);
    await quoted(2);
    expect(isTripped()).toBe(true);
    await quoted(3);
    expect(isTripped()).toBe(false);
  },
);

/** A running bot and new books each second. */
const quoted = async (config: Parameters<typeof createWorld>[0] = {}) => {
  const world = await createWorld(config);
  await world.ask({ type: 'StartBot', parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] } });
  const pass = async (seconds: number, quote: () => void = world.fair) => {
    for (let second = 0; second < seconds; second++) {
      quote();
      await world.clock.advance(1000);
    }
  };
  return { ...world, pass };
};

test.each([0, hour, -hour])(
  'a loss limit halts the bot within three seconds, also when the clock is set (%i ms)',
  async (ms) => {
    const { clock, engine, fair, feed, pass } = await quoted({ paper_funds: { BTC: '1' } });
    await pass(3);
    clock.stepWall(ms);
    await pass(3, () => {
      fair();
      feed.book('BTC/USDT', [[24_999, 10]], [[25_001, 10]]);
    });
    expect(engine.state().halted).toMatchObject({ cause: expect.stringMatching(/drawdown|stop_loss/) });
  },
);

test.each([0, hour, -hour])('what is seen of cycles goes on when the clock is set (%i ms)', async (ms) => {
  const { clock, heard, feed, fair, pass } = await quoted({ auto_execute: false });
  // Pays at the best prices, but not in whole lots: missed.
  const tiny = () => {
    fair();
    feed.book('ETH/USDT', [[2530, 0.0001]], [[2531, 100]]);
  };
  await pass(2, tiny);
  expect(heard.filter(({ type }) => type === 'OpportunityDetected')).toEqual([]);
  const before = heard.length;
  clock.stepWall(ms);
  await pass(12, tiny);
  expect(heard.slice(before).filter(({ type }) => type === 'DecisionMade')).not.toEqual([]);
  await pass(3);
  for (let turn = 0; turn < 4; turn++) {
    await pass(11, fair);
    await pass(1, () => feed.book('ETH/USDT', [[2530, 100]], [[2531, 100]]));
  }
  const since = heard.slice(before);
  expect(since.filter(({ type }) => type === 'OpportunityDetected').length).toBeGreaterThanOrEqual(4);
  expect(since.filter(({ type }) => type === 'DecisionMade').length).toBeGreaterThanOrEqual(4);
});

test.each([0, hour, -hour])('a route rests as long after a failure, also when the clock is set (%i ms)', async (ms) => {
  const { clock, engine, fair, dislocate, feed, pass } = await quoted({ cooldown_after_failure_seconds: 20 });
  const done = () => [...engine.state().executions.values()];
  const dislocated = () => {
    fair();
    dislocate();
  };
  // Its first leg is gone before the order arrives: it fails, and the route rests.
  dislocated();
  feed.book('BTC/USDT', [[50_999, 10]], [[51_001, 10]]);
  await clock.advance(1000);
  expect(done().map(({ status }) => status)).toContain('failed');
  const tried = done().length;
  clock.stepWall(ms);
  await pass(2);
  await pass(15, dislocated);
  expect(done().length).toBe(tried);
  await pass(8, dislocated);
  expect(done().length).toBeGreaterThan(tried);
});

test('the volatility of the last minute is unknown after an hour without quotes', async () => {
  const { clock, engine, fair, dislocate, pass } = await quoted({ auto_execute: false });
  const reasons = () => {
    fair();
    dislocate();
    return engine.state().opportunities.find(({ type, is_valid }) => type === 'TRI' && is_valid)?.risk_reasons;
  };
  await pass(15);
  expect(reasons()).not.toContain('volatility unknown');
  await clock.advance(hour);
  expect(reasons()).toContain('volatility unknown');
});
