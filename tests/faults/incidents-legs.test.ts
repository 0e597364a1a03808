import { expect, test } from 'vitest';
import { scriptedInstruments } from '../../packages/bot/src/venues/scripted.suite.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { createVenue, heldAndBooked, running, startBotAt } from './bot-at.ts';

/** Incidents of other bots: legs that did not fit together. Each names the thread that told of it. */

test('minima hold on every leg before the first is sent (bmino/binance-triangle-arbitrage #180)', async () => {
  const instruments = scriptedInstruments().map((one) =>
    one.symbol === 'ETH/USDT' ? { ...one, minNotional: 5000 } : one,
  );
  const bot = await running({ instruments });
  bot.dislocate();
  await bot.pass(5000);
  expect(bot.sent).toEqual([]);
  expect(bot.reasons()).toEqual(['lots_or_minimum']);
});

test('one chance is not taken twice at once, nor two that share an asset (bmino/binance-triangle-arbitrage #34)', async () => {
  const bot = await running();
  let most = 0;
  bot.engine.subscribe(() => {
    most = Math.max(most, bot.engine.state().open_executions.size);
  });
  for (let frame = 0; frame < 10; frame++) {
    bot.dislocate(2530 + frame);
    bot.feed.book(
      'SOL/USDT',
      [[101.5 + frame / 10, 1000]],
      [[102, 1000]].map(([price = 0, size = 0]) => [price + frame, size]),
    );
    await bot.clock.advance(15);
  }
  expect(most).toBe(1);
  expect(bot.reasons()).toContain('asset_busy');
});

test('a leg sells what is left after the fee, not what was bought (bmino/binance-triangle-arbitrage #36)', async () => {
  const bot = await running();
  bot.dislocate();
  await bot.clock.advance(500);
  const [first, second, third] = bot.orders();
  expect(bot.executions()).toMatchObject([{ status: 'completed' }]);
  expect([Number(first?.fees[0]?.amount), Number(second?.fees[0]?.amount)].every((fee) => fee > 0)).toBe(true);
  const bought = Number(first?.filled_quantity) - Number(first?.fees[0]?.amount);
  expect(Number(second?.quantity) * Number(second?.price)).toBeLessThanOrEqual(bought);
  expect(Number(third?.quantity)).toBeLessThanOrEqual(
    Number(second?.filled_quantity) - Number(second?.fees[0]?.amount),
  );
});

test('the last leg is paid for with the fee in quote too (bmino/binance-triangle-arbitrage #54)', async () => {
  const instruments = scriptedInstruments().map((one) => ({ ...one, feeCurrency: 'quote' as const }));
  const bot = await running({ instruments });
  bot.dislocate();
  await bot.clock.advance(500);
  expect(bot.executions()).toMatchObject([{ status: 'completed' }]);
  expect(bot.orders().map(({ status }) => status)).toEqual(['filled', 'filled', 'filled']);
  const [held, booked] = await heldAndBooked(bot);
  expect(booked).toEqual(held);
});

test('a triangle that breaks after its first leg leaves nothing behind (bmino/binance-triangle-arbitrage #33)', async () => {
  const bot = await running();
  bot.behave.place = (request) =>
    request.symbol === 'ETH/BTC'
      ? Promise.resolve({ kind: 'refused', reason: 'Account has insufficient balance for requested action.' })
      : bot.paper.account.place(request);
  bot.dislocate();
  await bot.pass(5000);
  expect(bot.executions()).toMatchObject([{ status: 'unwound' }]);
  expect(bot.holdings()).toEqual({});
});

test('a market that moves between two legs shrinks the next one (bmino/binance-triangle-arbitrage #37)', async () => {
  const bot = await running();
  bot.dislocate();
  await bot.clock.advance(60);
  bot.feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 0.1]]);
  await bot.clock.advance(300);
  const [, second, third] = bot.orders();
  expect([second?.filled_quantity, third?.quantity]).toEqual(['0.1', '0.0999']);
  await bot.pass(5000);
  expect(bot.holdings()).toEqual({});
});

test('after a leg that cannot be brought back no other cycle enters that asset (zlq4863947/triangular-arbitrage #36)', async () => {
  const bot = await running({ config: { cooldown_after_failure_seconds: 0 } });
  bot.behave.place = (request) =>
    request.symbol === 'BTC/USDT' && request.side === 'buy'
      ? bot.paper.account.place(request)
      : Promise.resolve({ kind: 'refused', reason: 'market closed' });
  bot.dislocate();
  await bot.pass(60_000);
  expect(bot.executions()).toMatchObject([{ status: 'stranded' }]);
  const sent = bot.sent.length;
  for (let chance = 0; chance < 10; chance++) {
    bot.dislocate(2530 + chance);
    await bot.pass(1000);
  }
  expect(bot.sent.slice(sent).filter(({ symbol }) => symbol.includes('BTC'))).toEqual([]);
  expect(bot.reasons()).toContain('stranded_asset');
});

test('the rest of a leg that was filled in part does not stay in the book (yasinkuyu/binance-trader #178)', async () => {
  const bot = await running();
  bot.feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 0.02]]);
  bot.dislocate();
  bot.feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 0.004]]);
  await bot.pass(5000);
  expect(bot.sent.map(({ time_in_force }) => time_in_force)).toEqual(bot.sent.map(() => 'IOC'));
  expect(bot.sent.length).toBeGreaterThan(2);
  expect([bot.engine.state().open_orders.size, bot.holdings()]).toEqual([0, {}]);
});

test('a refused leg is not tried over and over, and nothing is ordered of nothing (ccxt/binance-trade-bot #124)', async () => {
  const bot = await running();
  bot.behave.place = async () => ({ kind: 'refused', reason: 'Invalid quantity.' });
  for (let chance = 0; chance < 30; chance++) {
    bot.dislocate(2530 + chance);
    await bot.pass(1000);
  }
  // Once by each of the two ways there are.
  expect(bot.sent.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'SOL/USDT']);
  expect(bot.sent.every(({ quantity }) => Number(quantity) > 0)).toBe(true);
  expect(bot.reasons()).toContain('cooldown');
});

test('every order is in whole lots and ticks of its own market (Drakkar-Software/OctoBot #926)', async () => {
  const { uniform: random } = seededRandom(926);
  const bot = await running({
    config: { cooldown_after_failure_seconds: 0, stop_loss_pct: 90, max_daily_drawdown_pct: 90 },
  });
  const size = () => 0.001 + random() * 0.7;
  for (let chance = 0; chance < 120; chance++) {
    const cent = Math.round(random() * 3000) / 100;
    bot.feed.book('BTC/USDT', [[49_999, size()]], [[50_001, size()]]);
    bot.feed.book('ETH/BTC', [[0.04999, size() * 20]], [[0.05001, size() * 20]]);
    bot.feed.book('ETH/USDT', [[2510 + cent, size() * 20]], [[2511 + cent, size() * 20]]);
    await bot.clock.advance(400);
  }
  const instruments = new Map(scriptedInstruments().map((one) => [one.symbol, one]));
  const isWhole = (value: string | null, step = 1) =>
    Math.abs(Math.round(Number(value) / step) * step - Number(value)) < step / 1e6;
  const odd = bot.sent.filter(({ symbol, quantity, price }) => {
    const market = instruments.get(symbol);
    return !isWhole(quantity, market?.lotStep) || !isWhole(price, market?.tickSize);
  });
  expect([odd, bot.sent.length > 60]).toEqual([[], true]);
});

test('a request that the exchange refuses for its time costs nothing (ccxt/binance-trade-bot #215)', async () => {
  const bot = await running();
  bot.behave.place = (request) =>
    request.symbol === 'ETH/USDT' && bot.sent.filter(({ symbol }) => symbol === 'ETH/USDT').length === 1
      ? Promise.resolve({ kind: 'refused', reason: '-1021 Timestamp for this request is outside of the recvWindow.' })
      : bot.paper.account.place(request);
  bot.dislocate();
  await bot.pass(5000);
  expect(bot.executions()).toMatchObject([{ status: 'unwound' }]);
  expect(bot.holdings()).toEqual({});
});

test('with simulated money nothing reaches a real account (DeviaVir/zenbot #1403)', async () => {
  const venue = await createVenue();
  const real = { ...venue.exchange, account: { ...venue.exchange.account, money: 'real' } as const };
  const bot = await startBotAt({ ...venue, exchange: real });
  venue.fair();
  expect(await bot.start()).toMatchObject({ ok: false, detail: 'no exchange is connected for paper trading' });
  const order = {
    exchange: 'kucoin',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.01,
    price: 49_000,
  } as const;
  const placed = bot.engine.command({ type: 'PlaceOrder', order });
  venue.dislocate();
  await venue.pass(2000);
  expect(await placed).toMatchObject({ ok: false, detail: 'kucoin is not connected for paper trading' });
  expect(venue.sent).toEqual([]);
});

test('a kill works although a report about it fails (hummingbot/hummingbot #2534)', async () => {
  const bot = await running();
  bot.engine.subscribe(() => {
    throw new Error('no attribute trade_performance_report');
  });
  bot.dislocate();
  await bot.clock.advance(10);
  expect(bot.sent).toHaveLength(1);
  const killed = bot.engine.command({ type: 'Kill', reason: 'threshold reached' });
  await bot.clock.advance(100);
  expect(await killed).toMatchObject({ ok: true });
  for (let chance = 0; chance < 5; chance++) {
    bot.dislocate(2530 + chance);
    await bot.pass(1000);
  }
  expect(bot.sent).toHaveLength(1);
});

test('after a stop was answered nothing is ordered (hummingbot/hummingbot #1508)', async () => {
  const bot = await running({ config: { cooldown_after_failure_seconds: 0 } });
  bot.dislocate();
  await bot.clock.advance(70);
  const stopped = bot.engine.command({ type: 'StopBot', cancel_orders: true });
  await bot.pass(1000);
  expect(await stopped).toMatchObject({ ok: true });
  const sent = bot.sent.length;
  for (let chance = 0; chance < 10; chance++) {
    bot.dislocate(2530 + chance);
    await bot.pass(1000);
  }
  expect([bot.sent.length, bot.engine.state().open_executions.size]).toEqual([sent, 0]);
});
