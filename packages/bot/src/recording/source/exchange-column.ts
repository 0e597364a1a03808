import { closeSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync } from 'node:zlib';
import { exchangeOfCell } from './exchange-names.ts';
import { cellsOf, tableFormOf } from './table-form.ts';

const enough = 1 << 16;

/** The exchange that the first row of a table says, `.gz` or plain; null where it says none. */
export const exchangeInColumn = (file: string): string | null => {
  const lines = startOf(file)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, 50);
  const found = tableFormOf(lines);
  if (!found.ok || found.form.columns.exchange < 0) return null;
  const { cells, columns, skip } = found.form;
  return exchangeOfCell(cellsOf(lines[skip] ?? '', cells)?.[columns.exchange] ?? '');
};

const startOf = (path: string): string => {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(enough);
      const start = bytes.subarray(0, readSync(file, bytes, 0, enough, 0));
      // It is cut off.
      const isPacked = start[0] === 0x1f && start[1] === 0x8b;
      return (
        isPacked ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 24 }) : start
      ).toString();
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
};
