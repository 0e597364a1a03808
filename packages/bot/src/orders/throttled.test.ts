import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import type { OrderRef, ThrottleScope, TimeAnswer } from '../model/exchange.ts';

/** How long the exchange takes nothing, in ms. */
const pause = 10_000;
const ms = (value: number): string => `at ${value}`;

/**
 * A running bot, just before it finds a cycle. `throttle` lets the exchange say now that too much was asked. `left`: what has left of the
 * first execution: its orders, and the questions about them, with the time since `begin` in ms.
 */
const running = async () => {
  const clockAnswers: ((answer: TimeAnswer) => void)[] = [];
  const world = await createWorld({ cooldown_after_failure_seconds: 0, assets: {} }, undefined, (exchange) => {
    exchange.market.serverTime = () => new Promise((resolve) => void clockAnswers.push(resolve));
  });
  const { clock, exchange, engine, fair, dislocate } = world;
  const left: { readonly id: string; readonly what: string }[] = [];
  let begun = clock.monotonic();
  const now = (): string => ms(Number(clock.monotonic()) - Number(begun));
  const place = exchange.account.place.bind(exchange);
  const lookUp = exchange.account.lookUp.bind(exchange);
  const answers = {
    place: (_nth: number, placed: () => ReturnType<typeof place>): ReturnType<typeof place> => placed(),
  };
  exchange.account.place = (request) => {
    left.push({ id: request.client_order_id, what: `${request.side} ${request.symbol} ${now()}` });
    return answers.place(left.length, () => place(request));
  };
  exchange.account.lookUp = (ref: OrderRef) => {
    left.push({ id: ref.client_order_id, what: `look up ${ref.symbol} ${now()}` });
    return lookUp(ref);
  };
  await world.ask({ type: 'StartBot', parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] } });
  fair();
  return {
    ...world,
    answers,
    throttle: (scope: ThrottleScope, retryAfterMs = pause): void =>
      clockAnswers.shift()?.({ kind: 'throttled', scope, retryAfterMs }),
    begin: (): void => {
      begun = clock.monotonic();
      dislocate();
    },
    /** Lets time pass in which the cycle goes on to pay. */
    pass: async (duration: number): Promise<void> => {
      for (let passed = 0; passed < duration; passed += 250) {
        await clock.advance(Math.min(250, duration - passed));
        fair();
        dislocate();
      }
    },
    left: (): readonly string[] => {
      const [first] = engine.state().executions.values();
      const ids = new Set(
        [...engine.state().orders.values()].flatMap((order) =>
          order.execution_id === first?.id ? [order.client_order_id] : [],
        ),
      );
      return left.filter(({ id }) => ids.has(id)).map(({ what }) => what);
    },
    status: () => [...engine.state().executions.values()][0]?.status ?? null,
  };
};

const [first, second, third] = ['buy BTC/USDT', 'buy ETH/BTC', 'sell ETH/USDT'];
const scopes = ['data', 'account', 'orders', 'address'] as const;
const stopsOrders = (scope: ThrottleScope): boolean => scope === 'orders' || scope === 'address';

test.each(scopes)('before leg 1, what is throttled decides whether it is sent: %s', async (scope) => {
  const { throttle, begin, pass, left, engine, clock } = await running();
  throttle(scope);
  await clock.advance(0);
  begin();
  await pass(2000);
  const [decision] = engine.state().decisions;
  if (scope === 'data') expect(left()).toEqual([`${first} at 0`, `${second} at 50`, `${third} at 100`]);
  else {
    expect(left()).toEqual([]);
    const stopped = {
      account: 'its account is not read',
      orders: 'no orders are sent',
      address: 'no requests at all are sent from this address',
    }[scope];
    expect(decision).toMatchObject({ decision: 'skipped', reason: 'throttled' });
    expect(decision?.detail).toMatch(new RegExp(`^kucoin was asked too often: ${stopped} for \\d+ ms$`));
    const lines = engine.state().logs.map(({ message }) => message);
    expect(lines.filter((line) => line === `kucoin was asked too often: ${stopped} for 10000 ms`).length).toBe(1);
    await pass(pause);
    expect(left().length).toBe(3);
  }
  await engine.close();
});

test.each(scopes)('what is throttled during leg 1 holds back leg 2 only where it stops orders: %s', async (scope) => {
  const { throttle, begin, pass, left, status, engine, clock } = await running();
  begin();
  await clock.advance(10);
  throttle(scope);
  await pass(2 * pause);
  const after = stopsOrders(scope) ? pause + 10 : 50;
  expect(left()).toEqual([`${first} at 0`, `${second} ${ms(after)}`, `${third} ${ms(after + 50)}`]);
  expect(status()).toBe('completed');
  await engine.close();
});

test.each(scopes)(
  'what is throttled between leg 2 and leg 3 holds back leg 3 only where it stops orders: %s',
  async (scope) => {
    const { answers, throttle, begin, pass, left, status, engine } = await running();
    answers.place = async (nth, placed) => {
      const answer = await placed();
      if (nth === 2) throttle(scope);
      return answer;
    };
    begin();
    await pass(2 * pause);
    const after = stopsOrders(scope) ? pause + 100 : 100;
    expect(left()).toEqual([`${first} at 0`, `${second} at 50`, `${third} ${ms(after)}`]);
    expect(status()).toBe('completed');
    await engine.close();
  },
);

test.each(scopes)(
  'what is throttled during an unwinding holds back the way back only where it stops orders: %s',
  async (scope) => {
    const { answers, throttle, begin, pass, left, status, engine } = await running();
    answers.place = async (nth, placed) => {
      if (nth !== 2) return placed();
      throttle(scope);
      return { kind: 'refused', reason: 'not now' };
    };
    begin();
    await pass(2 * pause);
    const after = stopsOrders(scope) ? pause + 50 : 50;
    // What is left of the cycle pays best, and is the way back.
    const wayBack = [`${second} ${ms(after)}`, `${third} ${ms(after + 50)}`];
    expect(left()).toEqual([`${first} at 0`, `${second} at 50`, ...wayBack]);
    expect(status()).toBe('unwound');
    await engine.close();
  },
);

test.each(scopes)(
  'what is throttled while an outcome is unknown holds back questions and legs, each by its scope: %s',
  async (scope) => {
    const { answers, throttle, begin, pass, left, status, engine } = await running();
    answers.place = async (nth, placed) => {
      const answer = await placed();
      if (nth !== 1) return answer;
      throttle(scope);
      return { kind: 'unknown', reason: 'reset' };
    };
    begin();
    await pass(2 * pause);
    // The exchange was asked too often 50 ms after the beginning. A first question about an order follows after 250 ms.
    const asked = scope === 'account' || scope === 'address' ? pause + 50 : 300;
    const after = { data: 300, account: pause + 50, orders: pause + 50, address: pause + 50 }[scope];
    const [question, ...legs] = left().slice(1);
    expect(left()[0]).toBe(`${first} at 0`);
    expect(question).toBe(`look up BTC/USDT ${ms(asked)}`);
    const [answeredAt = 0, sentAt = 0] = [question, legs[0]].map((line) => Number(line?.split(' ').at(-1)));
    expect(sentAt).toBeGreaterThanOrEqual(Math.max(answeredAt, after));
    expect(sentAt - Math.max(answeredAt, after)).toBeLessThanOrEqual(50);
    expect(legs[0]).toContain(second);
    expect(status()).toBe('completed');
    await engine.close();
  },
);

test('a clock that is asked too often for a minute while leg 1 is under way leaves leg 2 alone', async () => {
  const { throttle, begin, pass, left, engine, clock } = await running();
  begin();
  await clock.advance(10);
  throttle('data', 60_000);
  await pass(1000);
  expect(left()).toEqual([`${first} at 0`, `${second} at 50`, `${third} at 100`]);
  await engine.close();
});

test('the clock of an exchange is not asked for again before its throttle is over', async () => {
  const asked: number[] = [];
  const { clock, engine } = await createWorld({}, undefined, (exchange) => {
    exchange.market.serverTime = async () => {
      asked.push(Math.round(Number(clock.monotonic())));
      return { kind: 'throttled', scope: 'data', retryAfterMs: 150_000 };
    };
  });
  await clock.advance(450_000);
  const [at = 0] = asked;
  expect(asked.map((one) => one - at)).toEqual([0, 180_000, 360_000]);
  await engine.close();
});

test('an execution whose second leg the exchange did not look at turns back when it does, and no sooner', async () => {
  const { answers, begin, pass, left, status, engine } = await running();
  answers.place = async (nth, placed) =>
    nth === 2 ? { kind: 'throttled', scope: 'orders', retryAfterMs: 1500 } : placed();
  begin();
  await pass(4000);
  expect(left()).toEqual([`${first} at 0`, `${second} at 50`, `${second} at 1550`, `${third} at 1600`]);
  expect(status()).toBe('unwound');
  await engine.close();
});
