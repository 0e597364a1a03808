import { arrow, createQuoteColumns, levelsKey, versionKey } from './quote-columns.ts';
import { type createFile, openStreamFile, type StreamFile } from './stream-file.ts';

/** A file of quotes that is being written: an Arrow IPC stream, of which a cut loses its last batch alone. */
export type QuoteFile = Pick<StreamFile, 'flush' | 'pending' | 'close'> & {
  add(market: number, timeMs: number, bid: number, bidSize: number, ask: number, askSize: number): void;
  /** Rows and bytes that are in the file, and the times of the first and last row that was added; null without one. */
  written(): WrittenFile;
};

export type WrittenFile = {
  readonly rows: number;
  readonly bytes: number;
  readonly from: number | null;
  readonly to: number | null;
};

export type QuoteFileOptions = {
  readonly path: string;
  readonly exchange: string;
  readonly symbols: readonly string[];
  /** Its rows are changes of levels. */
  readonly isLevels?: boolean;
  readonly create?: typeof createFile;
  /** Called once, when the disk takes no more: what was written before is whole. */
  onFault(error: unknown): void;
};

/** @throws where the file cannot be made. */
export const openQuoteFile = async (options: QuoteFileOptions): Promise<QuoteFile> => {
  const { exchange, symbols } = options;
  const columns = createQuoteColumns(await arrow(), exchange, symbols, options.isLevels ? levelsKey : versionKey);
  const file = await openStreamFile({ ...options, columns });
  let from: number | null = null;
  let to: number | null = null;
  return {
    add: (market, timeMs, bid, bidSize, ask, askSize) => {
      if (columns.isFull()) void file.flush();
      from ??= timeMs;
      to = timeMs;
      columns.add(market, timeMs, bid, bidSize, ask, askSize);
    },
    flush: file.flush,
    pending: file.pending,
    written: () => ({ ...file.written(), from, to }),
    close: file.close,
  };
};
