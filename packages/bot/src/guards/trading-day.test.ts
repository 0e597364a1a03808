import { describe, expect, test } from 'vitest';
import { createWorld, noon } from '../engine/world.suite.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { EngineConfig } from '../model/config.ts';
import { createTradingDay } from './trading-day.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The days begun by a clock that starts at noon of 2026-01-31 and then does what it is told, looked at each minute. */
const begun = async (
  steps: readonly (readonly ['pass' | 'set', number])[],
  before = { day: '2026-01-31', newest_at: noon },
) => {
  const clock = createVirtualClock(noon);
  const state = { today: { ...nothing, day: before.day, begun: true as const }, newest_at: before.newest_at };
  const trading = createTradingDay(clock, state);
  const days: string[] = [];
  const look = () => {
    const due = trading.due();
    if (due === null) return;
    days.push(`${due} after ${Number(clock.monotonic()) / hour} h`);
    state.today = { ...state.today, day: due };
  };
  look();
  for (const [what, ms] of steps) {
    if (what === 'set') {
      clock.stepWall(ms);
      look();
    } else {
      for (let passed = 0; passed < ms; passed += minute) {
        await clock.advance(minute);
        look();
      }
    }
  }
  return days;
};

const nothing = { executions: 0, volume: {}, unpriced: [], peak_equity: null };

describe('a trading day', () => {
  test('begins at midnight', async () => {
    expect(await begun([['pass', 2 * day]])).toEqual(['2026-02-01 after 12 h', '2026-02-02 after 36 h']);
  });

  test('begins once when the clock is set two days ahead, at the real midnight, and never goes back', async () => {
    const days = await begun([
      ['set', 2 * day],
      ['pass', day],
      ['set', -2 * day],
      ['pass', day],
    ]);
    // Five minutes early, as the monotonic clock alone decides.
    expect(days).toEqual([`2026-02-01 after ${12 - 5 / 60} h`, '2026-02-02 after 36 h']);
  });

  test('does not begin again when the clock is set back an hour', async () => {
    const days = await begun([
      ['pass', 12 * hour + 30 * minute],
      ['set', -hour],
      ['pass', 2 * hour],
    ]);
    expect(days).toEqual(['2026-02-01 after 12 h']);
  });

  test('is longer by the time that the machine slept', async () => {
    expect(
      await begun([
        ['set', 8 * hour],
        ['pass', day],
      ]),
    ).toEqual([`2026-02-01 after ${12 - 5 / 60} h`]);
  });

  test('begins with a process that starts on a later day', async () => {
    expect(await begun([], { day: '2026-01-28', newest_at: noon - 3 * day })).toEqual(['2026-01-31 after 0 h']);
  });

  test('does not begin with a process whose clock is before the newest fact, but after a whole day of it', async () => {
    const days = await begun([['pass', 25 * hour]], { day: '2026-01-30', newest_at: noon + 5 * day });
    expect(days).toEqual([`2026-02-01 after ${24 - 5 / 60} h`]);
  });

  test('begins as soon as such a clock has been set right', async () => {
    const late = { day: '2026-01-30', newest_at: noon + hour };
    expect(
      await begun(
        [
          ['pass', 10 * minute],
          ['set', hour],
        ],
        late,
      ),
    ).toEqual([`2026-01-31 after ${1 / 6} h`]);
  });
});

/** A bot that has bought BTC for about 1,000 USD today, of 1,500 allowed. */
const bought = async (config: Partial<EngineConfig> = {}) => {
  const assets = { BTC: { max_position: 1e6, max_daily_volume: 1500 } };
  const world = await createWorld({ assets, cooldown_after_failure_seconds: 0, ...config });
  await world.ask({ type: 'StartBot', parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] } });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10 * minute) {
      world.fair();
      await world.clock.advance(10 * minute);
    }
  };
  world.fair();
  world.dislocate();
  await world.clock.advance(1000);
  const used = () =>
    Math.round(
      world.engine.risk().limits.find(({ name, scope }) => name === 'daily_volume' && scope === 'BTC')?.used ?? -1,
    );
  expect(used()).toBeGreaterThan(900);
  return { ...world, pass, used, spent: used() };
};

describe('what is used of a daily limit', () => {
  test('is given back at midnight', async () => {
    const { pass, used, spent } = await bought();
    await pass(12 * hour - 10 * minute);
    expect(used()).toBe(spent);
    await pass(10 * minute);
    expect(used()).toBe(0);
  });

  test.each([2 * day, -hour])('is not given back by a clock that is set (%i ms)', async (ms) => {
    const { clock, pass, used, spent, heard } = await bought();
    clock.stepWall(ms);
    await pass(hour);
    expect(used()).toBe(spent);
    clock.stepWall(-ms);
    await pass(hour);
    expect(used()).toBe(spent);
    expect(heard.filter(({ type }) => type === 'DayStarted')).toEqual([
      { type: 'DayStarted', day: '2026-01-31', at: noon },
    ]);
  });

  test('is still used after a restart with the clock set back an hour', async () => {
    const { engine, store, spent, pass } = await bought();
    await pass(20 * minute);
    await engine.close();
    const again = await createWorld({}, store, undefined, undefined, noon - hour);
    expect(again.engine.state().today).toMatchObject({ day: '2026-01-31', volume: { BTC: expect.closeTo(spent, -1) } });
  });
});
