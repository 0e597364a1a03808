import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BatchRows, QuoteBatch } from '../quote-batch.ts';
import type { RejectedRow } from '../recorded-row.ts';
import { createNamedRows } from './named-rows.ts';
import { type Part, partsOf } from './parts.ts';
import { readPart } from './read-part.ts';
import type { RawName } from './row-writer.ts';
import { createSortedRuns } from './sorted-runs.ts';
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
    for (const { part } of parts) {
      const rows = createNamedRows(files);
      const reader = readPart(part, { onReject });
      for await (const batch of reader.batches()) {
        const { rows: count, market, timeMs, session, bid, bidSize, ask, askSize } = rows.of(batch, reader.names);
        for (let row = 0; row < count; row++) {
          const [at, own] = [timeMs[row] as number, session[row] as number];
          runs.add(
            market[row] as number,
            at,
            own,
            bid[row] as number,
            bidSize[row] as number,
            ask[row] as number,
            askSize[row] as number,
          );
        }
        await runs.settle();
      }
    }
    const { symbols } = createNamedRows(files);
    for await (const batch of runs.read()) yield Object.assign(batch satisfies BatchRows, { symbols });
  } finally {
    await runs.discard();
    await rm(folder, { recursive: true, force: true });
  }
}
