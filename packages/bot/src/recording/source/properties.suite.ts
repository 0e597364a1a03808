import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chance } from '../../strategy/chance.suite.ts';
import { readQuotes } from '../read-quotes.ts';
import type { RecordedQuote } from '../recorded-row.ts';
import {
  type Cells,
  type Drawn,
  drawRows,
  normal,
  packed,
  pick,
  plainly,
  type Random,
  tableText,
} from './drawn-file.suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-drawn-'));
afterAll(() => rmSync(folder, { recursive: true }));

const quotesOf = async (file: string): Promise<readonly RecordedQuote[]> => {
  const quotes: RecordedQuote[] = [];
  for await (const batch of readQuotes(file, () => {})) quotes.push(...batch);
  return quotes;
};

const lines = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row));

type Form = {
  readonly name: string;
  readonly file: string;
  readonly header: readonly string[];
  readonly row: (cells: Cells, random: Random) => readonly string[];
  /** The file is named after its market. */
  readonly isOfOne?: true;
  /** Cells of a row whose market does not trade: it ends the trust in the book, whatever its prices. */
  readonly closed?: (cells: readonly string[], random: Random) => readonly string[];
};
const forms: readonly Form[] = [
  {
    name: 'our own table',
    file: 'kucoin-quotes.csv',
    header: ['timeMs', 'symbol', 'bid', 'bidSize', 'ask', 'askSize'],
    row: ({ time, market, bid, bidSize, ask, askSize }) => [time, market, bid, bidSize, ask, askSize],
  },
  {
    name: 'quotes of Tardis',
    file: 'kraken_quotes_2023-11-14_PAIRS.csv',
    header: [
      'exchange',
      'symbol',
      'timestamp',
      'local_timestamp',
      'ask_amount',
      'ask_price',
      'bid_price',
      'bid_amount',
    ],
    row: ({ time, market, bid, bidSize, ask, askSize }) => ['kraken', market, '5', time, askSize, ask, bid, bidSize],
  },
  {
    name: 'books of Tardis',
    file: 'kraken_book_snapshot_5_2023-11-14_PAIRS.csv',
    header: [
      'exchange',
      'symbol',
      'timestamp',
      'local_timestamp',
      'asks[0].price',
      'asks[0].amount',
      'bids[0].price',
      'bids[0].amount',
      'asks[1].price',
    ],
    row: ({ time, market, bid, bidSize, ask, askSize }) => [
      'kraken',
      market,
      '5',
      time,
      ask,
      askSize,
      bid,
      bidSize,
      '9',
    ],
  },
  {
    name: 'bookTicker of Binance',
    file: 'ETHBTC-bookTicker-2023-11-14.csv',
    header: [
      'update_id',
      'best_bid_price',
      'best_bid_qty',
      'best_ask_price',
      'best_ask_qty',
      'transaction_time',
      'event_time',
    ],
    row: ({ time, bid, bidSize, ask, askSize }) => ['1', bid, bidSize, ask, askSize, time, '7'],
    isOfOne: true,
  },
  {
    name: 'ticks of bitFlyer',
    file: 'bitflyer.ticker.20231114.csv',
    header: [
      'domain',
      'product_code',
      'health',
      'status',
      'loaded',
      'timestamp',
      'best_bid',
      'best_ask',
      'best_bid_size',
      'best_ask_size',
      'ltp',
    ],
    row: ({ time, market, bid, bidSize, ask, askSize }, random) => [
      ...['bitflyer.jp', market, pick(random, ['NORMAL', 'BUSY', 'SUPER BUSY']), 'RUNNING', '2018-01-28'],
      ...[time, bid, ask, bidSize, askSize, '1'],
    ],
    closed: ([domain = '', market = '', ...others], random) => [
      ...[domain, market],
      ...pick(random, [
        ['NORMAL', 'CLOSED'],
        ['NO ORDER', 'RUNNING'],
        ['STOP', 'RUNNING'],
        ['SUPER BUSY', 'STARTING'],
        ['', ''],
      ]),
      ...others.slice(2),
    ],
  },
];

/** Closes some of the rows that say their market and moment. */
const closing = (random: Random, { rows, cells }: Drawn, { row, closed }: Form) => {
  const written = cells.map((one) => row(one, random));
  if (closed === undefined) return { rows, written };
  const isClosed = rows.map(({ market, at }) => market !== null && at !== null && random() < 0.2);
  return {
    rows: rows.map((one, place) => (isClosed[place] ? { ...one, sides: null } : one)),
    written: written.map((one, place) => (isClosed[place] ? closed(one, random) : one)),
  };
};

const several = new Map([
  ['BTC/USDT', ['BTC-USDT', 'BTC/USDT', 'btc_usdt', 'BTCUSDT']],
  ['ETH/BTC', ['ETH-BTC', 'ETH/BTC', 'ETHBTC']],
  ['ETH/USDT', ['ETH-USDT', 'ETHUSDT']],
  ['SOL/EUR', ['SOL-EUR', 'sol/eur']],
]);

/** Draws so many files of each form, and compares what is read with the plain reader. */
export const comparesDrawnFiles = (count: number): void =>
  test.each(forms)('drawn files: $name', async (form) => {
    const { name, file, header, isOfOne } = form;
    const random = chance(`files of ${name}`);
    for (let number = 0; number < count; number++) {
      const markets = isOfOne ? ['ETH/BTC'] : [...several.keys()].slice(0, 1 + Math.floor(random() * several.size));
      const names = new Map(isOfOne ? [] : markets.map((market) => [market, pick(random, several.get(market) ?? [])]));
      const drawn = drawRows(random, markets, names);
      const { rows, written } = closing(random, drawn, form);
      const text = tableText(random, header, written);
      const { ending, bytes } = packed(random, file, text);
      const path = join(folder, `${number}-${file}`.replace(/^\d+-(?=ETHBTC)/, ''));
      writeFileSync(path + ending, bytes);
      expect(lines(normal(await quotesOf(path + ending))), `file ${number}:\n${text}`).toEqual(lines(plainly(rows)));
      rmSync(path + ending);
    }
  });
