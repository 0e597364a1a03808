import { describe, expect, test } from 'vitest';
import { createWorld, cutBefore, noon, testConfig } from '../engine/world.suite.ts';
import { messageOf } from '../market/message.suite.ts';
import { defaultBreakers } from '../model/breaker-settings.ts';
import { later } from '../model/clock.ts';
import type { EngineConfig } from '../model/config.ts';
import type { OrderRequest } from '../model/exchange.ts';

const start = { type: 'StartBot', parameters: {} } as const;
const { reject_rate } = defaultBreakers;

/** A running bot whose breakers trip as they do by default, and whose routes never rest. */
const watched = async (config: Partial<EngineConfig> = {}, store?: Parameters<typeof createWorld>[1]) => {
  const world = await createWorld({ breakers: defaultBreakers, cooldown_after_failure_seconds: 0, ...config }, store);
  await world.ask(start);
  const breaker = (name: string) => world.engine.risk().breakers.find((one) => one.name === name);
  /** Books that are fair and young for as long as is asked. */
  const calm = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      world.fair();
      await world.clock.advance(1000);
    }
  };
  /** One opportunity from which the exchange refuses every order. */
  const refuse = async () => {
    world.exchange.account.place = async (_: OrderRequest) => ({ kind: 'refused', reason: 'not today' });
    world.fair();
    world.dislocate();
    await world.clock.advance(100);
    world.fair();
    await world.clock.advance(300);
  };
  return { ...world, breaker, calm, refuse };
};

const ok = { status: 'ok', reason: null, tripped_at: null };

describe('five failures in a row', () => {
  const failing = async () => {
    const world = await watched({
      breakers: { ...defaultBreakers, reject_rate: { ...reject_rate, least_orders: 99 } },
    });
    for (let time = 0; time < 4; time++) await world.refuse();
    expect(world.breaker('consecutive_failures')).toMatchObject(ok);
    await world.refuse();
    return world;
  };

  test('let nothing new begin, say so, and wait for an operator', async () => {
    const { engine, breaker, fair, dislocate, clock, ask, calm } = await failing();
    const reason = '5 executions in a row failed, the limit is 5';
    expect(breaker('consecutive_failures')).toEqual({
      name: 'consecutive_failures',
      status: 'tripped',
      reason,
      tripped_at: expect.any(String),
      resumes: 'operator',
    });
    expect(engine.risk()).toMatchObject({ state: 'reducing', since: breaker('consecutive_failures')?.tripped_at });
    expect(
      engine.state().notifications.find(({ notification_type }) => notification_type === 'circuit_breaker'),
    ).toMatchObject({
      level: 'warning',
      message: `consecutive_failures: ${reason}. Nothing new is begun until an operator resets it.`,
    });
    const executions = engine.state().executions.size;
    fair();
    dislocate();
    await clock.advance(100);
    expect(engine.state().executions.size).toBe(executions);
    expect(engine.state().decisions[0]).toMatchObject({
      reason: 'circuit_breaker',
      detail: `consecutive_failures: ${reason}`,
    });
    expect(engine.state().decision_counts.circuit_breaker).toBeGreaterThan(0);
    await calm(120);
    expect(breaker('consecutive_failures')?.status).toBe('tripped');
    await ask({ type: 'ResetBreaker', name: 'consecutive_failures' });
    expect(breaker('consecutive_failures')).toMatchObject(ok);
    expect(engine.risk()).toMatchObject({ state: 'active', since: null });
    fair();
    dislocate();
    expect(engine.state().executions.size).toBe(executions + 1);
  });

  test('are still held against it after a restart', async () => {
    const before = await failing();
    await before.engine.close();
    const { engine, fair, dislocate, ask } = await createWorld({ breakers: defaultBreakers }, before.store);
    expect(engine.state().lifecycle).toBe('running');
    expect(engine.risk().state).toBe('reducing');
    fair();
    dislocate();
    expect(engine.state().open_executions.size).toBe(0);
    await ask({ type: 'ResetBreaker', name: 'consecutive_failures' });
    expect(engine.risk().state).toBe('active');
  });

  test('trip it at the start where a crash came before it was tripped', async () => {
    const before = await failing();
    await before.engine.close();
    const { engine, types } = await createWorld(
      { breakers: defaultBreakers },
      cutBefore(before.store, 'BreakerTripped'),
    );
    expect(types()).toContain('BreakerTripped');
    expect(engine.state().lifecycle).toBe('running');
    expect(engine.risk().state).toBe('reducing');
  });
});

test('failures are judged as each execution ends: the next one may be a moment away', async () => {
  const consecutive_failures = { count: 1, cool_off_ms: null };
  const breakers = { ...defaultBreakers, consecutive_failures, reject_rate: { ...reject_rate, least_orders: 99 } };
  const { refuse, heard } = await watched({ breakers });
  await refuse();
  const at = (type: string) => heard.find((event) => event.type === type)?.at;
  expect(at('ExecutionFinished')).toBeGreaterThanOrEqual(noon);
  expect(at('BreakerTripped')).toBe(at('ExecutionFinished'));
});

test('a limit that is set below what has happened trips its breaker at once', async () => {
  const breakers = { ...defaultBreakers, reject_rate: { ...reject_rate, least_orders: 99 } };
  const { refuse, ask, breaker } = await watched({ breakers });
  await refuse();
  await refuse();
  expect(breaker('consecutive_failures')).toMatchObject(ok);
  const config = { ...testConfig, breakers: { ...breakers, consecutive_failures: { count: 2, cool_off_ms: null } } };
  await ask({ type: 'ActivateConfig', id: 'c', name: 'Careful', config, actor: { name: 'ada', role: 'admin' } });
  expect(breaker('consecutive_failures')?.reason).toBe('2 executions in a row failed, the limit is 2');
});

test('only a tripped breaker that there is can be reset', async () => {
  const { engine } = await watched();
  expect(await engine.command({ type: 'ResetBreaker', name: 'clock_skew' })).toEqual({
    ok: false,
    problem: 'conflict',
    detail: 'clock_skew is not tripped',
  });
  expect(await engine.command({ type: 'ResetBreaker', name: 'mood' })).toEqual({
    ok: false,
    problem: 'not-found',
    detail: 'there is no breaker mood',
  });
});

test('refused orders trip it, and it resumes by itself when they are long past', async () => {
  const few = { ...reject_rate, least_orders: 3, window_ms: 20_000, cool_off_ms: 5000 };
  const { breaker, refuse, calm, heard } = await watched({ breakers: { ...defaultBreakers, reject_rate: few } });
  for (let time = 0; time < 3; time++) await refuse();
  expect(breaker('reject_rate')).toMatchObject({
    status: 'tripped',
    reason: '3 of the last 3 orders were refused, the limit is 30 %',
    resumes: 'itself',
  });
  await calm(20);
  expect(breaker('reject_rate')?.status).toBe('tripped');
  await calm(6);
  expect(breaker('reject_rate')).toMatchObject(ok);
  const facts = heard.filter(({ type }) => type === 'BreakerTripped' || type === 'BreakerReset');
  expect(facts).toMatchObject([
    { type: 'BreakerTripped', name: 'reject_rate' },
    { type: 'BreakerReset', name: 'reject_rate', by: 'itself' },
  ]);
});

test('a market in which most books rest while one changes holds nothing back', async () => {
  const { breaker, calm, clock, feed, heard } = await watched();
  await calm(2);
  for (let second = 0; second < 120; second++) {
    feed.book('BTC/USDT', [[49_999, 10 + second]], [[50_001, 10]]);
    await clock.advance(1000);
  }
  expect(breaker('stale_data')).toMatchObject(ok);
  expect(heard.filter(({ type }) => type === 'BreakerTripped')).toEqual([]);
});

test('an exchange that falls silent once it was heard trips it, and it resumes when it is heard again', async () => {
  const { breaker, calm, clock, engine, fair, dislocate } = await watched();
  await clock.advance(60_000);
  expect(breaker('stale_data')).toMatchObject(ok);
  await calm(2);
  await clock.advance(9000);
  expect(breaker('stale_data')).toMatchObject({
    status: 'tripped',
    reason: '1 of 1 connections have sent nothing, or late data, for 5 s, the limit is 50 %',
  });
  fair();
  dislocate();
  expect(engine.state().open_executions.size).toBe(0);
  await calm(4);
  expect(breaker('stale_data')?.status).toBe('tripped');
  await calm(3);
  expect(breaker('stale_data')).toMatchObject(ok);
});

test('a clock that differs from the exchange’s trips it, by its least delayed message', async () => {
  const { breaker, calm, clock, feed } = await watched();
  const tell = (...behind: readonly number[]) => {
    for (const ms of behind) {
      const at = clock.now();
      const levels = { bids: [[49_999, 1]], asks: [[50_001, 1]] } as const;
      feed.say(messageOf({ ...levels, exchange_time: at - ms, at, received: clock.monotonic() }));
    }
  };
  tell(2500, 100, 9000);
  await clock.advance(1000);
  expect(breaker('clock_skew')).toMatchObject(ok);
  tell(9000, 2500.4);
  await clock.advance(1000);
  expect(breaker('clock_skew')).toMatchObject({
    status: 'tripped',
    reason: "this machine's clock is 2500 ms ahead of that of kucoin, the limit is 2000 ms",
  });
  await calm(12);
  expect(breaker('clock_skew')).toMatchObject(ok);
});

describe('an exchange whose books bear no time', () => {
  /** Three minutes, in which its clock is ahead by so many ms in heartbeats, and where it is asked for; null where it says nothing. */
  const lived = async ({ beats = null, asked = null }: { beats?: number | null; asked?: number | null }) => {
    let now = (): number => noon;
    const world = await createWorld({ breakers: defaultBreakers }, undefined, (exchange) => {
      if (asked !== null) exchange.market.serverTime = async () => ({ kind: 'time', at: now() + asked });
    });
    const { clock, feed, engine } = world;
    now = clock.now;
    await world.ask(start);
    for (let second = 0; second < 180; second++) {
      const [at, received] = [clock.now(), clock.monotonic()];
      const levels = { bids: [[49_999, 10 + second]], asks: [[50_001, 1]] } as const;
      feed.say(messageOf({ ...levels, exchange_time: null, at, received }));
      if (beats !== null)
        feed.say({ type: 'HeartbeatReceived', exchange: 'kucoin', exchange_time: at + beats, at, received });
      await clock.advance(1000);
    }
    const { status, reason } =
      engine.risk().breakers.find(({ name }) => name === 'clock_skew') ??
      expect.unreachable('there is no such breaker');
    await engine.close();
    return { status, reason };
  };
  const behind = {
    status: 'tripped',
    reason: "this machine's clock is 600000 ms behind that of kucoin, the limit is 2000 ms",
  };
  const calm = { status: 'ok', reason: null };

  test.each([
    ['by its heartbeats', { beats: 600_000 }, behind],
    ['by its clock where that is asked for', { asked: 600_000 }, behind],
    ['by both', { beats: 600_000, asked: 600_000 }, behind],
    ['not where both agree with ours', { beats: 100, asked: -100 }, calm],
    ['not where its heartbeats are late, and its clock agrees with ours', { beats: -5000, asked: 0 }, calm],
    ['not where nothing bears a time', {}, calm],
  ])('trips it: %s', async (_how, clocks, expected) => {
    expect(await lived(clocks)).toEqual(expected);
  });
});

test('a process that is late for three seconds trips it', async () => {
  const { breaker, clock, calm } = await watched();
  const { monotonic } = clock;
  let late = 0;
  clock.monotonic = () => later(monotonic(), late);
  await calm(3);
  for (let second = 0; second < 3; second++) {
    expect(breaker('event_loop_lag')).toMatchObject(ok);
    late += 1500;
    await calm(1);
  }
  expect(breaker('event_loop_lag')).toMatchObject({
    status: 'tripped',
    reason: 'the process is 1500 ms late, the limit is 1000 ms',
    resumes: 'itself',
  });
  await calm(14);
  expect(breaker('event_loop_lag')).toMatchObject(ok);
});

describe('while a breaker is tripped', () => {
  const reducing = async () => {
    const world = await watched();
    await world.calm(2);
    await world.clock.advance(9000);
    world.fair();
    expect(world.engine.risk().state).toBe('reducing');
    return world;
  };
  const order = {
    exchange: 'kucoin',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.1,
    price: 49_000,
  } as const;

  test('an order by hand is taken only when it lowers exposure', async () => {
    const { engine, during } = await reducing();
    expect(await engine.command({ type: 'PlaceOrder', order })).toEqual({
      ok: false,
      problem: 'conflict',
      detail:
        'only what lowers exposure is taken now: stale_data: 1 of 1 connections have sent nothing, or late data, for 5 s, the limit is 50 %',
    });
    const sale = { ...order, side: 'sell' as const, price: 60_000 };
    expect(await during(100, engine.command({ type: 'PlaceOrder', order: sale }))).toMatchObject({
      problem: 'rejected',
      detail: 'it needs 0.1 BTC, free are 0',
    });
  });

  test('a halt is narrower, and its reset leaves the breaker as it is', async () => {
    const { engine, ask, during } = await reducing();
    await during(100, ask({ type: 'Kill', reason: 'drill' }));
    expect(engine.risk()).toMatchObject({ state: 'halted', reason: 'drill', since: expect.any(String) });
    await ask({ type: 'ResetKill' });
    expect(engine.risk().state).toBe('reducing');
  });

  test('an execution that was begun goes on to its end', async () => {
    const { engine, fair, dislocate, clock, calm, breaker } = await watched({
      breakers: { ...defaultBreakers, event_loop_lag: { ms: -1, cool_off_ms: null } },
    });
    await calm(3);
    fair();
    await clock.advance(980);
    dislocate();
    await clock.advance(1000);
    expect(breaker('event_loop_lag')?.status).toBe('tripped');
    expect([...engine.state().executions.values()].map(({ status, started_at }) => [status, started_at])).toEqual([
      ['completed', noon + 3980],
    ]);
  });
});
