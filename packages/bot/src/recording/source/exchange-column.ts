import { closeSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type PriceKind, priceKind, provenanceColumns } from '@triquad/core/contract';
import { exchangeOfCell } from './exchange-names.ts';
import { cellsOf, tableFormOf } from './table-form.ts';

const enough = 1 << 16;

/** The kind of prices that the first row of a table says, as exports of ours do; null where it says none. */
export const kindInColumn = (file: string): PriceKind | null => kindInLines(linesOf(file));

export const kindInLines = ([head = '', first = '']: readonly string[]): PriceKind | null =>
  kindInCells(cellsOf(head, { separator: ',' }) ?? [], cellsOf(first, { separator: ',' }) ?? []);

export const kindInCells = (names: readonly string[], cells: readonly (string | undefined)[]): PriceKind | null =>
  priceKind.options.find((one) => one === cells[names.indexOf(provenanceColumns[0])]) ?? null;

/** The exchange that the first row of a table says, plain, `.gz` or `.zst`; null where it says none. */
export const exchangeInColumn = (file: string): string | null => {
  const lines = linesOf(file);
  const found = tableFormOf(lines);
  if (!found.ok || found.form.columns.exchange < 0) return null;
  const { cells, columns, skip } = found.form;
  return exchangeOfCell(cellsOf(lines[skip] ?? '', cells)?.[columns.exchange] ?? '');
};

const linesOf = (file: string): readonly string[] =>
  startOf(file)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, 50);

const startOf = (path: string): string => {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(enough);
      const start = bytes.subarray(0, readSync(file, bytes, 0, enough, 0));
      return unpackedStart(start).toString();
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
};

/** A packed file is cut off where its beginning ends. */
const unpackedStart = (start: Buffer): Buffer => {
  const magic = start.readUInt32BE(0);
  const most = { maxOutputLength: 1 << 24 };
  if (magic >>> 16 === 0x1f8b) return gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH, ...most });
  return magic === 0x28b52ffd ? zstdDecompressSync(start, { finishFlush: constants.ZSTD_e_flush, ...most }) : start;
};
