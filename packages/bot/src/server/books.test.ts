import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createWorld, noon } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { Fact } from '../model/event.ts';
import type { PriceSource } from '../model/market-event.ts';
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
  return { books, end, archive, close, profit: () => books.metrics({ from: at, to: end + 1 }, all).total_pnl };
};

test('what was earned under other prices is in no figure of the present ones, and can be asked for by name', async () => {
  const store = createMemoryStore<Fact>();
  const before = await life(store, noon, 50_000, { name: 'practice', source: 'simulated' });
  const earned = before.profit();
  expect(earned).toBeGreaterThan(1);
  await before.close();

  // BTC is worth 5,000 USD more here: half of a thousand that was never earned.
  const opened = noon + hour;
  const { books, end } = await life(store, opened, 60_000, { name: 'live', source: 'exchange' });
  const whole = { from: noon - hour, to: end + 1 };
  const own = books.metrics({ from: opened, to: end + 1 }, all);
  const now = books.metrics(whole, all);
  expect(own.total_trades).toBe(1);
  expect(now).toMatchObject({ total_pnl: own.total_pnl, total_trades: 1, max_drawdown: own.max_drawdown });
  expect(now.market).toEqual({ name: 'live', since: new Date(opened).toISOString() });
  expect(now.markets).toEqual(['live', 'practice']);
  expect(books.summary()).toMatchObject({ total_pnl: own.total_pnl, market: now.market });
  expect(books.breakdown(whole, all).all).toMatchObject({ trades: 1, profit: own.total_pnl });
  expect(books.pairs(whole).reduce((sum, { total_profit }) => sum + total_profit, 0)).toBeCloseTo(own.total_pnl, 9);

  const [first, ...later] = books.equity(whole, 60_000);
  expect(Date.parse(first?.timestamp ?? '')).toBeGreaterThan(opened);
  expect(first).toMatchObject({ cumulative_pnl: 0 });
  expect(books.equity({ from: opened, to: end + 1 }, 60_000)).toEqual([first, ...later]);
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
  const then = { from: noon, to: opened };
  expect(books.metrics(then, all)).toMatchObject({ total_pnl: earned, market: { name: 'practice' } });
  expect(books.money(then).total?.realised).toBeCloseTo(earned, 9);
});
