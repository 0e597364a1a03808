import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { askWhatIf } from '../../research/what-if.ts';
import { scan } from '../scan.ts';
import type { ScannedCycle } from '../scanner.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-cases-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tardis = 'exchange,symbol,timestamp,local_timestamp,ask_amount,ask_price,bid_price,bid_amount';
const at = 1_700_000_000_000_000;
const written = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};
/** Rows of Tardis, 10 ms apart: a market, its ask and bid with their sizes. */
const rows = (exchange: string, ...quotes: readonly string[]): readonly string[] =>
  quotes.map((quote, row) => {
    const [symbol, ...cells] = quote.split(',');
    const time = at + 10_000 * row;
    return [exchange, symbol, time, time, ...cells].join(',');
  });
const scanned = async (file: string, feePct = 0.1) => {
  const cycles: ScannedCycle[] = [];
  const rejected: string[] = [];
  const outcome = await scan(
    {
      ...{ file, session: null, feePct, minProfitPct: 0, maxAgeMs: null, sizing: 'continuous', instrumentsFile: null },
      ...{ types: { tri: true, quad: true }, atEnd: false, anyStart: false },
    },
    {
      onCycle: (cycle) => cycles.push(cycle),
      onReject: ({ line, field, message }) => rejected.push(`${line} ${field}: ${message}`),
    },
  );
  return {
    outcome,
    cycles: cycles.map(({ symbols, profit_pct }) => [symbols.join('→'), profit_pct] as const),
    rejected,
  };
};

test('joined names are taken apart by the currencies of the other names, never by their end alone', async () => {
  const quotes = ['BNBUSDT,5,250.2,250.1,5', 'USDTUSD,50000,1.0001,1.0000,50000', 'BNBUSD,5,255.1,255.0,5'];
  const { cycles } = await scanned(written('joined.csv', [tardis, ...rows('binance-us', ...quotes)]));
  expect(cycles).toEqual([['USDT→BNB→USD→USDT', expect.closeTo(1.6, 2)]]);
});

test('a row without a side ends the trust in its book: no cycle goes over the price before it', async () => {
  const quotes = ['BTC-USDT,5,35001,35000,5', 'ETH-BTC,50,0.0571,0.0570,50', 'ETH-USDT,50,1999,1998,50'];
  const later = ['ETH-USDT,50,2051,2050,50', 'BTC-USDT,5,35001,35000,5'];
  const halted = written('halted.csv', [tardis, ...rows('binance', ...quotes, 'ETH-BTC,,,,', ...later)]);
  expect(await scanned(halted)).toMatchObject({ cycles: [], rejected: ['5 bid: "" is not a number above zero'] });
  const trading = written('trading.csv', [tardis, ...rows('binance', ...quotes, ...later)]);
  expect((await scanned(trading)).cycles).toHaveLength(1);
});

test('the column says whose prices they are: its fee, and the usual names of its currencies', async () => {
  const quotes = ['XBT/USD,5,35001,35000,5', 'ETH/XBT,50,0.0570,0.0569,50', 'ETH/USD,50,2030,2029,50'];
  const file = written('kraken_quotes_2023-11-14_PAIRS.csv', [tardis, ...rows('kraken', ...quotes)]);
  const config = { recording: 'x', start_currencies: ['BTC'] };
  const outcome = await askWhatIf({ path: file, config, onReject: () => {} });
  expect(outcome.ok && outcome.record).toMatchObject({
    terms: { fee_pct: 0.4 },
    data: { exchange: 'kraken', markets: 3 },
  });
  expect(outcome.ok && outcome.record.best[0]?.symbols[0]).toBe('BTC');
});

test('quoted cells are read as RFC 4180 has them', async () => {
  const cells = [
    ['timeMs', 'symbol', 'bid', 'bidSize', 'ask', 'askSize', 'note'],
    ['1700000000000', 'BTC-USDT', '35000', '5', '35001', '5', 'a "word", and\nanother line'],
    ['1700000000010', 'ETH-BTC', '0.0570', '50', '0.0571', '50', ''],
    ['1700000000020', 'ETH-USDT', '2050', '50', '2051', '50', ''],
  ];
  const lines = cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  const { cycles, rejected } = await scanned(written('quoted.csv', lines));
  expect(rejected).toEqual([]);
  expect(cycles).toHaveLength(1);
});

test('prices of two exchanges in one file are not one market', async () => {
  const file = written('two.csv', [
    tardis,
    ...rows('binance', 'BTC-USDT,5,6,5,5'),
    ...rows('kraken', 'BTC-USDT,5,6,5,5'),
  ]);
  expect(await scanned(file)).toMatchObject({
    outcome: { ok: false },
    rejected: ['0 file: it has prices of binance and kraken: triquad data import makes a recording of each'],
  });
});
