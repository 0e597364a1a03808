import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import type { BalancesAnswer } from '../model/exchange.ts';
import { createLiveWorld, type LiveWorld } from './live-world.suite.ts';

const minute = 60_000;
const never = new Promise<never>(() => {});

/** Chances come and go for so many seconds, and each is taken where it may be. */
const trade = async ({ clock, fair, dislocate }: LiveWorld, seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second++) {
    dislocate();
    await clock.advance(400);
    fair();
    await clock.advance(600);
  }
};

/** From now on somebody else has changed the account so; counts the questions. */
const change = ({ exchange }: LiveWorld, by: () => Readonly<Record<string, string>>) => {
  const { balances } = exchange.account;
  const asked = { times: 0 };
  exchange.account.balances = async (ms): Promise<BalancesAnswer> => {
    asked.times++;
    const answer = await balances(ms);
    if (answer.kind !== 'balances') return answer;
    const added = Object.entries(by()).map(([asset, amount]) => {
      const { free, locked } = answer.holdings[asset] ?? { free: '0', locked: '0' };
      return [asset, { free: new BigNumber(free).plus(amount).toFixed(), locked }];
    });
    return { ...answer, holdings: { ...answer.holdings, ...Object.fromEntries(added) } };
  };
  return asked;
};

const started = (world: LiveWorld): number => world.facts('ExecutionStarted').length;
const lastReason = ({ engine }: LiveWorld) => engine.state().decisions[0]?.reason;

describe('an account that somebody else changes while the bot runs', () => {
  test.each([
    ['idles', 0],
    ['trades', 1],
  ])('is found within two minutes while it %s: emptied, it is halted and no execution begins', async (_, trades) => {
    const world = await createLiveWorld({ config: { assets: {} } });
    const { clock, holds, engine, facts, halted } = world;
    world.fair();
    if (trades > 0) await trade(world, 30);
    else await clock.advance(30_000);
    expect(started(world) > 0).toBe(trades > 0);
    holds({ USDT: '1' });
    if (trades > 0) await trade(world, 120);
    else await clock.advance(2 * minute);
    expect(halted()).toMatchObject({ cause: 'difference', reason: expect.stringContaining('USDT: 1, booked') });
    expect(facts('DifferenceFound')[0]).toMatchObject({ asset: 'USDT', kind: 'unexplained', found: '1' });
    const before = started(world);
    await trade(world, 10);
    expect([started(world), lastReason(world)]).toEqual([before, 'halted']);
    expect(engine.risk().accounts).toMatchObject([{ exchange: 'kucoin', state: 'halted' }]);
    expect(engine.state().notifications.map(({ code }) => code)).toContain('account_halted');
  });

  test('by a deposit is shown with it, and trades on', async () => {
    const world = await createLiveWorld();
    world.fair();
    world.holds({ USDT: '10000', SOL: '7' });
    await world.clock.advance(2 * minute);
    expect(world.facts('DifferenceFound')).toMatchObject([{ asset: 'SOL', kind: 'deposit', found: '7' }]);
    expect(world.halted()).toBe(undefined);
    await trade(world, 2);
    expect(started(world)).toBeGreaterThan(0);
  });

  test.each(['idles', 'trades'])('by a trade of their own is halted while the bot %s', async (what) => {
    const world = await createLiveWorld();
    world.fair();
    change(world, () => ({ USDT: '-1000', BTC: '0.02' }));
    if (what === 'trades') await trade(world, 120);
    else await world.clock.advance(2 * minute);
    expect(world.halted()?.reason).toMatch(/USDT: .*BTC: /);
    expect(world.facts('DifferenceFound').map(({ asset, kind }) => `${asset} ${kind}`)).toEqual([
      ...['USDT unexplained', 'BTC unexplained'],
    ]);
  });

  test('trades again when account and ledger agree again', async () => {
    const world = await createLiveWorld();
    let missing = '-5000';
    change(world, () => ({ USDT: missing }));
    await world.clock.advance(2 * minute);
    expect(world.halted()).toMatchObject({ cause: 'difference' });
    missing = '0';
    await world.clock.advance(2 * minute);
    expect(world.halted()).toBe(undefined);
    await trade(world, 2);
    expect(started(world)).toBeGreaterThan(0);
  });
});

describe('a difference', () => {
  test('counts when a second reading shows it too, two seconds later at least', async () => {
    const world = await createLiveWorld();
    const { clock } = world;
    const readings: number[] = [];
    const asked = change(world, () => {
      readings.push(clock.now());
      return { USDT: readings.length === 2 ? '-7' : '0' };
    });
    await clock.advance(10 * minute);
    // The second reading showed 7 USDT less; the third, asked for at once, did not.
    const between = (readings[2] ?? 0) - (readings[1] ?? 0);
    expect(between >= 2000 && between <= 4000).toBe(true);
    expect((readings[3] ?? 0) - (readings[2] ?? 0)).toBeGreaterThanOrEqual(minute);
    expect(asked.times).toBeGreaterThan(9);
    expect([world.facts('DifferenceFound'), world.halted()]).toEqual([[], undefined]);
  });

  test('that is another one each time does not count, and the others do', async () => {
    const world = await createLiveWorld();
    let reading = 0;
    change(world, () => ({ USDT: `-${++reading}`, SOL: '3' }));
    await world.clock.advance(5 * minute);
    expect(world.facts('DifferenceFound').map(({ asset }) => asset)).toEqual(['SOL']);
    expect(world.halted()).toBe(undefined);
  });

  test('does not count in an answer during which an order moved the account', async () => {
    const world = await createLiveWorld({ config: { assets: {} } });
    const { exchange, clock } = world;
    world.fair();
    const { balances } = exchange.account;
    let asked = 0;
    // The account as it was two executions ago.
    exchange.account.balances = async (ms) => {
      asked++;
      const before = await balances(ms);
      await new Promise<void>((resolve) => clock.after(1500, resolve));
      return before;
    };
    await trade(world, 120);
    expect(started(world)).toBeGreaterThan(60);
    expect(asked).toBeGreaterThan(5);
    expect([world.facts('DifferenceFound'), world.halted()]).toEqual([[], undefined]);
  });
});

describe('an account that could not be compared for five minutes', () => {
  const paused = async (world: LiveWorld, reason: RegExp) => {
    const { clock, engine, logged } = world;
    world.fair();
    await clock.advance(4 * minute);
    await trade(world, 2);
    const before = started(world);
    expect(before).toBeGreaterThan(0);
    expect(engine.risk().accounts).toMatchObject([{ state: 'ready', reason: null }]);
    await clock.advance(minute + 10_000);
    await trade(world, 5);
    expect([started(world), lastReason(world)]).toEqual([before, 'unverified_account']);
    expect(engine.state().decisions[0]?.detail).toMatch(reason);
    expect(engine.risk().accounts).toMatchObject([{ state: 'unverified', reason: expect.stringMatching(reason) }]);
    expect(logged('No execution begins at kucoin')).toMatchObject([{ level: 'WARNING' }]);
    return before;
  };

  test('begins no execution, and says that it does not answer; the first answer that counts lets it go on', async () => {
    const world = await createLiveWorld();
    const { exchange, clock, logged } = world;
    const { balances } = exchange.account;
    exchange.account.balances = () => never;
    const before = await paused(world, /was not compared with the ledger for 5 min: it does not say what it holds/);
    exchange.account.balances = balances;
    await clock.advance(20_000);
    expect(logged('was compared again')).toMatchObject([{ level: 'INFO' }]);
    await trade(world, 2);
    expect(started(world)).toBeGreaterThan(before);
  });

  test('begins none where it answers only while an order is open', async () => {
    const world = await createLiveWorld({ config: { assets: {} } });
    const { engine, exchange, clock } = world;
    const { balances } = exchange.account;
    const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.001 } as const;
    exchange.account.balances = async (ms) => {
      const placed = await engine.command({ type: 'PlaceOrder', order: { ...order, price: 40_000 } });
      const answer = await balances(ms);
      if (placed.ok) clock.after(200, () => void engine.command({ type: 'CancelOrder', order_id: placed.value.id }));
      return answer;
    };
    await paused(world, /orders moved it while it was asked/);
  });

  test('begins none while an order rests, which is named', async () => {
    const world = await createLiveWorld();
    const { engine, clock } = world;
    world.fair();
    const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01 } as const;
    const placed = engine.command({ type: 'PlaceOrder', order: { ...order, price: 40_000 } });
    await clock.advance(1000);
    const result = await placed;
    if (!result.ok) return expect.unreachable(result.detail);
    const before = await paused(world, new RegExp(`order ${result.value.id} \\(BTC/USDT\\) is open`));
    void engine.command({ type: 'CancelOrder', order_id: result.value.id });
    await clock.advance(10_000);
    await trade(world, 2);
    expect(started(world)).toBeGreaterThan(before);
  });
});

test('an account is compared each minute, and at once after an execution that was unwound', async () => {
  const world = await createLiveWorld();
  const { clock, feed, fair, dislocate, execution } = world;
  fair();
  const asked = change(world, () => ({}));
  await clock.advance(5 * minute);
  expect(asked.times).toBe(5);
  dislocate();
  await clock.advance(110);
  // The last leg finds its price gone.
  feed.book('ETH/USDT', [[2450, 100]], [[2451, 100]]);
  await clock.advance(2000);
  expect(execution().status).toBe('unwound');
  await clock.advance(2000);
  expect(asked.times).toBe(6);
});

describe('an account that tells of itself', () => {
  test('lets no execution begin while its connection is lost, and says so', async () => {
    const world = await createLiveWorld({ config: { assets: {} } });
    const { clock, engine, say, logged } = world;
    world.fair();
    await trade(world, 2);
    const before = started(world);
    say({ kind: 'disconnected', reason: 'the socket was reset' });
    await trade(world, 5);
    expect([started(world), lastReason(world)]).toEqual([before, 'unverified_account']);
    const reason = 'the connection to the account at kucoin is lost: the socket was reset';
    expect(engine.state().decisions[0]?.detail).toBe(reason);
    expect(engine.risk().accounts).toMatchObject([{ state: 'unverified', reason }]);
    await clock.advance(2 * minute);
    expect(logged(reason)).toHaveLength(1);
    say({ kind: 'connected' });
    await trade(world, 2);
    expect(started(world)).toBeGreaterThan(before);
  });

  test.each(['balance', 'connected'] as const)(
    'what others moved there is found within five seconds of its event: %s',
    async (kind) => {
      const world = await createLiveWorld({ config: { assets: {} } });
      world.fair();
      await world.clock.advance(minute + 5_000);
      world.holds({ USDT: '1' });
      world.say({ kind });
      await world.clock.advance(5_000);
      expect(world.halted()).toMatchObject({ cause: 'difference' });
    },
  );

  test('an order that rests is asked for as soon as its connection is there again', async () => {
    const world = await createLiveWorld();
    const { engine, exchange, clock } = world;
    world.fair();
    const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.001 } as const;
    const placed = engine.command({ type: 'PlaceOrder', order: { ...order, price: 40_000 } });
    await clock.advance(1_000);
    expect(await placed).toMatchObject({ ok: true });
    const asked: string[] = [];
    const { lookUp } = exchange.account;
    exchange.account.lookUp = (ref, ms) => {
      asked.push(ref.symbol);
      return lookUp(ref, ms);
    };
    await clock.advance(5_000);
    expect(asked).toEqual([]);
    world.say({ kind: 'connected' });
    await clock.advance(100);
    expect(asked).toEqual(['BTC/USDT']);
  });
});
