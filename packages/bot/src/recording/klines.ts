import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readText } from './instrument-file.ts';
import type { RecordedQuote, RejectedRow } from './kucoin-rows.ts';
import { joinedSymbol } from './table-form.ts';

/** Where Binance's public files have their columns; those before 2025 have no header. */
const usual = ['open_time', 'open', 'high', 'low', 'close', 'volume', 'close_time', 'quote_volume', 'count'];
/** Times since 2025 are in microseconds. */
const microsecondsFrom = 1e14;

/** The first cell of a bar is a time, or its table has a header. */
const hasHeader = (line: string): boolean => !/^\d+$/.test(line.split(',')[0] ?? '');

/**
 * Reads bars (Binance's public `klines`, e.g. `BTCUSDT-1m-2024-01.csv`, plain or .gz; or a folder of them, one for each market) as quotes: at
 * the end of each bar its close, less and plus half of `spreadPct`, with the size of its average trade. These quotes were never made: a close is a
 * trade, and those of two markets are of different moments, so that cycles seem to pay which never did. Bars that cannot be read, or without a
 * trade, are given to `onReject`.
 */
export async function* readKlines(
  path: string,
  spreadPct: number,
  onReject: (row: RejectedRow) => void,
): AsyncGenerator<readonly RecordedQuote[], void> {
  const names = await readdir(path).catch(() => null);
  const files =
    names === null ? [path] : names.filter((name) => /\.csv(\.gz)?$/.test(name)).map((name) => join(path, name));
  const quotes: RecordedQuote[] = [];
  for (const file of files.sort()) {
    const reject = (line: number, field: string, message: string): void => onReject({ file, line, field, message });
    for (const bar of await barsOf(file, reject)) quotes.push(quoteOf(bar, spreadPct));
  }
  // Files of one market are in order, those of several are not.
  yield quotes.sort((a, b) => a.timeMs - b.timeMs);
}

type Bar = { readonly symbol: string; readonly timeMs: number; readonly close: number; readonly size: number };
type Reject = (line: number, field: string, message: string) => void;

const quoteOf = ({ symbol, timeMs, close, size }: Bar, spreadPct: number): RecordedQuote => {
  const half = spreadPct / 200;
  return { timeMs, session: 0, symbol, bid: close * (1 - half), bidSize: size, ask: close * (1 + half), askSize: size };
};

const fields = ['close', 'volume', 'close_time', 'count'] as const;

async function barsOf(file: string, reject: Reject): Promise<readonly Bar[]> {
  const refuse = (field: string, message: string): readonly Bar[] => {
    reject(0, field, message);
    return [];
  };
  const text = await readText(file);
  if (text === null) return refuse('file', 'the file cannot be read');
  const named = joinedSymbol(basename(file).split('-')[0] ?? '');
  if (!named.ok) return refuse('file', `its name does not begin with a market: ${named.message}`);
  const lines = text.split('\n').map((line) => line.trim());
  const isHeaded = hasHeader(lines[0] ?? '');
  const names = isHeaded ? (lines[0] ?? '').split(',') : usual;
  const missing = fields.filter((field) => !names.includes(field));
  if (missing.length > 0) return refuse(missing.join(', '), 'missing in the header');
  const places = fields.map((field) => names.indexOf(field));
  return lines.flatMap((line, at): readonly Bar[] => {
    if (line === '' || (isHeaded && at === 0)) return [];
    const cells = line.split(',').map(Number);
    const [close = 0, volume = 0, time = 0, trades = 0] = places.map((place) => cells[place] ?? Number.NaN);
    const timeMs = Math.floor(time >= microsecondsFrom ? time / 1_000 : time);
    if (!(close > 0 && timeMs > 0)) reject(at + 1, 'close', 'it has no price or no time');
    else if (!(volume > 0 && trades > 0)) reject(at + 1, 'volume', 'nothing was traded in it');
    else return [{ symbol: named.symbol, timeMs, close, size: volume / trades }];
    return [];
  });
}
