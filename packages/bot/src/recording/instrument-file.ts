import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readInstrumentList } from '../market/instrument-list.ts';
import type { Instrument } from '../model/instrument.ts';
import { readManifest } from './recording-folder.ts';

/** The longest list of an exchange has 20 MB. */
const mostBytes = 1 << 28;

/** The text of a file, `.gz` or plain; null when it cannot be read. */
export const readText = async (file: string): Promise<string | null> => {
  try {
    if ((await stat(file)).size > mostBytes) return null;
    const bytes = await readFile(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes).toString();
  } catch {
    return null;
  }
};

/** The list of an exchange's markets that lies beside a recording, or why what lies there is none. */
export type InstrumentFile =
  | { readonly ok: true; readonly file: string; readonly instruments: readonly Instrument[] }
  | { readonly ok: false; readonly file: string; readonly message: string };

/**
 * Reads the exchange's list of markets beside a recording, as its API gives it: `kraken-instruments.json` or `.json.gz` for a recording
 * of kraken; the folder of a recorder has it in its manifest. Null when there is none. Markets without a fee of their own have that of the exchange's entry tier.
 */
export const instrumentsBeside = async (recording: string, exchange: string): Promise<InstrumentFile | null> => {
  const recorded = readManifest(recording);
  if (recorded.ok) return { ok: true, file: recording, instruments: recorded.manifest.instruments.map(traded) };
  const names = [`${exchange}-instruments.json`, `${exchange}-instruments.json.gz`];
  const file = names.map((name) => join(dirname(recording), name)).find(existsSync);
  if (file === undefined) return null;
  const text = await readText(file);
  if (text === null) return { ok: false, file, message: 'it cannot be read' };
  const list = readInstrumentList(text, null);
  if (!list.ok) return { ok: false, file, message: `it is ${list.message}` };
  const instruments = list.instruments.filter((instrument) => instrument.exchange === exchange);
  return instruments.length > 0
    ? { ok: true, file, instruments }
    : { ok: false, file, message: `it has no market of ${exchange}` };
};

/** Why nothing was begun there while it was recorded says nothing of what would have paid. */
const traded = ({ scanOnly: _, ...instrument }: Instrument): Instrument => instrument;
