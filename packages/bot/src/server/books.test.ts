import { DatabaseSync } from 'node:sqlite';
import { paperProvenance } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { createWorld, noon } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { Fact } from '../model/event.ts';
import type { PriceSource } from '../model/market-event.ts';
import { opened } from './archive.suite.ts';
import { createArchive } from './archive.ts';
import { createBooks } from './books.ts';

const all = { mode: null, exchange: null, market: null } as const;
const hour = 3_600_000;

/** A life of the bot under some prices: one cycle is executed, then BTC is worth `price`; what is shown at its end. */
const life = async (
  store: ReturnType<typeof createMemoryStore<Fact>>,
  at: number,
  price: number,
  prices?: PriceSource,
) => {
  const world = await createWorld(
    { paper_funds: { USDT: '5000', BTC: '0.1' }, assets: {} },
    store,
    undefined,
    undefined,
    at,
    prices,
  );
  const { engine, clock, feed } = world;
  const archive = createArchive(new DatabaseSync(':memory:'), engine, store, (error) =>
    expect.unreachable(String(error)),
  );
  await archive.whenOpen;
  await world.ask({ type: 'StartBot', parameters: {} });
  world.fair();
  // The first mark comes before the first trade.
  await clock.advance(2_000);
  world.fair();
  world.dislocate();
  await clock.advance(1_000);
  world.fair();
  await clock.advance(2_000);
  feed.book('BTC/USDT', [[price - 1, 10]], [[price + 1, 10]]);
  await clock.advance(60_000);
  await world.ask({ type: 'StopBot', cancel_orders: true });
  const observations = { within: () => ({ opportunities: 0, minutes: 0 }) } as never;
  const books = createBooks({ engine, archive, observations, now: clock.now });
  const end = clock.now();
  const close = async () => {
    await engine.close();
    await archive.stop();
  };
  /** The same figures on a machine whose clock was set back. */
  const setBack = (byMs: number) => createBooks({ engine, archive, observations, now: () => end - byMs });
  return { books, setBack, end, archive, close, profit: () => books.metrics({ from: at, to: end + 1 }, all).total_pnl };
};

test('after the clock was set back no trade is missing from the figures', async () => {
  const one = await life(createMemoryStore<Fact>(), noon, 50_000, { name: 'practice', source: 'simulated' });
  expect(one.profit()).toBeGreaterThan(1);
  const later = one.setBack(3 * hour);
  expect(later.summary()).toMatchObject({ total_pnl: one.profit(), total_trades: 1 });
  expect(later.metrics({ from: later.end() - hour, to: later.end() }, all)).toMatchObject({ total_trades: 1 });
  expect(one.books.end()).toBe(one.end + 1);
  await one.close();
});

test('what was earned under other prices is in no figure of the present ones, and can be asked for by name', async () => {
  const store = createMemoryStore<Fact>();
  const before = await life(store, noon, 50_000, { name: 'practice', source: 'simulated' });
  const earned = before.profit();
  expect(earned).toBeGreaterThan(1);
  await before.close();

  // BTC is worth 5,000 USD more here: half of a thousand that was never earned.
  const openedAt = noon + hour;
  const { books, end } = await life(store, openedAt, 60_000, { name: 'live', source: 'exchange' });
  const whole = { from: noon - hour, to: end + 1 };
  const own = books.metrics({ from: openedAt, to: end + 1 }, all);
  const now = books.metrics(whole, all);
  expect(own.total_trades).toBe(1);
  expect(now).toMatchObject({ total_pnl: own.total_pnl, total_trades: 1, max_drawdown: own.max_drawdown });
  expect(now.market).toEqual({ name: 'live', since: new Date(openedAt).toISOString() });
  expect(now.markets).toEqual(['live', 'practice']);
  expect(books.summary()).toMatchObject({ total_pnl: own.total_pnl, market: now.market });
  expect(books.breakdown(whole, all).all).toMatchObject({ trades: 1, profit: own.total_pnl });
  expect(books.pairs(whole).reduce((sum, { total_profit }) => sum + total_profit, 0)).toBeCloseTo(own.total_pnl, 9);

  const [first, ...later] = books.equity(whole, 60_000);
  expect(Date.parse(first?.timestamp ?? '')).toBeGreaterThan(openedAt);
  expect(first).toMatchObject({ cumulative_pnl: 0 });
  expect(books.equity({ from: openedAt, to: end + 1 }, 60_000)).toEqual([first, ...later]);
  const { total } = books.money(whole);
  expect(total?.change).toBeCloseTo(later.at(-1)?.cumulative_pnl ?? Number.NaN, 9);
  expect(total).toMatchObject({ equity_start: first?.equity, realised: expect.closeTo(own.total_pnl, 9) });
  const parts = [total?.realised, total?.unrealised, total?.dust, total?.holdings, total?.flows];
  expect(parts.reduce<number>((sum, part) => sum + (part ?? Number.NaN), 0)).toBeCloseTo(total?.change ?? 0, 9);

  // The parts of a period add up to it; what was earned before under other prices is none of what it is compared with.
  const series = now.series ?? [];
  expect(series.reduce((sum, part) => sum + part.total_pnl, 0)).toBeCloseTo(own.total_pnl, 9);
  expect(series.reduce((sum, part) => sum + part.trades, 0)).toBe(1);
  expect(series[0]?.from).toBe(new Date(noon - hour).toISOString());
  expect(own.before).toMatchObject({ trades: 0, opportunities_per_minute: null });

  const invented = books.metrics(whole, { ...all, market: 'practice' });
  expect(invented).toMatchObject({ total_pnl: earned, total_trades: 1, max_drawdown: null });
  expect(invented.market).toEqual({ name: 'practice', since: null });
  // A period that ended before is of the prices of then.
  const then = { from: noon, to: openedAt };
  expect(books.metrics(then, all)).toMatchObject({ total_pnl: earned, market: { name: 'practice' } });
  expect(books.money(then).total?.realised).toBeCloseTo(earned, 9);
});

test('a market that is watched again goes on with its own equity, flows and money, whatever was earned elsewhere', async () => {
  const store = createMemoryStore<Fact>();
  const practice: PriceSource = { name: 'practice', source: 'simulated' };
  const first = await life(store, noon, 50_000, practice);
  const at = first.end;
  const wallet = first.books.balances().total_usd;
  await first.close();
  const elsewhere = await life(store, noon + hour, 60_000, { name: 'live', source: 'exchange' });
  const ofLive = elsewhere.books.balances().total_usd;
  await elsewhere.close();
  const { books, end, archive } = await life(store, noon + 2 * hour, 50_000, practice);
  const whole = { from: noon - hour, to: end + 1 };
  expect(books.metrics(whole, all)).toMatchObject({
    total_trades: 2,
    market: { name: 'practice', since: new Date(noon).toISOString() },
  });
  const curve = books.equity(whole, 60_000);
  expect(
    curve.map(({ timestamp }) => Date.parse(timestamp)).filter((mark) => mark > at && mark < noon + 2 * hour),
  ).toEqual([]);
  const { total } = books.money(whole);
  expect(total).toMatchObject({ equity_start: curve[0]?.equity, equity_end: curve.at(-1)?.equity, flows: 0 });
  expect(total?.realised).toBeCloseTo(books.metrics(whole, all).total_pnl ?? 0, 6);
  // Two cycles were executed here, one there.
  expect([wallet, ofLive]).toEqual([expect.closeTo(10_008, -1), expect.closeTo(11_008, -1)]);
  expect(books.balances().total_usd).toBeCloseTo(2 * (wallet ?? 0) - 10_000, 6);
  // What is read after the process was killed is the same.
  const { one } = await opened(new DatabaseSync(':memory:'), store);
  const marks = (of: typeof one) => [
    of.marks({ from: 0, to: end + 1 }, 'paper'),
    of.money(whole, 'paper'),
    of.opened(end),
  ];
  archive.flush();
  expect(marks(one)).toEqual(marks(archive));
  expect(one.marks({ from: 0, to: end + 1 }, 'paper', 'live')).not.toEqual([]);
});

test('two sources of one name are no one market: invented money is in no figure of the other', async () => {
  const store = createMemoryStore<Fact>();
  const named = (kind: 'imported' | 'practice'): PriceSource => {
    return { name: 'prices', source: 'recorded', provenance: paperProvenance(kind, 'kucoin', 'prices') };
  };
  const before = await life(store, noon, 50_000, named('practice'));
  expect(before.profit()).toBeGreaterThan(1);
  await before.close();
  const { books, end, archive } = await life(store, noon + hour, 60_000, named('imported'));
  const whole = { from: noon - hour, to: end + 1 };
  const own = books.metrics({ from: noon + hour, to: end + 1 }, all);
  expect(own.total_trades).toBe(1);
  expect(books.metrics(whole, all)).toMatchObject({
    ...{ total_trades: 1, total_pnl: own.total_pnl },
    provenance: { kind: 'imported', money: 'paper' },
  });
  // Who asks for the name gets both, as what is the least true of them.
  expect(books.metrics(whole, { ...all, market: 'prices' })).toMatchObject({
    ...{ total_trades: 2, provenance: { kind: 'practice', money: 'invented' } },
  });
  const counted = { from: null, to: null, exchange: null, type: null, mode: 'paper', market: 'prices' } as const;
  expect(archive.sums({ ...counted, kind: 'imported' }).total).toBe(1);
});
