import { describe, expect, test } from 'vitest';
import { createWorld, cutBefore, noon } from '../engine/world.suite.ts';
import { type EventStore, StoreFault } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { EngineConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';

const start = { type: 'StartBot', parameters: {} } as const;

/** A store whose disk is full from the moment that it is told so. */
const fillingStore = () => {
  const store: EventStore<Fact> = createMemoryStore<Fact>();
  let full = false;
  const append: EventStore<Fact>['append'] = (facts) => {
    if (full) throw new StoreFault('disk-full', 'journal.sqlite cannot be written: the disk is full');
    return store.append(facts);
  };
  const get = (target: EventStore<Fact>, key: keyof EventStore<Fact>) =>
    key === 'append' ? append : target[key].bind(target);
  return {
    store: new Proxy(store, { get: (target, key) => get(target, key as keyof EventStore<Fact>) }),
    fill: (isFull = true) => {
      full = isFull;
    },
  };
};

/** An account of 0.1 BTC, which is 5,000 USDT, and 5,000 USDT, marked at noon. */
const holding = async (config: Partial<EngineConfig> = {}) => {
  const world = await createWorld({ paper_funds: { USDT: '5000', BTC: '0.1' }, ...config });
  world.fair();
  await world.clock.advance(1000);
  /** Another price of BTC, marked within the next minute. */
  const priced = async (bid: number) => {
    world.feed.book('BTC/USDT', [[bid - 1, 10]], [[bid + 1, 10]]);
    await world.clock.advance(1000);
    world.feed.book('BTC/USDT', [[bid - 1, 10]], [[bid + 1, 10]]);
    await world.clock.advance(60_000);
  };
  return { ...world, priced };
};

describe('losses', () => {
  test('of a day beyond its limit halt and stop the bot, and the halt is still there after a restart', async () => {
    const { engine, ask, priced, clock, store } = await holding();
    await ask(start);
    await priced(45_000);
    expect(engine.state()).toMatchObject({ lifecycle: 'stopped', halted: { cause: 'daily_drawdown' } });
    expect(engine.state().halted?.reason).toBe("equity is 5.00 % below today's peak, the limit is 5 %");
    expect(engine.state().notifications[0]).toMatchObject({
      notification_type: 'stop_loss',
      level: 'error',
      title: 'Bot halted',
    });
    await clock.advance(1000);
    await engine.close();
    const again = await createWorld({}, store);
    expect(again.engine.state()).toMatchObject({ lifecycle: 'stopped', halted: { cause: 'daily_drawdown' } });
  });

  test('halt it at the start where a crash came before the halt, and it does not run again by itself', async () => {
    const before = await holding();
    await before.ask(start);
    await before.priced(45_000);
    await before.engine.close();
    const first = await createWorld({}, cutBefore(before.store, 'BotHalted'));
    expect(first.engine.state()).toMatchObject({ lifecycle: 'stopped', halted: { cause: 'daily_drawdown' } });
    await first.ask({ type: 'ResetKill' });
    await first.engine.close();
    const next = await createWorld({}, first.store);
    expect(next.engine.state()).toMatchObject({ lifecycle: 'stopped', halted: null });
  });

  test('since the base beyond the stop loss halt it too', async () => {
    const { engine, ask, priced } = await holding({ max_daily_drawdown_pct: 100 });
    await ask(start);
    await priced(40_100);
    expect(engine.state().halted).toBeNull();
    await priced(39_900);
    expect(engine.state().halted).toMatchObject({ cause: 'stop_loss' });
  });

  test('count against what there was before the first execution, however soon it begins', async () => {
    const { engine, ask, fair, dislocate, clock } = await createWorld();
    await ask(start);
    fair();
    dislocate();
    await clock.advance(900);
    const [execution] = engine.state().executions.values();
    const { base, last } = engine.state().equity;
    expect(execution).toMatchObject({ status: 'completed' });
    expect([base, (last ?? 0) > 10_000]).toEqual([10_000, true]);
  });

  test('are forgiven when the halt is reset', async () => {
    const { engine, ask, priced } = await holding();
    await ask(start);
    await priced(45_000);
    await ask({ type: 'ResetKill' });
    await ask(start);
    await priced(44_900);
    expect(engine.state()).toMatchObject({ lifecycle: 'running', halted: null });
  });

  test('are not judged while something that is held has never had a price', async () => {
    const { engine, clock, fair } = await createWorld({ paper_funds: { USDT: '5000', BTC: '0.1' } });
    await clock.advance(5000);
    expect(engine.state().marks).toEqual([]);
    fair();
    await clock.advance(2000);
    expect(engine.state().marks.map(({ equity_usd, mode }) => [equity_usd, mode])).toEqual([[10_000, 'paper']]);
  });

  test('halt within three seconds, and by two looks: one odd quote is no loss', async () => {
    const { engine, ask, feed, clock } = await holding();
    await ask(start);
    const quoted = (bid: number) => feed.book('BTC/USDT', [[bid - 1, 10]], [[bid + 1, 10]]);
    await clock.advance(500);
    quoted(45_000);
    await clock.advance(1000);
    quoted(50_000);
    await clock.advance(5000);
    expect(engine.state().halted).toBeNull();
    quoted(45_000);
    await clock.advance(1000);
    quoted(45_000);
    await clock.advance(2000);
    expect(engine.state().halted).toMatchObject({ cause: 'daily_drawdown' });
  });

  test('that cannot be watched let nothing begin; what has no market at all is worth nothing', async () => {
    const decided = async (paper_funds: Readonly<Record<string, string>>) => {
      const { engine, ask, feed, fair, dislocate, clock } = await createWorld({ paper_funds });
      await ask(start);
      fair();
      feed.say({ type: 'BookDistrusted', exchange: 'kucoin', symbol: 'SOL/ETH', reason: 'test', at: clock.now() });
      feed.say({ type: 'BookDistrusted', exchange: 'kucoin', symbol: 'SOL/USDT', reason: 'test', at: clock.now() });
      dislocate();
      await clock.advance(500);
      return engine
        .state()
        .decisions.map(({ reason, detail }) => `${reason}: ${detail}`)
        .at(-1);
    };
    expect(await decided({ USDT: '10000', SOL: '1' })).toBe(
      'no_valuation: what is held of SOL has no price in USD, so that losses cannot be watched',
    );
    expect(await decided({ USDT: '10000', GIFT: '1000000' })).toBe('executed: automatically');
  });
});

describe('a disk that is full', () => {
  test('halts at once: no order is sent without its intent', async () => {
    const { store, fill } = fillingStore();
    const { engine, ask, fair, dislocate, clock, heard } = await createWorld({}, store);
    await ask(start);
    fair();
    fill();
    dislocate();
    await clock.advance(5000);
    expect(heard.filter(({ type }) => type === 'OrderIntended')).toEqual([]);
    expect(engine.state().halted).toEqual({
      cause: 'journal',
      reason: 'journal.sqlite cannot be written: the disk is full',
      at: noon,
    });
    // No journal takes it, and the operator hears of it all the same.
    const raised = heard.filter(({ type }) => type === 'NotificationRaised');
    expect(raised).toMatchObject([{ notification_type: 'circuit_breaker', title: 'Bot halted', level: 'error' }]);
    expect(engine.state().notifications).toMatchObject([{ title: 'Bot halted', read: false }]);
    expect(await engine.command({ type: 'ResetKill' })).toMatchObject({ ok: false });
  });

  test('a kill that cannot be written down holds, and says that no restart will know of it', async () => {
    const { store, fill } = fillingStore();
    const { engine, ask, fair, dislocate, clock, during, heard } = await createWorld({}, store);
    await ask(start);
    fair();
    fill();
    expect(await during(100, engine.command({ type: 'Kill', reason: 'drill' }))).toMatchObject({
      ok: false,
      problem: 'unavailable',
      detail: expect.stringMatching(/^killed until the process ends/),
    });
    fill(false);
    dislocate();
    await clock.advance(1000);
    expect(heard.filter(({ type }) => type === 'OrderIntended')).toEqual([]);
  });

  test('that has room again releases nothing: what a failed commit held is unknown until the process is started again', async () => {
    const { store, fill } = fillingStore();
    const { engine, ask, fair, dislocate, clock, heard } = await createWorld({}, store);
    await ask(start);
    fair();
    dislocate();
    await clock.advance(10);
    fill();
    await clock.advance(100);
    expect(engine.state()).toMatchObject({ halted: { cause: 'journal' } });
    fill(false);
    const before = heard.length;
    await clock.advance(30_000);
    expect(await engine.command({ type: 'ResetKill' })).toMatchObject({ ok: false, problem: 'unavailable' });
    fair();
    dislocate();
    await clock.advance(1000);
    expect(heard.slice(before).filter(({ type }) => type.startsWith('Order'))).toEqual([]);
  });

  test('in the middle of an execution loses nothing: the next start asks the exchange', async () => {
    const { store, fill } = fillingStore();
    const { engine, ask, fair, dislocate, clock } = await createWorld({}, store);
    await ask(start);
    fair();
    dislocate();
    await clock.advance(10);
    fill();
    await clock.advance(5000);
    expect(engine.state().halted?.cause).toBe('journal');
    await engine.close();
    const left = createMemoryStore<Fact>();
    left.append([...store.read()].map(({ fact }) => fact));
    const again = await createWorld({}, left);
    await again.clock.advance(30_000);
    expect(again.engine.state().open_orders.size + again.engine.state().open_executions.size).toBe(0);
    expect(again.engine.ledger.holdings('paper', 'kucoin').get('USDT')?.toFixed()).toBe('10000');
  });
});

test('after an execution that found nothing, its route rests for the cooldown', async () => {
  const { engine, ask, fair, feed, dislocate, clock } = await createWorld();
  await ask({ type: 'StartBot', parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] } });
  fair();
  dislocate();
  feed.book('BTC/USDT', [[50_100, 10]], [[50_101, 10]]);
  await clock.advance(1000);
  expect([...engine.state().executions.values()].map(({ status }) => status)).toEqual(['failed']);
  fair();
  dislocate();
  expect(engine.state().decisions[0]).toMatchObject({
    decision: 'skipped',
    reason: 'cooldown',
    detail: '60 s left of 60 s after a failure',
  });
  await clock.advance(60_000);
  fair();
  dislocate();
  expect(engine.state().executions.size).toBe(2);
});

test('a start with fewer exchanges is no loss, and one with more hides none', async () => {
  const store = createMemoryStore<Fact>();
  const funded = (exchange: string): Fact => {
    return { type: 'FundsDeposited', id: exchange, exchange, mode: 'paper', asset: 'USDT', amount: '10000', at: noon };
  };
  const by_exchange = { okx: 10_000, kucoin: 10_000 };
  const marked: Fact = { type: 'EquityMarked', mode: 'paper', equity_usd: 20_000, by_exchange, at: noon };
  store.append([funded('okx'), funded('kucoin'), marked]);
  const { engine, fair, clock, ask } = await createWorld({}, store);
  fair();
  await ask({ type: 'StartBot', parameters: {} });
  for (let second = 0; second < 5; second += 1) {
    fair();
    await clock.advance(1_000);
  }
  expect([engine.state().halted, engine.state().equity]).toEqual([
    null,
    { base: 10_000, last: 10_000, by_exchange: { kucoin: 10_000 } },
  ]);
});

test('what has no price after a minute is outside of the equity and named, and trading and limits go on without it', async () => {
  const { engine, ask, clock, fair, heard, feed } = await createWorld({ paper_funds: { USDT: '5000', SOL: '1' } });
  const quoted = () => feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  for (let second = 0; second < 62; second += 1) {
    quoted();
    await clock.advance(1_000);
  }
  const marks = () => heard.filter(({ type }) => type === 'EquityMarked');
  expect(marks()[0]).toMatchObject({
    ...{ equity_usd: 5_000, prices: { USDT: 1 } },
    unpriced: [{ exchange: 'kucoin', asset: 'SOL', amount: '1' }],
  });
  expect(engine.state().equity).toMatchObject({ base: 5_000, last: 5_000 });
  await ask(start);
  fair();
  await clock.advance(60_000);
  const { equity, today, halted } = engine.state();
  expect(equity.last).toBeGreaterThan(5_000);
  // Its first price came in: nothing was won.
  expect([equity.base, today.peak_equity, halted]).toEqual([equity.last, equity.last, null]);
});
