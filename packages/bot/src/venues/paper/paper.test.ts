import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { messageOf, pairsOf, type Told, toldOf } from '../../market/message.suite.ts';
import { applyUpdate, createOrderBook, type OrderBook, snapshotOf } from '../../market/order-book.ts';
import { createVirtualClock } from '../../model/clock.ts';
import type { Books, OrderReport } from '../../model/exchange.ts';
import type { RawLevels } from '../../model/feed-event.ts';
import { elapsedOf } from '../../model/moment.ts';
import { totalsOf } from '../../orders/reconcile.ts';
import { answered, exchangeSuite, request } from '../exchange.suite.ts';
import { allFree } from '../file-venue.suite.ts';
import { scriptedFeed, scriptedInstruments } from '../scripted.suite.ts';
import { createPaperExchange } from './paper.ts';

const sumOf = (bids: RawLevels, asks: RawLevels): number => crc32(JSON.stringify([bids, asks]));

const open = async (books: Books = { kind: 'whole' }) => {
  const clock = createVirtualClock(0);
  const feed = scriptedFeed(clock);
  const exchange = createPaperExchange({ ...feed, books }, clock);
  await exchange.market.instruments(1000);
  exchange.account.paper.restore({ balances: { USDT: '10000', BTC: '1' }, open: [] });
  const heard: Told[] = [];
  const reports: OrderReport[] = [];
  exchange.market.subscribe((event) => heard.push(toldOf(event)));
  exchange.account.subscribe((event) => event.kind === 'report' && reports.push(event.report));
  return { exchange, clock, feed, heard, reports };
};

/** Lets an engine keep the books, as one does. */
const besideAnEngine: typeof open = async (books = { kind: 'whole' }) => {
  const own = await open(books);
  const kept = new Map<string, OrderBook>();
  own.exchange.account.paper.readBooks?.((symbol) => {
    const book = kept.get(symbol);
    return book ? snapshotOf('kucoin', symbol, book) : null;
  });
  own.exchange.market.subscribe((event) => {
    if (event.type !== 'BookUpdated') return;
    const book = kept.get(event.symbol) ?? createOrderBook(books);
    kept.set(event.symbol, book);
    applyUpdate(book, event);
  });
  return own;
};

exchangeSuite('the paper exchange', open);
exchangeSuite('the paper exchange beside an engine', besideAnEngine);

describe('paper liquidity', () => {
  const asks = (event: Told | undefined) => (event?.type === 'BookUpdated' ? event.asks : event);

  test('is gone once it was taken, for everybody', async () => {
    const { exchange, clock, feed, heard } = await open();
    feed.book(
      'BTC/USDT',
      [[49_990, 1]],
      [
        [50_000, 0.06],
        [50_001, 1],
      ],
    );
    await answered(clock, exchange.account.place(request()));
    expect(asks(heard.at(-1))).toEqual([[50_001, 1]]);
  });

  test('leaves what was not taken of a level', async () => {
    const { exchange, clock, feed, heard } = await open();
    feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 0.5]]);
    await answered(clock, exchange.account.place(request()));
    expect(asks(heard.at(-1))).toEqual([[50_000, 0.4]]);
  });

  test('keeps the numbers of a chain of deltas without a gap', async () => {
    const { exchange, clock, feed, heard } = await open({ kind: 'numbered', resync: () => {} });
    const update = { exchange_time: 0, received: clock.monotonic() } as const;
    feed.say(messageOf({ ...update, bids: [[49_990, 1]], asks: [[50_000, 0.5]], sequence: 10 }));
    feed.say(messageOf({ ...update, kind: 'delta', asks: [[50_001, 1]], sequence: 11, at: 1 }));
    await answered(clock, exchange.account.place(request()));
    const several = { first_sequence: 12, sequence: 13 };
    feed.say(messageOf({ ...update, kind: 'delta', asks: [[50_002, 1]], ...several, at: 2 }));
    const told = heard.map(
      (event) => event.type === 'BookUpdated' && [event.kind, event.first_sequence, event.sequence, event.asks],
    );
    expect(told).toEqual([
      ['snapshot', null, 10, [[50_000, 0.5]]],
      ['delta', null, 11, [[50_001, 1]]],
      ['delta', null, 12, [[50_000, 0.4]]],
      ['delta', 13, 14, [[50_002, 1]]],
    ]);
  });

  test('copies no level of a book that the engine has, until an order needs it', async () => {
    const books: Books = { kind: 'checksummed', depth: 5, checksum: sumOf, resync: () => {} };
    const clock = createVirtualClock(0);
    const feed = scriptedFeed(clock);
    const exchange = createPaperExchange({ ...feed, books }, clock);
    await exchange.market.instruments(1000);
    exchange.account.paper.restore({ balances: { USDT: '200000' }, open: [] });
    const engine = createOrderBook(books);
    exchange.account.paper.readBooks?.((symbol) => snapshotOf('kucoin', symbol, engine));
    const shown: unknown[] = [];
    exchange.market.subscribe((event) => {
      shown.push(event);
      if (event.type === 'BookUpdated') applyUpdate(engine, event);
    });
    const [bids, asks] = [[['49990', '1']], [['50000', '0.5']]] as const;
    const written = { checksum: sumOf(bids, asks), bids, asks };
    const whole = messageOf({ bids: [[49_990, 1]], asks: [[50_000, 0.5]], checked: written, received: elapsedOf(0) });
    let reads = 0;
    const list = whole.asks;
    const counted = Object.defineProperty({ ...whole }, 'asks', { get: () => [reads++, list][1] });
    feed.say(counted);
    expect([shown.at(-1) === counted, reads]).toEqual([true, 1]);
    expect(await answered(clock, exchange.account.place(request()))).toMatchObject({
      report: { filled_quantity: '0.1' },
    });
    // From here on the two books differ, and the paper exchange checks the feed's messages itself.
    const change = [['50001', '1']] as const;
    const after = { checksum: sumOf(bids, [...asks, ...change]), bids: [], asks: change };
    feed.say(messageOf({ kind: 'delta', asks: [[50_001, 1]], checked: after, received: clock.monotonic() }));
    expect(pairsOf(engine.asks)).toEqual([
      [50_000, 0.4],
      [50_001, 1],
    ]);
    const all = request({ quantity: '2', price: '50001' });
    expect(await answered(clock, exchange.account.place(all))).toMatchObject({ report: { filled_quantity: '1.4' } });
  });

  test('is none where the book is void or too old', async () => {
    const { exchange, clock, feed } = await open();
    feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 0.5]]);
    feed.say({ type: 'BooksReset', exchange: 'kucoin', reason: 'reconnected', at: 0 });
    expect(await answered(clock, exchange.account.place(request()))).toMatchObject({
      report: { state: 'cancelled', filled_quantity: '0' },
    });
    feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 0.5]]);
    await clock.advance(6000);
    expect(await answered(clock, exchange.account.place(request()))).toMatchObject({
      report: { state: 'cancelled', filled_quantity: '0' },
    });
  });
});

test('an order that rests before anything was taken is filled by what comes to it, beside an engine too', async () => {
  const { exchange, clock, feed, reports } = await besideAnEngine();
  feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 1]]);
  await answered(clock, exchange.account.place(request({ time_in_force: 'GTC', price: '49995' })));
  feed.book('BTC/USDT', [[49_980, 1]], [[49_995, 1]]);
  await clock.advance(1000);
  expect(reports).toMatchObject([{ state: 'filled', filled_quantity: '0.1', filled_quote: '4999.5' }]);
});

test('a paper account is what the journal says it is, resting orders with it', async () => {
  const before = await open();
  before.feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 0.06]]);
  const resting = request({ time_in_force: 'GTC' });
  const answer = await answered(before.clock, before.exchange.account.place(resting));
  const held = await answered(before.clock, before.exchange.account.balances());
  if (answer.kind !== 'report' || held.kind !== 'balances') return expect.unreachable();

  const after = await open();
  after.exchange.account.paper.restore({
    balances: totalsOf(held.holdings),
    open: [{ request: resting, report: answer.report }],
  });
  after.feed.book('BTC/USDT', [[49_980, 1]], [[49_999, 1]]);
  await after.clock.advance(1000);
  expect(after.reports).toEqual([
    {
      ...answer.report,
      state: 'filled',
      filled_quantity: '0.1',
      filled_quote: '5000',
      fees: [{ asset: 'BTC', amount: '0.0001' }],
    },
  ]);
  const total = { USDT: '5000', BTC: '1.0999' };
  expect(await answered(after.clock, after.exchange.account.balances())).toEqual({
    kind: 'balances',
    holdings: allFree(total),
  });
});

test('a buy whose fee is taken in quote pays it on top', async () => {
  const clock = createVirtualClock(0);
  const instruments = scriptedInstruments().map((one) => ({ ...one, feeCurrency: 'quote' as const }));
  const feed = scriptedFeed(clock, instruments);
  const exchange = createPaperExchange(feed, clock);
  await exchange.market.instruments(1000);
  exchange.account.paper.restore({ balances: { USDT: '5005' }, open: [] });
  exchange.market.subscribe(() => {});
  feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 1]]);
  const filled = await answered(clock, exchange.account.place(request()));
  expect(filled).toMatchObject({ report: { state: 'filled', fees: [{ asset: 'USDT', amount: '5' }] } });
  expect(await answered(clock, exchange.account.balances())).toEqual({
    kind: 'balances',
    holdings: allFree({ USDT: '0', BTC: '0.1' }),
  });
});

test('a resting order pays the fee of a maker, one that takes that of a taker; the configuration names both', async () => {
  const { exchange, clock, feed, reports } = await open();
  exchange.account.paper.configure?.({ fees: { taker_pct: 0.4, maker_pct: 0.25 } });
  feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 0.06]]);
  const taken = await answered(clock, exchange.account.place(request({ time_in_force: 'GTC' })));
  expect(taken).toMatchObject({ report: { state: 'open', fees: [{ asset: 'BTC', amount: '0.00024' }] } });
  feed.book('BTC/USDT', [[49_980, 1]], [[49_999, 1]]);
  await clock.advance(1000);
  // 0.06 × 0.4 % and 0.04 × 0.25 %.
  expect(reports).toMatchObject([{ state: 'filled', fees: [{ asset: 'BTC', amount: '0.00034' }] }]);
  exchange.account.paper.configure?.({});
  feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 0.06]]);
  const usual = await answered(clock, exchange.account.place(request({ quantity: '0.06' })));
  expect(usual).toMatchObject({ report: { fees: [{ asset: 'BTC', amount: '0.00006' }] } });
});

describe('an asset that pays the fees', () => {
  const open = async (balances: Readonly<Record<string, string>>) => {
    const clock = createVirtualClock(0);
    const feed = scriptedFeed(clock);
    const exchange = createPaperExchange(feed, clock);
    await exchange.market.instruments(1000);
    exchange.account.paper.restore({ balances, open: [] });
    exchange.account.paper.configure?.({ fees: { token: { asset: 'SOL', discount_pct: 25 } } });
    exchange.market.subscribe(() => {});
    feed.book('BTC/USDT', [[49_990, 1]], [[50_000, 1]]);
    const buy = async () => {
      const answer = await answered(clock, exchange.account.place(request()));
      return answer.kind === 'report' ? answer.report.fees : answer;
    };
    const total = async () => {
      const answer = await answered(clock, exchange.account.balances());
      return answer.kind === 'balances' ? totalsOf(answer.holdings) : answer;
    };
    return { feed, buy, total };
  };

  test('pays them at its discount by the price of its books', async () => {
    const { feed, buy, total } = await open({ USDT: '10000', SOL: '1' });
    feed.book('SOL/USDT', [[100, 5]], [[101, 5]]);
    // 5000 USDT × 0.1 % × 0.75 at 100 USDT for one.
    expect(await buy()).toEqual([{ asset: 'SOL', amount: '0.0375' }]);
    expect(await total()).toEqual({ USDT: '5000', SOL: '0.9625', BTC: '0.1' });
  });

  test('does not where there is too little of it, or no price', async () => {
    const poor = await open({ USDT: '10000', SOL: '0.0374' });
    poor.feed.book('SOL/USDT', [[100, 5]], [[101, 5]]);
    expect(await poor.buy()).toEqual([{ asset: 'BTC', amount: '0.0001' }]);
    expect(await poor.total()).toEqual({ USDT: '5000', SOL: '0.0374', BTC: '0.0999' });
    const unpriced = await open({ USDT: '10000', SOL: '1' });
    expect(await unpriced.buy()).toEqual([{ asset: 'BTC', amount: '0.0001' }]);
  });
});
