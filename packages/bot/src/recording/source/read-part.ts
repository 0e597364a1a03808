import type { ImportForm, PriceKind } from '@triquad/core/contract';
import type { BatchRows } from '../quote-batch.ts';
import type { RejectedRow } from '../recorded-row.ts';
import { captureFormOf, createCaptureRows } from './capture-rows.ts';
import { kindInCells, kindInLines } from './exchange-column.ts';
import { marketOfFile } from './exchange-names.ts';
import { openParquet } from './parquet-rows.ts';
import type { Part } from './parts.ts';
import { createRowWriter, type LineRows, type RawName, type RowStats } from './row-writer.ts';
import { type TableForm, tableFormOf } from './table-form.ts';
import { createTableRows } from './table-rows.ts';

/** What is read of a file as it goes on: its rows are given in the order of the file, with names as it has them. */
export type PartReader = {
  readonly names: readonly RawName[];
  readonly stats: RowStats;
  /** Known once the first batch was given. */
  form(): ImportForm;
  isBars(): boolean;
  /** Kind of prices that its first row says, as exports of ours do; null where it says none. */
  kind(): PriceKind | null;
  /** Where the exchange of a name is from. */
  exchangeBy(): 'column' | 'content';
  /** Each batch is valid until the next one is asked for. Never rejects but for the signal. */
  batches(): AsyncGenerator<BatchRows, void>;
};

export type ReadOptions = {
  readonly onReject: (row: RejectedRow) => void;
  readonly onRead?: (bytes: number) => void;
  readonly signal?: AbortSignal | undefined;
};

const [newLine, quote] = [10, 34];
const longestLine = 1 << 16;
const firstLines = 60;

export const readPart = (part: Part, { onReject, onRead = () => {}, signal }: ReadOptions): PartReader => {
  const into = createRowWriter(part.name, onReject);
  const found: { form: ImportForm; isBars: boolean; kind: PriceKind | null } = {
    ...{ form: 'unknown', isBars: false, kind: null },
  };
  const breakOff = (line: number, error: unknown): void => {
    signal?.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    const what = line > 0 ? 'the file breaks off' : 'the file cannot be read';
    into.unreadable(null, null, null, { line: line > 0 ? line + 1 : 0, field: 'row', message: `${what}: ${message}` });
  };
  /** Null where neither a column nor the name of the file says of which market the rows are. */
  const rowsOf = (form: TableForm): LineRows | null => {
    const { name, kind, columns } = form;
    found.form = name;
    found.isBars = kind === 'bars';
    if (columns.symbol >= 0) return createTableRows(form, part.name, null, into);
    const market = marketOfFile(part.name);
    if (market !== null) return createTableRows(form, part.name, market, into);
    into.note('file', 'neither a column nor its name says of which market it is');
    return null;
  };
  const give = function* (): Generator<BatchRows, void> {
    if (into.rows().rows > 0) yield into.rows();
    into.clear();
  };

  const ofParquet = async function* (): AsyncGenerator<BatchRows, void> {
    let row = 0;
    try {
      const table = await openParquet(part.path);
      try {
        const form = tableFormOf([table.names.map((name) => `"${name}"`).join(',')]);
        const cells = (await table.first()).map(([cell]) => cell);
        found.kind = kindInCells(table.names, cells);
        if (!form.ok) return onReject({ file: part.name, line: 0, field: form.field, message: form.message });
        const rows = rowsOf(form.form);
        if (rows === null) return;
        for await (const _ of table.read(rows, into, signal, onRead)) {
          row += into.rows().rows;
          yield* give();
        }
        rows.end?.();
        yield* give();
      } finally {
        await table.close();
      }
    } catch (error) {
      breakOff(row, error);
      yield* give();
    }
  };

  const ofText = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<BatchRows, void> {
    const lines = createLines((first) => {
      const capture = captureFormOf(first);
      if (capture !== null) {
        found.form = capture;
        return captureLines(createCaptureRows(into));
      }
      found.kind = kindInLines(first);
      const form = tableFormOf(first);
      if (form.ok) {
        const rows = rowsOf(form.form);
        return rows && { rows, skip: form.form.skip, hasQuotedCells: true };
      }
      onReject({ file: part.name, line: form.field === 'file' ? 0 : 1, field: form.field, message: form.message });
      return null;
    });
    try {
      for await (const chunk of bytes) {
        signal?.throwIfAborted();
        into.reserve(Math.ceil((chunk.length + longestLine) / 8));
        if (!lines.take(chunk)) return;
        yield* give();
      }
      lines.end();
    } catch (error) {
      breakOff(lines.count(), error);
    }
    yield* give();
  };

  return {
    names: into.names,
    stats: into.stats,
    form: () => found.form,
    isBars: () => found.isBars,
    kind: () => found.kind,
    exchangeBy: () => (found.form.endsWith('_capture') ? 'content' : 'column'),
    batches: () => (part.name.toLowerCase().endsWith('.parquet') ? ofParquet() : ofText(part.read(onRead))),
  };
};

const captureLines = (read: (text: string, line: number) => void) => ({
  rows: {
    line: (part: Buffer, start: number, end: number, line: number) => read(part.toString('utf8', start, end), line),
    cells: () => {},
  },
  skip: 0,
  hasQuotedCells: false,
});

type Begun = { readonly rows: LineRows; readonly skip: number; readonly hasQuotedCells: boolean } | null;

/** Whether a line goes on in the next one: a quoted cell has no end in it. */
const isQuoteOpen = (part: Buffer, start: number, end: number): boolean => {
  let isOpen = false;
  for (let at = start; at < end; at++) if (part[at] === quote) isOpen = !isOpen;
  return isOpen;
};

/** Cuts bytes at the ends of lines, where no quoted cell is open. `begin`: by the first lines. */
const createLines = (begin: (lines: readonly string[]) => Begun) => {
  let rest = Buffer.alloc(0);
  let begun: Begun | undefined;
  let line = 0;
  const isStarted = (part: Buffer): boolean => {
    if (begun === undefined)
      begun = begin(
        part
          .toString('utf8')
          .replace(/^\ufeff/, '')
          .split(/\r?\n/, firstLines),
      );
    return begun !== null;
  };
  const lineOf = (part: Buffer, start: number, end: number): void => {
    line++;
    if (begun && line > begun.skip) begun.rows.line(part, start, end, line);
  };
  const cut = (part: Buffer, isLast: boolean): void => {
    let start = 0;
    let quoted = begun?.hasQuotedCells ? part.indexOf(quote) : -1;
    for (let end = part.indexOf(newLine); end >= 0; end = part.indexOf(newLine, end + 1)) {
      if (quoted >= 0 && quoted < start) quoted = part.indexOf(quote, start);
      const isOpen = quoted >= 0 && quoted < end && isQuoteOpen(part, quoted, end);
      if (isOpen && end - start < longestLine) continue;
      lineOf(part, start, end);
      start = end + 1;
    }
    if (isLast && start < part.length) lineOf(part, start, part.length);
    rest = isLast ? Buffer.alloc(0) : Buffer.from(part.subarray(start));
    if (rest.length > longestLine) throw new Error(`a line is longer than ${longestLine} bytes`);
  };
  return {
    count: () => line,
    /** False where the file is of no known form. */
    take: (chunk: Buffer): boolean => {
      const part = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!part.includes(newLine) && part.length < longestLine) {
        rest = Buffer.from(part);
        return true;
      }
      if (!isStarted(part)) return false;
      cut(part, false);
      return true;
    },
    end: (): void => {
      if (isStarted(rest)) cut(rest, true);
      begun?.rows.end?.();
    },
  };
};
