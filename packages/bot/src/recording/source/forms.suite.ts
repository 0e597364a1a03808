import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chance } from '../../strategy/chance.suite.ts';
import { importFiles } from '../import.ts';
import { createParquet } from '../parquet.ts';
import { readQuotes } from '../read-quotes.ts';
import type { RecordedQuote } from '../recorded-row.ts';
import { drawRows, normal, plainly, type Random } from './drawn-file.suite.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-forms-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const quotesOf = async (path: string): Promise<readonly RecordedQuote[]> => {
  const quotes: RecordedQuote[] = [];
  for await (const batch of readQuotes(path, () => {})) quotes.push(...batch);
  return quotes;
};

const minute = 60_000;
const start = Date.UTC(2024, 0, 31);
type Bar = { readonly open: number; readonly close: string; readonly volume: string; readonly trades: number };
/** How programs write bars, and the names of their files for a market. */
const bars: readonly {
  readonly name: string;
  file(market: string): string;
  text(market: string, bars: readonly Bar[]): string;
}[] = [
  {
    name: 'Binance, in microseconds',
    file: (market) => `${market}-1m-2024-01.csv`,
    text: (_, rows) =>
      rows
        .map(
          (bar) =>
            `${bar.open}000,1,2,1,${bar.close},${bar.volume},${bar.open + minute - 1}999,9,${bar.trades},0,0,0\n`,
        )
        .join(''),
  },
  {
    name: 'Kraken',
    file: (market) => `${market}_1.csv`,
    text: (_, rows) =>
      rows.map((bar) => `${bar.open / 1_000},1,2,1,${bar.close},${bar.volume},${bar.trades}\n`).join(''),
  },
  {
    name: 'python-binance',
    file: (market) => `${market}.csv`,
    text: (_, rows) =>
      `timestamp,open,high,low,close,volume,close_time,quote_av,trades,tb_base_av\n${rows.map((bar) => `${new Date(bar.open).toISOString()},1,2,1,${bar.close},${bar.volume},${bar.open + minute - 1},9,${bar.trades},0\n`).join('')}`,
  },
  {
    name: 'CryptoDataDownload, the newest first, in s and ms',
    file: (market) => `Binance_${market}_minute.csv`,
    text: (market, rows) =>
      `https://www.CryptoDataDownload.com\nUnix,Date,Symbol,Open,High,Low,Close,Volume X,Volume Y,tradecount\n${rows
        .map(
          (bar, row) =>
            `${row % 2 === 0 ? bar.open : bar.open / 1_000},x,${market},1,2,1,${bar.close},${bar.volume},9,${bar.trades}\n`,
        )
        .reverse()
        .join('')}`,
  },
];

const drawBars = (random: Random): readonly Bar[] => {
  const rows = Array.from({ length: 2 + Math.floor(random() * 30) }, (_, row) => ({
    open: start + row * minute,
    close: (random() * 100 + 0.01).toFixed(4),
    volume: random() < 0.2 ? '0' : (random() * 10 + 0.1).toFixed(3),
    trades: 1 + Math.floor(random() * 9),
  }));
  return [rows[0] as Bar, ...rows.slice(1).filter((_, row) => row === 0 || random() > 0.15)];
};

/** Draws so many files of each form, and compares what is imported of them with what was drawn. */
export const comparesForms = (count: number): void => {
  test.each(bars)('drawn files of bars of $name, of two markets each folder', async ({ name, file, text }) => {
    const random = chance(`bars of ${name}`);
    const into = folder();
    const endsAt = (open: number): number =>
      name.startsWith('Binance') || name.startsWith('python') ? open + minute - 1 : open + minute;
    for (let number = 0; number < count / 2; number++) {
      const source = join(folder(), 'bars');
      mkdirSync(source);
      const drawn = new Map(['ETHUSDT', 'ETHBTC'].map((market) => [market, drawBars(random)]));
      for (const [market, rows] of drawn) writeFileSync(join(source, file(market)), text(market, rows));
      const { recordings } = await importFiles({
        paths: [source],
        exchange: 'binance',
        folder: into,
        spreadPct: 0.02,
        onReject: () => {},
      }).catch((error: Error) => {
        if (!error.message.includes('no row that can be read')) throw error;
        return { recordings: [] };
      });
      const told = recordings[0] === undefined ? [] : await quotesOf(recordings[0].path);
      for (const [market, rows] of drawn) {
        const expected = rows.flatMap(({ open, close, volume, trades }) =>
          volume === '0'
            ? []
            : [[endsAt(open), Number(close) * 0.9999, Number(volume) / trades, Number(close) * 1.0001]],
        );
        const own = told.filter(({ symbol, bid }) => symbol.replace('/', '') === market && !Number.isNaN(bid));
        expect(own.map(({ timeMs, bid, bidSize, ask }) => [timeMs, bid, bidSize, ask])).toEqual(expected);
      }
      for (const { path } of recordings) rmSync(path, { recursive: true });
    }
  });

  test('drawn captures of hftbacktest: nanoseconds are cut to the millisecond, a line that is none ends all books', async () => {
    const random = chance('captures of hftbacktest');
    const file = join(folder(), 'btcusdt_20240808');
    for (let number = 0; number < count; number++) {
      const rows = Array.from({ length: 1 + Math.floor(random() * 30) }, (_, row) => {
        const at = start + row * 37;
        const nanos = `${at}${String(Math.floor(random() * 1e6)).padStart(6, '0')}`;
        if (random() < 0.1) return { line: `${nanos} {"stream":"x","da`, told: { market: null, at, sides: null } };
        const isVoid = random() < 0.2;
        const data = { u: row, s: 'BTCUSDT', b: '5.25', B: isVoid ? '0.000' : '1.5', a: '6.5', A: '2' };
        return {
          line: `${nanos} ${JSON.stringify({ stream: 'btcusdt@bookTicker', data })}`,
          told: { market: 'BTC/USDT', at, sides: isVoid ? null : ([5.25, 1.5, 6.5, 2] as const) },
        };
      });
      writeFileSync(file, `${rows.map(({ line }) => line).join('\n')}\n`);
      expect(normal(await quotesOf(file))).toEqual(plainly(rows.map(({ told }) => told)));
    }
  });

  test('drawn Parquet files are read as the tables that they are', async () => {
    const random = chance('Parquet');
    const path = folder();
    for (let number = 0; number < count; number++) {
      const { rows, cells } = drawRows(
        random,
        ['BTC/USDT', 'ETH/BTC'],
        new Map([
          ['BTC/USDT', 'BTC-USDT'],
          ['ETH/BTC', 'ETHBTC'],
        ]),
      );
      const file = join(path, `quotes-${number}.parquet`);
      const text = (name: keyof (typeof cells)[number]) =>
        ({ name, kind: 'text', of: (row: (typeof cells)[number]) => row[name] }) as const;
      const out = await createParquet(file, 'quotes', [
        ...(['time', 'market', 'bid'] as const).map(text),
        { ...text('bidSize'), name: 'bid_size' },
        text('ask'),
        { ...text('askSize'), name: 'ask_size' },
      ]);
      await out.write(cells);
      await out.close();
      expect(normal(await quotesOf(file))).toEqual(plainly(rows));
    }
  });
};
