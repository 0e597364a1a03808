import { describe, expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import { type Elapsed, elapsedOf } from '../model/clock.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';

const begun = async () => {
  const world = await createWorld({ cooldown_after_failure_seconds: 0 });
  world.fair();
  await world.ask({ type: 'StartBot', parameters: {} });
  await world.clock.advance(10);
  const facts = () => world.heard.filter((event) => event.type === 'ExecutionBounded');
  const trades = () => {
    const { executions, orders } = world.engine.state();
    return [...executions.values()].map((execution) => tradeRecord(execution, orders));
  };
  return { ...world, facts, trades };
};

describe('the range of a paper trade', () => {
  test('is known once each of its markets has another quote: what was planned, and what those would have paid', async () => {
    const { clock, engine, feed, fair, dislocate, facts, trades } = await begun();
    dislocate();
    await clock.advance(1000);
    const [execution] = engine.state().executions.values();
    expect(execution?.status).toBe('completed');
    expect(facts()).toEqual([]);
    fair();
    const start = Number(execution?.start_amount);
    const planned = Number(execution?.expected_end) - start;
    // At the fair books: bought at 50,001 and 0.05001, sold at 2,499.5, each for 0.1 %.
    const next = (start / 50_001 / 0.05001) * 2499.5 * 0.999 ** 3 - start;
    expect(facts()).toHaveLength(1);
    expect(Number(facts()[0]?.optimistic)).toBeCloseTo(planned, 9);
    expect(Number(facts()[0]?.pessimistic)).toBeCloseTo(next, 6);
    const [trade] = trades();
    expect(trade?.optimistic_profit).toBeGreaterThanOrEqual(trade?.profit ?? Number.NaN);
    expect(trade?.pessimistic_profit).toBeCloseTo(next, 6);
    await clock.advance(120_000);
    feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    expect(facts()).toHaveLength(1);
    await engine.close();
  });

  test('takes a market without another quote within a minute as it stands', async () => {
    const { clock, engine, dislocate, facts } = await begun();
    dislocate();
    await clock.advance(59_000);
    expect(facts()).toEqual([]);
    await clock.advance(2000);
    expect(facts()).toHaveLength(1);
    await engine.close();
  });

  test('reckons at worst with all that orders have taken before it, however long ago', async () => {
    const { clock, engine, fair, dislocate, exchange } = await begun();
    dislocate(2530, 0.2);
    await clock.advance(1000);
    fair();
    const long = clock.monotonic();
    await clock.advance(200_000);
    fair();
    dislocate(2530, 0.2);
    // All of the 0.2 ETH at 2,530 was sold to but what makes no whole lots of the cycle.
    const left = (before: Elapsed) => exchange.account.paper?.leastOffers?.('ETH/USDT', 'sell', before)[0]?.[1] ?? 0;
    expect(left(clock.monotonic())).toBeLessThan(0.001);
    expect(left(long)).toBeLessThan(0.001);
    expect(left(elapsedOf(0))).toBe(0.2);
    await engine.close();
  });
});
