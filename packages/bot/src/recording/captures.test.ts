import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importOne } from './import.suite.ts';
import { readQuotes } from './read-quotes.ts';
import type { RecordedQuote, RejectedRow } from './recorded-row.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-capture-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const none = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
const began = 1_700_000_000;
/** A capture of these messages, 0.1 s apart; a text is written as it is. */
const capture = (messages: readonly unknown[]): string => {
  const file = join(folder(), 'capture.ws.1');
  const lines = messages.map((message, at) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    return `${(began + at / 10).toFixed(4)}: ${text}`;
  });
  writeFileSync(file, ['wss://exchange.example <-> 1699999999.5', ...lines, ''].join('\n'));
  return file;
};
const imported = async (file: string, exchange: string) => {
  const bad: RejectedRow[] = [];
  const made = await importOne(file, exchange, folder(), (row) => bad.push(row));
  const quotes: RecordedQuote[] = [];
  for await (const batch of readQuotes(made.path, () => {})) quotes.push(...batch);
  const rows = quotes.map(({ timeMs, symbol, bid, bidSize, ask, askSize }) => [
    timeMs - 1_000 * began,
    ...[symbol, bid, bidSize, ask, askSize],
  ]);
  return { made, rows, bad: bad.map(({ line, field, message }) => `${line} ${field}: ${message}`) };
};

test('best prices of Binance become a recording, and what is bad in a capture is counted and named', async () => {
  const top = (s: string, b: string, a: string) => ({ stream: 'x', data: { u: 1, s, b, B: '2', a, A: '3' } });
  const file = capture([
    top('BTCUSDT', '40000', '40001'),
    { stream: 'x', data: { e: 'depthUpdate', s: 'BTCUSDT', U: 1, u: 2, b: [['1', '1']], a: [] } },
    '{"stream":"x","da',
    top('BTCUSDT', '40002', '40001'),
    top('ETHBTC', 'moon', '0.06'),
    top('ETHBTC', '0.05', '0.06'),
  ]);
  const { made, rows, bad } = await imported(file, 'binance');
  expect(made).toMatchObject({ rows: 3, bad: 3 });
  expect(rows).toEqual([
    [0, 'BTC/USDT', 40_000, 2, 40_001, 3],
    // A line that cannot be read may have been of any market.
    [200, 'BTC/USDT', ...none],
    [500, 'ETH/BTC', 0.05, 2, 0.06, 3],
  ]);
  expect(bad).toEqual([
    '4 row: no JSON',
    '5 ask: not above the bid: 40001 against 40002',
    '6 bid: "moon" is not a number above zero',
  ]);
});

test('tickers of KuCoin and of OKX’s spot markets become a recording', async () => {
  const kucoin = { bestBid: '0.05', bestBidSize: '1', bestAsk: '0.06', bestAskSize: '2' };
  const ofKucoin = capture([
    { topic: '/market/ticker:ETH-BTC', subject: 'trade.ticker', data: kucoin },
    { topic: '/market/match:ETH-BTC', data: { price: '1' } },
  ]);
  expect((await imported(ofKucoin, 'kucoin')).rows).toEqual([[0, 'ETH/BTC', 0.05, 1, 0.06, 2]]);
  const ticker = (instType: string, instId: string) => ({
    arg: { channel: 'tickers', instId },
    data: [{ instType, instId, bidPx: '0.05', bidSz: '1', askPx: '0.06', askSz: '2' }],
  });
  const ofOkx = capture([ticker('FUTURES', 'BTC-USD-220527'), ticker('SPOT', 'ETH-BTC')]);
  expect((await imported(ofOkx, 'okx')).rows).toEqual([[100, 'ETH/BTC', 0.05, 1, 0.06, 2]]);
});

test('books of Kraken and Coinbase are kept from their changes, and a row is made when their best prices are others', async () => {
  const kraken = capture([
    [1, { b: [['9', '1', '0']] }, 'book-1000', 'XBT/USD'],
    [
      1,
      {
        as: [['11', '1', '0']],
        bs: [
          ['10', '1', '0'],
          ['9', '4', '0'],
        ],
      },
      'book-1000',
      'XBT/USD',
    ],
    [1, { b: [['8', '5', '0']], c: '1' }, 'book-1000', 'XBT/USD'],
    [1, { a: [['10.5', '2', '0']] }, { b: [['10', '0', '0']] }, 'book-1000', 'XBT/USD'],
    [2, { a: ['3', '1', '1.5'], b: ['2', '1', '0.5'] }, 'ticker', 'XDG/EUR'],
    { event: 'heartbeat' },
  ]);
  expect((await imported(kraken, 'kraken')).rows).toEqual([
    [100, 'BTC/USD', 10, 1, 11, 1],
    [300, 'BTC/USD', 9, 4, 10.5, 2],
    [400, 'DOGE/EUR', 2, 0.5, 3, 1.5],
  ]);
  const coinbase = capture([
    { type: 'snapshot', product_id: 'ETH-BTC', bids: [['0.05', '1']], asks: [['0.06', '2']] },
    { type: 'ticker', product_id: 'ETH-BTC', best_bid: '0.01', best_ask: '0.02' },
    {
      type: 'l2update',
      product_id: 'ETH-BTC',
      changes: [
        ['sell', '0.06', '0'],
        ['sell', '0.07', '3'],
      ],
    },
  ]);
  expect((await imported(coinbase, 'coinbase')).rows).toEqual([
    [0, 'ETH/BTC', 0.05, 1, 0.06, 2],
    [200, 'ETH/BTC', 0.05, 1, 0.07, 3],
  ]);
});

const captures = new URL('../../../../../shared/data/cryptofeed_captures/', import.meta.url);
const isAbsent = !existsSync(captures);
if (isAbsent) console.warn('not run: the recorded sockets of exchanges are not beside the repository');

test.skipIf(isAbsent).each([
  ['binance', 'BINANCE.ws.1.0.gz', 84],
  ['kucoin', 'KUCOIN.ws.1.0.gz', 830],
  ['okx', 'OKX.ws.1.0.gz', 25],
  ['kraken', 'KRAKEN.ws.50.0.gz', 810],
  ['coinbase', 'COINBASE.ws.28.0.gz', 1_778],
])('the recorded socket of %s is imported whole', async (exchange, file, rows) => {
  const { made } = await imported(new URL(file, captures).pathname, exchange);
  expect(made).toMatchObject({ rows, bad: 0 });
});
