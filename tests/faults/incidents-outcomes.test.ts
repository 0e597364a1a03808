import { expect, test } from 'vitest';
import { createVenue, heldAndBooked, lost, never, running, startBotAt } from './bot-at.ts';

/** Incidents of other bots: outcomes unknown, or reported twice. Each names the thread that reported it. */

test('a time-out makes no second order (scrtlabs/catalyst #317)', async () => {
  const bot = await running();
  bot.behave.place = (request) => {
    void bot.paper.account.place(request);
    return never;
  };
  bot.dislocate();
  await bot.pass(4000);
  expect(bot.sent).toHaveLength(1);
  expect(bot.orders()).toMatchObject([{ status: 'sent' }]);
  bot.behave.place = (request) => bot.paper.account.place(request);
  await bot.pass(10_000);
  expect(new Set(bot.sent.map(({ client_order_id }) => client_order_id)).size).toBe(bot.sent.length);
  expect(bot.orders()[0]).toMatchObject({ status: 'filled' });
  expect(bot.executions()[0]?.finished_at).not.toBeNull();
});

test('an order accepted before the network failed is not written off by the failure (hummingbot/hummingbot #8457)', async () => {
  const bot = await running();
  bot.behave.place = (request) => {
    void bot.paper.account.place(request);
    return never;
  };
  bot.behave.lookUp = async () => lost;
  bot.dislocate();
  await bot.pass(600_000);
  expect(bot.orders()).toMatchObject([{ status: 'unknown', filled_quantity: '0' }]);
  bot.behave.place = (request) => bot.paper.account.place(request);
  bot.behave.lookUp = (symbol, id) => bot.paper.account.lookUp(symbol, id);
  await bot.pass(20_000);
  expect(bot.orders()[0]).toMatchObject({ status: 'filled' });
  const [held, booked] = await heldAndBooked(bot);
  expect(booked).toEqual(held);
});

test('an order that the exchange denied and filled later is booked, told of, and left as a residual position with a way out (hummingbot/hummingbot #8457)', async () => {
  const bot = await running();
  let arrive = (): void => {};
  bot.behave.place = (request) => {
    arrive = () => void bot.paper.account.place(request);
    return never;
  };
  bot.dislocate();
  await bot.pass(30_000);
  expect(bot.orders()).toMatchObject([{ status: 'failed' }]);
  expect(bot.executions()).toMatchObject([{ status: 'failed', profit: '0' }]);
  arrive();
  await bot.pass(60_000);
  const [order] = bot.orders();
  const bought = Number(order?.quantity) * 0.999;
  expect(bot.engine.risk().stranded).toMatchObject([{ asset: 'BTC', amount: bought, way_out: { market: 'BTC/USDT' } }]);
  const [notification] = bot.engine.state().notifications;
  expect(notification).toMatchObject({ level: 'error', title: 'A fill came after its order was closed' });
  const [held, booked] = await heldAndBooked(bot);
  expect(booked).toEqual(held);
});

test('while an outcome is open no other order is made in its place (hummingbot/hummingbot #3374)', async () => {
  const bot = await running({ config: { cooldown_after_failure_seconds: 0 } });
  bot.behave.place = () => never;
  bot.behave.lookUp = async () => lost;
  for (let chance = 0; chance < 20; chance++) {
    bot.dislocate(2530 + chance);
    await bot.pass(1000);
  }
  expect(bot.sent).toHaveLength(1);
  expect(bot.reasons()).toContain('asset_busy');
});

test('an order that the exchange answered with an error is not taken for open (hummingbot/hummingbot #6968)', async () => {
  const bot = await running();
  const asked: string[] = [];
  bot.behave.place = async () => ({ kind: 'refused', reason: 'insufficient balance' });
  bot.behave.lookUp = async ({ client_order_id: id }) => {
    asked.push(id);
    return lost;
  };
  bot.dislocate();
  await bot.pass(30_000);
  expect(bot.orders()).toMatchObject([{ status: 'failed', reason: 'insufficient balance' }]);
  expect([asked, bot.engine.state().open_orders.size]).toEqual([[], 0]);
  expect(bot.executions()).toMatchObject([{ status: 'failed', profit: '0' }]);
});

const resting = {
  type: 'PlaceOrder',
  order: { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 49_000 },
} as const;

test('a fill that is told twice is booked once (ccxt/ccxt #18028)', async () => {
  const venue = await createVenue();
  const bot = { ...venue, ...(await startBotAt(venue)) };
  venue.fair();
  bot.behave.report = (report) => {
    for (const ms of [0, 10, 5000]) bot.clock.after(ms, () => bot.tell(report));
  };
  void bot.engine.command(resting);
  await bot.clock.advance(100);
  bot.feed.book('BTC/USDT', [[48_000, 1]], [[48_900, 1]]);
  await bot.clock.advance(10_000);
  expect(bot.orders()).toMatchObject([{ status: 'filled', filled_quantity: '0.01' }]);
  const [held, booked] = await heldAndBooked(bot);
  expect(booked).toEqual(held);
});

test('a fill in the moment of a stop is booked once, also after a restart (hummingbot/hummingbot #2945)', async () => {
  const venue = await createVenue();
  const bot = await startBotAt(venue);
  venue.fair();
  void bot.engine.command(resting);
  await venue.clock.advance(100);
  venue.behave.report = () => {};
  venue.feed.book('BTC/USDT', [[48_000, 1]], [[48_900, 1]]);
  await bot.engine.close();
  const again = await startBotAt(venue, { disk: bot.disk });
  await venue.pass(5000);
  await again.engine.close();
  const third = await startBotAt(venue, { disk: bot.disk });
  await venue.pass(5000);
  expect(third.engine.state()).toMatchObject({ lifecycle: 'stopped', halted: null });
  expect(bot.disk.facts().filter(({ type }) => type === 'OrderFilled')).toHaveLength(1);
  const [held, booked] = await heldAndBooked({ ...venue, ...third });
  expect(booked).toEqual(held);
});

test('what was booked before a restart is not booked again from the total (OpenByteInc/QuantDinger #232)', async () => {
  const venue = await createVenue();
  const bot = await startBotAt(venue);
  venue.fair();
  void bot.engine.command(resting);
  await venue.clock.advance(100);
  venue.feed.book('BTC/USDT', [[48_000, 1]], [[48_900, 0.004]]);
  await venue.clock.advance(100);
  expect(bot.orders()).toMatchObject([{ filled_quantity: '0.004' }]);
  await bot.engine.close();
  venue.feed.book('BTC/USDT', [[48_000, 1]], [[48_800, 1]]);
  const again = await startBotAt(venue, { disk: bot.disk });
  await venue.clock.advance(1000);
  expect(again.orders()).toMatchObject([{ status: 'filled', filled_quantity: '0.01' }]);
  const fills = bot.disk.facts().flatMap((fact) => (fact.type === 'OrderFilled' ? [fact.quantity] : []));
  expect(fills).toEqual(['0.004', '0.006']);
});

test('an order that is not its own is not adopted, and what it moved halts the account (nautechsystems/nautilus_trader #4739)', async () => {
  const venue = await createVenue();
  const bot = await startBotAt(venue);
  venue.fair();
  const before = bot.disk.facts().length;
  const foreign = { client_order_id: 'by-hand', symbol: 'BTC/USDT', side: 'buy', type: 'limit', deadline: 0 } as const;
  void venue.paper.account.place({ ...foreign, time_in_force: 'IOC', quantity: '0.01', price: '50001' });
  await venue.clock.advance(100);
  const filled = { filled_quantity: '0.01', filled_quote: '500.01', fees: [{ asset: 'BTC', amount: '0.00001' }] };
  venue.tell({ client_order_id: 'by-hand', exchange_order_id: '7', symbol: 'BTC/USDT', state: 'filled', ...filled });
  await venue.pass(1000);
  expect(
    bot.disk
      .facts()
      .slice(before)
      .map(({ type }) => type),
  ).not.toContain('OrderFilled');
  expect(bot.orders()).toEqual([]);
  await bot.engine.close();
  const again = await startBotAt(venue, { disk: bot.disk });
  await venue.pass(1000);
  expect(again.engine.state().halted_accounts.get('kucoin')).toMatchObject({ cause: 'difference' });
  expect([...again.engine.state().differences.values()]).toMatchObject([
    { asset: 'USDT', found: '9499.99', kind: 'unexplained' },
    { asset: 'BTC', found: '0.00999', kind: 'unexplained' },
  ]);
});

test('an exit whose outcome is open is not made again (freqtrade/freqtrade #13332)', async () => {
  const bot = await running();
  bot.behave.place = (request) => {
    if (request.symbol === 'ETH/BTC') return Promise.resolve({ kind: 'refused', reason: 'too many requests' });
    if (request.side === 'buy') return bot.paper.account.place(request);
    void bot.paper.account.place(request);
    return never;
  };
  bot.dislocate();
  await bot.pass(4000);
  const exits = () => bot.sent.filter(({ side }) => side === 'sell').length;
  expect(exits()).toBe(1);
  await bot.pass(30_000);
  expect([exits(), bot.executions()[0]?.status]).toEqual([1, 'unwound']);
});

test('an order that could not be written down never leaves (freqtrade/freqtrade #7184)', async () => {
  let locked = false;
  const bot = await running({ fate: { isFull: () => locked } });
  locked = true;
  bot.dislocate();
  await bot.pass(5000);
  expect(bot.sent).toEqual([]);
});

test('a full disk stops the trading and is told, and nothing is lost of what ran (freqtrade/freqtrade #5621)', async () => {
  let full = false;
  const bot = await running({ fate: { isFull: () => full } });
  bot.dislocate();
  await bot.clock.advance(60);
  full = true;
  await bot.pass(30_000);
  expect(bot.engine.state()).toMatchObject({ halted: { cause: 'journal', reason: 'the disk is full' } });
  expect(await bot.engine.command({ type: 'StartBot', parameters: {} })).toMatchObject({ ok: false });
  const sent = bot.sent.length;
  full = false;
  // What a failed commit held is known only after a restart.
  expect(await bot.engine.command({ type: 'ResetKill' })).toMatchObject({ ok: false });
  await bot.engine.close();
  const again = await startBotAt(bot, { disk: bot.disk });
  await bot.pass(60_000);
  expect(again.executions().every(({ finished_at }) => finished_at !== null)).toBe(true);
  expect(bot.sent.length).toBeGreaterThan(sent);
  const [held, booked] = await heldAndBooked({ ...bot, engine: again.engine });
  expect(booked).toEqual(held);
});
