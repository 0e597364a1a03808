import type { RecordedQuote } from '../recording/kucoin-rows.ts';
import { readQuotes } from '../recording/read-quotes.ts';
import type { RecordedSource } from './job.ts';

/** The quotes of several exchanges as one stream in order of time; rows of one exchange come in the order of its files. */
export type QuoteMerge = {
  /** The next quote; null at the end, undefined when more must be filled in first. */
  peek(): Quoted | null | undefined;
  /** Leaves the next quote behind. */
  take(): void;
  fill(): Promise<void>;
  close(): Promise<void>;
};
export type Quoted = { readonly exchange: string; readonly file: string; readonly quote: RecordedQuote };

type Batch = { readonly file: string; readonly quotes: readonly RecordedQuote[] };
type Stream = {
  readonly exchange: string;
  readonly batches: AsyncGenerator<Batch, void>;
  batch: readonly RecordedQuote[];
  /** Of the batch. */
  file: string;
  place: number;
  ended: boolean;
};

const none = { batch: [], file: '', place: 0, ended: false };

/** Quotes before `from` are passed over. */
export const createQuoteMerge = (sources: readonly RecordedSource[], from: number): QuoteMerge => {
  const streams = sources.map(({ exchange, files }): Stream => ({ exchange, batches: readAll(files, from), ...none }));
  const isEmpty = ({ place, batch, ended }: Stream): boolean => place >= batch.length && !ended;

  const first = (): Stream | null => {
    let earliest: Stream | null = null;
    let at = Number.POSITIVE_INFINITY;
    for (const stream of streams) {
      const quote = stream.batch[stream.place];
      if (quote === undefined || quote.timeMs >= at) continue;
      earliest = stream;
      at = quote.timeMs;
    }
    return earliest;
  };

  let picked: Stream | null = null;

  return {
    peek: () => {
      if (streams.some(isEmpty)) return undefined;
      picked = first();
      const quote = picked?.batch[picked.place];
      return picked && quote ? { exchange: picked.exchange, file: picked.file, quote } : null;
    },
    take: () => {
      if (picked) picked.place++;
      picked = null;
    },
    fill: async () => {
      for (const stream of streams) {
        while (isEmpty(stream)) {
          const { value, done } = await stream.batches.next();
          stream.batch = value?.quotes ?? [];
          stream.file = value?.file ?? '';
          stream.place = 0;
          stream.ended = done === true;
        }
      }
    },
    close: async () => {
      for (const { batches } of streams) await batches.return();
    },
  };
};

async function* readAll(files: readonly string[], from: number): AsyncGenerator<Batch, void> {
  for (const file of files) {
    for await (const quotes of readQuotes(file, () => {}))
      yield { file, quotes: quotes.filter(({ timeMs }) => timeMs >= from) };
  }
}
