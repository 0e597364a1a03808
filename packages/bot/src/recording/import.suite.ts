import { importFiles } from './import.ts';
import type { RejectedRow } from './recorded-row.ts';

/** Imports one file for a test: where the recording is, its rows, and how many rows of the file could not be used. */
export const importOne = async (
  file: string,
  exchange: string,
  folder: string,
  onReject: (row: RejectedRow) => void = () => {},
  spreadPct: number | null = null,
): Promise<{ readonly path: string; readonly rows: number; readonly bad: number }> => {
  const { recordings, voids, unreadable } = await importFiles({ paths: [file], exchange, folder, onReject, spreadPct });
  const [{ path, rows } = { path: '', rows: 0 }] = recordings;
  return { path, rows, bad: voids + unreadable };
};
