import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BatchRows, copyRow, createBatchRows, type QuoteBatch } from '../quote-batch.ts';
import type { RejectedRow } from '../recorded-row.ts';
import { createNamedRows } from './named-rows.ts';
import { type Part, partsOf } from './parts.ts';
import { readPart } from './read-part.ts';
import { everyMarket, type RawName } from './row-writer.ts';
import { createSortedRuns, type SortedRuns } from './sorted-runs.ts';
import { type Choices, noChoices, type Understanding, understand } from './understanding.ts';

type Reject = (row: RejectedRow) => void;

/** What a file has, from its first row to its last: what must be known before a row of it can be told. */
type Looked = {
  readonly parts: readonly {
    readonly part: Part;
    readonly names: readonly RawName[];
    readonly exchangeBy: 'column' | 'content';
  }[];
  readonly isInOrder: boolean;
  readonly isBars: boolean;
};

/**
 * Streams the quotes of a file (CSV or Parquet, the capture of a socket; plain, `.gz` or `.zip`) in columns, in order of time within each session; rows that are not
 * are sorted. What cannot be used is given to `onReject`, and ends the trust in the book that it is of. Never throws: a file that cannot be read is rejected too.
 */
export async function* readTable(
  file: string,
  onReject: Reject,
  choices: Choices = noChoices(file),
): AsyncGenerator<QuoteBatch, void> {
  const looked = await look(file);
  const understood = await understoodOf(looked, choices);
  const refusal = refusalOf(looked, understood);
  if (refusal !== null) return onReject({ file, line: 0, field: 'file', message: refusal });
  for (const { what, message } of understood.missing)
    if (what === 'symbol') onReject({ file, line: 0, field: what, message });
  const { bad } = await partsOf(file);
  for (const one of bad) onReject({ file, line: 0, field: 'row', message: one.message });
  const reject: Reject = (row) => onReject({ ...row, file: looked.parts.length > 1 ? `${file}:${row.file}` : file });
  const [first] = looked.parts;
  if (first === undefined) return;
  if (looked.parts.length > 1 || !looked.isInOrder) return yield* sorted(looked, understood, reject);
  const rows = createNamedRows(understood.files);
  const reader = readPart(first.part, { onReject: reject });
  for await (const batch of reader.batches()) yield rows.of(batch, reader.names);
}

/** The markets that a file names, in the order of their first appearance: those of its good rows, and maybe of others. */
export const marketsIn = async (file: string, choices: Choices = noChoices(file)): Promise<readonly string[]> => {
  const looked = await look(file);
  const understood = await understoodOf(looked, choices);
  return refusalOf(looked, understood) === null ? createNamedRows(understood.files).symbols : [];
};

const understoodOf = ({ parts }: Looked, choices: Choices): Promise<Understanding> =>
  understand(
    parts.map(({ part, names, exchangeBy }) => ({ file: part.name, names, exchangeBy })),
    choices,
    false,
  );

const refusalOf = ({ isBars }: Looked, { exchanges }: Understanding): string | null => {
  if (isBars) return 'it has bars and no quotes: triquad data import --spread makes a recording of them, which says so';
  return exchanges.length > 1
    ? `it has prices of ${exchanges.map(({ exchange }) => exchange || 'an exchange that it does not name').join(' and ')}: triquad data import makes a recording of each`
    : null;
};

/** What was found, by the file as it was then. */
const known = new Map<string, { readonly stamp: string; readonly looked: Promise<Looked> }>();
const mostKnown = 64;

const look = async (file: string): Promise<Looked> => {
  const found = await stat(file).catch(() => null);
  const stamp = `${found?.mtimeMs} ${found?.size}`;
  const before = known.get(file);
  if (before?.stamp === stamp) return before.looked;
  const looked = lookThrough(file);
  known.delete(file);
  known.set(file, { stamp, looked });
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return looked;
};

const lookThrough = async (file: string): Promise<Looked> => {
  const { parts } = await partsOf(file);
  const looked: Looked['parts'][number][] = [];
  let [isInOrder, isBars] = [true, false];
  for (const part of parts) {
    const reader = readPart(part, { onReject: () => {} });
    for await (const _ of reader.batches());
    isInOrder &&= reader.stats.isInOrder;
    isBars ||= reader.isBars();
    looked.push({ part, names: reader.names, exchangeBy: reader.exchangeBy() });
  }
  return { parts: looked, isInOrder, isBars };
};

async function* sorted(
  { parts }: Looked,
  { files }: Understanding,
  onReject: Reject,
): AsyncGenerator<QuoteBatch, void> {
  const folder = await mkdtemp(join(tmpdir(), 'triquad-sort-'));
  const runs = createSortedRuns(folder);
  try {
    const rows = createNamedRows(files);
    const marketsOf: (readonly number[])[] = [];
    for (const [file, { part }] of parts.entries()) {
      const reader = readPart(part, { onReject });
      let places: readonly number[] = [];
      for await (const batch of reader.batches()) {
        if (places.length < reader.names.length) places = rows.placesOf(reader.names);
        addRaw(batch, places, file, runs);
        await runs.settle();
      }
      marketsOf.push([...new Set(places.filter((place) => place >= 0))]);
    }
    const isLive = new Uint8Array(rows.symbols.length);
    for await (const batch of runs.read()) yield expanded(batch, rows.symbols, marketsOf, isLive);
  } finally {
    await runs.discard();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rows with the places of their markets; one of every market of a file has −1 less the place of the file. */
const addRaw = (batch: BatchRows, places: readonly number[], file: number, runs: SortedRuns): void => {
  const { timeMs, session, bid, bidSize, ask, askSize } = batch;
  for (let row = 0; row < batch.rows; row++) {
    const name = batch.market[row] as number;
    const market = name === everyMarket ? -1 - file : places[name];
    if (market === undefined || (name !== everyMarket && market < 0)) continue;
    const [at, own] = [timeMs[row] as number, session[row] as number];
    runs.add(market, at, own, bid[row] as number, bidSize[row] as number, ask[row] as number, askSize[row] as number);
  }
};

/** The same, where a row of every market of a file is one of each that has a price then. */
const expanded = (
  batch: BatchRows,
  symbols: readonly string[],
  marketsOf: readonly (readonly number[])[],
  isLive: Uint8Array,
): QuoteBatch => {
  const more = batch.market
    .subarray(0, batch.rows)
    .reduce((sum, place) => sum + (place < 0 ? (marketsOf[-1 - place]?.length ?? 0) : 0), 0);
  const into = createBatchRows(batch.rows + more);
  into.symbols = symbols;
  const put = (row: number, market: number): void => {
    copyRow(batch, row, into, into.rows);
    into.market[into.rows++] = market;
  };
  for (let row = 0; row < batch.rows; row++) {
    const market = batch.market[row] as number;
    if (market >= 0) {
      put(row, market);
      isLive[market] = Number.isNaN(batch.bid[row]) ? 0 : 1;
      continue;
    }
    for (const one of marketsOf[-1 - market] ?? []) {
      if (isLive[one] === 1) put(row, one);
      isLive[one] = 0;
    }
  }
  return into;
};
