import { expect, test } from 'vitest';
import { messageOf, pairsOf } from '../../packages/bot/src/market/message.suite.ts';
import { applyUpdate, createOrderBook, trustOf } from '../../packages/bot/src/market/order-book.ts';
import { elapsedOf } from '../../packages/bot/src/model/moment.ts';
import { running } from './bot-at.ts';

/** Incidents of other bots: books that were not what they seemed. Each names the thread that told of it. */

test('the age of a book counts from its receipt, whatever the exchange’s clock says (bmino/binance-triangle-arbitrage #88)', async () => {
  for (const aheadMs of [-600_000, -646, 646, 600_000]) {
    const bot = await running();
    const say = (bid: number) => {
      const at = bot.clock.now();
      const levels = { bids: [[bid, 100]], asks: [[bid + 1, 100]] } as const;
      const stamp = { exchange_time: at + aheadMs, at, received: bot.clock.monotonic() };
      bot.feed.say(messageOf({ symbol: 'ETH/USDT', ...levels, ...stamp }));
    };
    say(2499.5);
    await bot.clock.advance(2000);
    bot.feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    bot.feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    expect({ aheadMs, sent: bot.sent.length }).toEqual({ aheadMs, sent: 0 });
    say(2530);
    await bot.clock.advance(500);
    expect({ aheadMs, sent: bot.sent.length }).toEqual({ aheadMs, sent: 3 });
  }
});

test('one old book of three is enough to leave a triangle alone (bmino/binance-triangle-arbitrage #20)', async () => {
  const bot = await running();
  await bot.clock.advance(1600);
  bot.dislocate();
  bot.feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  await bot.clock.advance(500);
  expect([bot.sent, bot.engine.state().opportunities]).toEqual([[], []]);
});

test('after a reconnect nothing of the books before it is traded upon (ctubio/Krypto-trading-bot #934)', async () => {
  const bot = await running();
  bot.feed.say({ type: 'BooksReset', exchange: 'kucoin', reason: 'reconnected', at: bot.clock.now() });
  bot.dislocate();
  await bot.clock.advance(500);
  expect(bot.sent).toEqual([]);
  bot.fair();
  bot.dislocate();
  await bot.clock.advance(500);
  expect(bot.sent).toHaveLength(3);
});

test('the snapshot after a reconnect leaves no level of before (ccxt/ccxt #29210)', () => {
  const book = createOrderBook({ kind: 'numbered' });
  const bids = [
    [100, 1],
    [99, 1],
    [98, 1],
  ] as const;
  const asks = [
    [101, 1],
    [102, 1],
  ] as const;
  applyUpdate(book, messageOf({ bids, asks, sequence: 10 }));
  applyUpdate(book, messageOf({ kind: 'delta', bids: [[97, 5]], sequence: 11 }));
  applyUpdate(book, messageOf({ bids: [[90, 2]], asks: [[91, 2]], sequence: 3 }));
  expect(trustOf(book, elapsedOf(0), 1500)).toBe('unconfirmed');
  expect([pairsOf(book.bids), pairsOf(book.asks)]).toEqual([[[90, 2]], [[91, 2]]]);
});

test('books that stand still are noticed within two seconds, and no order is made of them (hummingbot/hummingbot #3101)', async () => {
  const bot = await running();
  bot.dislocate(2530, 0.0001);
  await bot.clock.advance(1000);
  expect(bot.engine.statistics().markets_trusted).toBe(5);
  await bot.clock.advance(1000);
  expect(bot.engine.statistics().markets_trusted).toBe(0);
  await bot.clock.advance(45 * 60_000);
  expect(bot.sent).toEqual([]);
});
