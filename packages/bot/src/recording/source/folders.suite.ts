import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chance } from '../../strategy/chance.suite.ts';
import { importFiles } from '../import.ts';
import { readQuotes } from '../read-quotes.ts';
import { normal, packed, type Random, type Told } from './drawn-file.suite.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-folders-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

const day = 86_400_000;
const start = Date.UTC(2024, 0, 31);
const markets = [
  ['BTCUSDT', 'BTC/USDT'],
  ['ETHBTC', 'ETH/BTC'],
  ['ETHUSDT', 'ETH/USDT'],
] as const;

type Row = { readonly at: number; readonly bid: number };
/** A file of one market and day. `lacks`: the hours of it that were not recorded. */
type File = { readonly market: (typeof markets)[number]; readonly day: number; readonly rows: readonly Row[] };

/** Draws the files of some days: some were never recorded, others begin late, end early or lack hours in their midst. */
const drawFiles = (random: Random): readonly File[] => {
  const days = 1 + Math.floor(random() * 4);
  let at = 0;
  const files = Array.from({ length: days }, (_, number) =>
    markets.flatMap((market): File[] => {
      if (random() < 0.2) return [];
      const [from, to] = [random() < 0.3 ? random() : 0, random() < 0.3 ? random() : 1].sort((a, b) => a - b);
      const [holeFrom, holeTo] = random() < 0.3 ? [0.3, 0.3 + random() / 2] : [1, 1];
      const moments = Array.from({ length: 1 + Math.floor(random() * 12) }, random)
        .filter((share) => share >= (from ?? 0) && share <= (to ?? 1) && (share < holeFrom || share > holeTo))
        .sort((a, b) => a - b);
      const rows = moments.map((share) => {
        at += 1;
        // No two rows are of one moment, nor of that after another: the end of a file is the moment after its last row.
        return {
          at: start + number * day + Math.floor(share * (day / 1_000 - 1)) * 1_000 + ((2 * at) % 1_000),
          bid: at,
        };
      });
      const unique = [...new Map(rows.map((row) => [row.at, row])).values()];
      return unique.length === 0 ? [] : [{ market, day: number, rows: unique }];
    }),
  );
  return files.flat();
};

/** What the files say of their books: what a file says nothing of any more is not known once others go on. */
const plainly = (files: readonly File[]): readonly Told[] => {
  const last = Math.max(...files.flatMap(({ rows }) => rows.map(({ at }) => at)));
  const events = files.flatMap(({ market: [, symbol], rows }) => {
    const end = (rows.at(-1)?.at ?? 0) + 1;
    const quotes = rows.map(({ at, bid }): Told => [at, symbol, bid, 2, bid + 0.5, 3]);
    return end <= last ? [...quotes, [end, symbol, null] as Told] : quotes;
  });
  const live = new Set<string>();
  return events
    .sort((one, other) => one[0] - other[0])
    .filter(([, symbol, bid]) => (bid === null ? live.delete(symbol) : live.add(symbol)));
};

const textOf = (rows: readonly Row[], market: string): string =>
  `exchange,symbol,timestamp,local_timestamp,ask_amount,ask_price,bid_price,bid_amount\n${rows.map(({ at, bid }) => `binance,${market},5,${at}000,3,${bid + 0.5},${bid},2\n`).join('')}`;

/** Draws so many folders as Tardis fills them, one file a market and day, and compares the recording with what was drawn. */
export const comparesDrawnFolders = (count: number): void =>
  test('drawn folders of Tardis: days and markets that lack, holes at the start, in the midst and at the end', async () => {
    const random = chance('folders of Tardis');
    const into = folder();
    for (let number = 0; number < count; number++) {
      const source = join(folder(), 'tardis');
      const files = drawFiles(random);
      if (files.length === 0) continue;
      for (const { market, day: of, rows } of files) {
        const name = `binance_quotes_${new Date(start + of * day).toISOString().slice(0, 10)}_${market[0]}.csv`;
        const { ending, bytes } = packed(random, name, textOf(rows, market[0]));
        const path = join(source, market[0], name + ending);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, bytes);
      }
      const choices = Object.fromEntries(markets);
      const { recordings, ...totals } = await importFiles({
        ...{ paths: [source], folder: into, symbols: choices, onReject: () => {} },
      });
      expect(totals).toEqual({ quotes: files.flatMap(({ rows }) => rows).length, voids: 0, unreadable: 0 });
      const [recording] = recordings;
      const quotes = [];
      for await (const batch of readQuotes(recording?.path ?? '', () => {})) quotes.push(...batch);
      expect(normal(quotes)).toEqual(plainly(files));
      rmSync(recording?.path ?? '', { recursive: true });
    }
  });
