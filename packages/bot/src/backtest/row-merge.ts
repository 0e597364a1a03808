import type { QuoteBatch } from '../recording/quote-batch.ts';
import { readColumns } from '../recording/read-quotes.ts';
import type { RecordedSource } from './job.ts';

/** The rows of several exchanges as one stream in order of time; rows of one exchange come in the order of its files. */
export type RowMerge = {
  /** The stream of the next row; null at the end, undefined when more must be filled in first. */
  peek(): RowStream | null | undefined;
  /** Leaves the next row of the stream behind; where another is named, all before it. */
  take(stream: RowStream, next?: number): void;
  /** When the first row of the other streams comes; infinite where there is none. */
  others(stream: RowStream): number;
  fill(): Promise<void>;
  close(): Promise<void>;
};

/** The rows of one exchange, at the next one: `row` of `batch`. */
export type RowStream = {
  /** Its place among the sources. */
  readonly source: number;
  batch: QuoteBatch | null;
  /** Of the batch. */
  file: string;
  row: number;
};

type Batch = { readonly file: string; readonly batch: QuoteBatch };
type Reading = RowStream & { readonly batches: AsyncGenerator<Batch, void>; ended: boolean };

/** Rows before `from` are passed over. */
export const createRowMerge = (sources: readonly RecordedSource[], from: number): RowMerge => {
  const streams = sources.map(
    ({ files }, source): Reading => ({
      ...{ source, batch: null, file: '', row: 0 },
      ...{ batches: readAll(files), ended: false },
    }),
  );
  let isShort = true;

  const skipEarly = (stream: Reading): void => {
    const { batch } = stream;
    while (batch !== null && stream.row < batch.rows && (batch.timeMs[stream.row] as number) < from) stream.row++;
    if (batch !== null && stream.row >= batch.rows) stream.batch = null;
    if (stream.batch === null && !stream.ended) isShort = true;
  };

  return {
    peek: () => {
      if (isShort) return undefined;
      let earliest: Reading | null = null;
      let at = Number.POSITIVE_INFINITY;
      for (const stream of streams) {
        if (stream.batch === null) continue;
        const timeMs = stream.batch.timeMs[stream.row] as number;
        if (timeMs >= at) continue;
        earliest = stream;
        at = timeMs;
      }
      return earliest;
    },
    take: (one, next = one.row + 1) => {
      const stream = streams[one.source] as Reading;
      stream.row = next;
      skipEarly(stream);
    },
    others: (one) => {
      let earliest = Number.POSITIVE_INFINITY;
      for (const { source, batch, row } of streams)
        if (source !== one.source && batch !== null) earliest = Math.min(earliest, batch.timeMs[row] as number);
      return earliest;
    },
    fill: async () => {
      isShort = false;
      for (const stream of streams) {
        while (stream.batch === null && !stream.ended) {
          const { value, done } = await stream.batches.next();
          stream.batch = value?.batch ?? null;
          stream.file = value?.file ?? '';
          stream.row = 0;
          stream.ended = done === true;
          skipEarly(stream);
        }
      }
      isShort = false;
    },
    close: async () => {
      for (const { batches } of streams) await batches.return();
    },
  };
};

async function* readAll(files: readonly string[]): AsyncGenerator<Batch, void> {
  for (const file of files) for await (const batch of readColumns(file, () => {})) yield { file, batch };
}
