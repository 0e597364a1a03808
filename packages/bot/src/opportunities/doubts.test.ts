import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import type { EngineConfig } from '../model/config.ts';
import type { BookAnswer, MarketData } from '../model/exchange.ts';
import type { LevelUpdates } from '../model/levels.ts';

type Reader = (symbol: string) => BookAnswer | Promise<BookAnswer>;

const level = (price: number): LevelUpdates => [[price, 100]];
const book = (bid: number, ask: number): BookAnswer => ({ kind: 'book', bids: level(bid), asks: level(ask) });
/** The books without any profit. */
const fairBooks: Readonly<Record<string, BookAnswer>> = {
  'BTC/USDT': book(49_999, 50_001),
  'ETH/BTC': book(0.04999, 0.05001),
  'ETH/USDT': book(2499.5, 2500.5),
};
const fairly: Reader = (symbol) => fairBooks[symbol] ?? { kind: 'unknown', reason: 'not asked for' };

/** A running bot on an exchange's own prices, whose books are read again by `read`. */
const worldWith = async (read: Reader | null, config: Partial<EngineConfig> = {}) => {
  const asked: string[] = [];
  const world = await createWorld(config, undefined, (exchange) => {
    const market = exchange.market as { -readonly [name in keyof MarketData]: MarketData[name] };
    market.source = 'exchange';
    if (read)
      market.readBook = async (symbol) => {
        asked.push(symbol);
        return read(symbol);
      };
  });
  await world.ask({ type: 'StartBot', parameters: {} });
  world.fair();
  await world.clock.advance(10);
  const executions = () =>
    [...world.engine.state().executions.values()].map(({ status, trigger }) => `${trigger} ${status}`);
  const decided = () =>
    world.engine
      .state()
      .decisions.toReversed()
      .map(({ reason, detail }) => `${reason}: ${detail}`);
  /** Books as they are, again and again, so that none grows old. */
  const pass = async (ms: number, bid: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      world.feed.book('BTC/USDT', level(49_999), level(50_001));
      world.feed.book('ETH/BTC', level(0.04999), level(0.05001));
      world.dislocate(bid);
      await world.clock.advance(100);
    }
  };
  return { ...world, asked, executions, decided, pass };
};

test.each([
  ['2 %', 2558, ['automatic unwound']],
  ['50 %', 3750, []],
  ['a factor of 1,000', 2_500_000, []],
])('a glitch of %s for one message is executed only below the bound', async (_, bid, executed) => {
  const { pass, executions } = await worldWith(fairly);
  await pass(100, bid);
  await pass(3000, 2499.5);
  expect(executions()).toEqual(executed);
});

test('a glitch that stays is read again, disputed and never executed', async () => {
  const { executions, asked, decided, pass, engine } = await worldWith(fairly);
  await pass(100, 5000);
  expect(asked.toSorted()).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']);
  expect(decided()[0]).toMatch(/^doubted_profit: \d+\.\d\d % is more than 3 %: its books are read again first$/);
  expect(decided()[1]).toMatch(/^doubted_profit: read again, the books show -0\.\d\d %$/);
  await pass(60_000, 5000);
  expect(executions()).toEqual([]);
  // The second time its book was wrong excludes the market.
  expect(engine.state().excluded.get('kucoin')?.get('ETH/USDT')).toMatchObject({
    reason: 'its book was wrong twice within 10 min: its best price was 5000, not 2499.5',
    readmitted_at: null,
  });
  expect(engine.state().excluded.get('kucoin')?.size).toBe(1);
});

test('a profit that the books confirm is planned again and executed', async () => {
  const { executions, asked, decided, pass } = await worldWith((symbol) =>
    symbol === 'ETH/USDT' ? book(2700, 2701) : fairly(symbol),
  );
  await pass(1000, 2700);
  expect(asked).toHaveLength(3);
  expect(executions()).toEqual(['automatic completed']);
  expect(decided().slice(0, 3)).toEqual([
    expect.stringContaining('its books are read again first'),
    'doubted_profit: read again, the books agree: planned again',
    'executed: automatically',
  ]);
});

test('half of the profit is enough, less is not', async () => {
  const shown = async (bid: number) => {
    const { executions, pass } = await worldWith((symbol) =>
      symbol === 'ETH/USDT' ? book(bid, bid + 1) : fairly(symbol),
    );
    await pass(1000, 2700);
    return executions().length;
  };
  expect([await shown(2605), await shown(2595)]).toEqual([1, 0]);
});

test('without an answer, or with a late one, nothing is executed', async () => {
  const answers: (() => void)[] = [];
  const late: Reader = (symbol) =>
    new Promise((resolve) => {
      const answer = symbol === 'ETH/USDT' ? book(2700, 2701) : fairly(symbol);
      answers.push(() => resolve(answer));
    });
  const silent: readonly (Reader | null)[] = [
    null,
    () => ({ kind: 'unknown', reason: 'reset' }),
    () => new Promise(() => {}),
    late,
  ];
  for (const read of silent) {
    const { executions, pass, decided, clock } = await worldWith(read);
    await pass(1500, 2700);
    for (const answer of answers) answer();
    await clock.advance(10);
    await pass(1000, 2700);
    expect(executions()).toEqual([]);
    expect(decided()[0]).toMatch(/^doubted_profit/);
  }
});

test('while the books of one cycle are read, no other one begins through its markets', async () => {
  const { executions, feed, clock, decided, fair, dislocate } = await worldWith(() => new Promise(() => {}));
  fair();
  dislocate(2700);
  await clock.advance(10);
  // SOL pays 1 % now, by way of ETH/USDT.
  feed.book('SOL/USDT', level(101.5), level(101.6));
  feed.book('SOL/ETH', level(0.0399), level(0.04001));
  dislocate(2510);
  await clock.advance(500);
  expect(executions()).toEqual([]);
  expect(decided().some((one) => one.includes('is read again, as a profit is doubted'))).toBe(true);
});

test('by hand it is asked again too, and the answer says what the books show', async () => {
  const byHand = async (read: Reader) => {
    const world = await worldWith(read, { auto_execute: false });
    world.fair();
    world.dislocate(2700);
    await world.clock.advance(1);
    const [found] = world.engine.state().opportunities;
    const command = {
      type: 'ExecuteOpportunity',
      opportunity_id: found?.id ?? '',
      amount: null,
      dry_run: true,
    } as const;
    const asked = world.engine.command(command);
    await world.clock.advance(1000);
    return { result: await asked, executions: world.executions() };
  };
  const wrong = await byHand(fairly);
  expect(wrong).toMatchObject({
    result: { ok: false, detail: expect.stringMatching(/^read again, the books show -/) },
    executions: [],
  });
  const right = await byHand((symbol) => (symbol === 'ETH/USDT' ? book(2700, 2701) : fairly(symbol)));
  expect(right).toMatchObject({ result: { ok: true }, executions: ['manual completed'] });
});

test('where prices are invented or recorded, the second reading is the book one order delay later', async () => {
  const lived = async (laterBid: number) => {
    const world = await createWorld();
    await world.ask({ type: 'StartBot', parameters: {} });
    world.fair();
    await world.clock.advance(10);
    world.dislocate(2700);
    await world.clock.advance(1);
    world.dislocate(laterBid);
    await world.clock.advance(1200);
    return [...world.engine.state().executions.values()].map(({ status }) => status);
  };
  expect(await lived(2700)).toEqual(['completed']);
  expect(await lived(2499.5)).toEqual([]);
});

test('a configuration may believe everything', async () => {
  const { dislocate, clock, executions, asked } = await worldWith(fairly, { max_profit_pct: 100 });
  dislocate(3750);
  await clock.advance(1000);
  expect([executions().length, asked.length]).toEqual([1, 0]);
});
