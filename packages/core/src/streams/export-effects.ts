import type { Rows } from './lanes.ts';
import { call, outcome } from './perform.ts';

const types = { csv: 'text/csv', parquet: 'application/vnd.apache.parquet' } as const;
/** Bytes that are held before they are handed to a Blob, which a browser keeps outside of the page's memory. */
const atOnce = 4 * 1024 * 1024;

/** Takes a file part by part. */
const createParts = () => {
  let whole = new Blob([]);
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const flush = (): void => {
    whole = new Blob([whole, ...waiting]);
    [waiting, bytes] = [[], 0];
  };
  return {
    take: (part: Uint8Array): void => {
      waiting.push(part as Uint8Array<ArrayBuffer>);
      bytes += part.length;
      if (bytes >= atOnce) flush();
    },
    whole: (): Blob => {
      flush();
      return whole;
    },
  };
};

/** Exports of whole tables: a file is handed over once all of it has come. */
export const exportEffects = {
  SaveExport: {
    lane: ({ file }) => `export ${file}`,
    began: ({ file }) => ({ type: 'ExportBegan', file }),
    perform: ({ table, query, file }, { api, save }) => {
      const parts = createParts();
      return outcome(
        call((signal) => api.stream('export.table', { path: { table }, query }, parts.take, { signal })),
        () => {
          save(file, parts.whole(), types[query.format]);
          return { type: 'ExportSaved', file };
        },
        (problem) => ({ type: 'ExportFailed', file, problem }),
      );
    },
  },
} as const satisfies Rows;
