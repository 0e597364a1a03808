import { open } from 'node:fs/promises';
import type { RecordBatch, TypeMap } from 'apache-arrow';
import { arrow } from './quote-columns.ts';

/** Where bytes are appended: a file, as far as writing one needs it. */
export type Appendable = {
  append(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  /** Cuts it to so many bytes. */
  cut(length: number): Promise<void>;
  close(): Promise<void>;
};

/** Makes a new file. @throws where it cannot be made or is there already. */
export const createFile = async (path: string): Promise<Appendable> => {
  const file = await open(path, 'ax', 0o600);
  return {
    append: (bytes) => file.appendFile(bytes),
    sync: () => file.datasync(),
    cut: (length) => file.truncate(length),
    close: () => file.close(),
  };
};

/** Rows in columns, of which a batch is written at a time. */
export type BatchColumns<T extends TypeMap> = {
  count(): number;
  /** The rows as an Arrow batch, which is valid until the next row; then there are none. */
  take(): RecordBatch<T>;
};

/** An Arrow IPC stream that is being written, of which a cut loses its last batch alone. */
export type StreamFile = {
  /** Sends the rows that are there on their way to the disk; resolves when they are there. Never rejects. */
  flush(): Promise<void>;
  /** Bytes on their way to the disk. */
  pending(): number;
  /** Rows and bytes that are in the file. */
  written(): { readonly rows: number; readonly bytes: number };
  /** Writes what is there, ends the file and syncs it. Never rejects: `onFault` was called where something is missing. */
  close(): Promise<void>;
};

type StreamFileOptions<T extends TypeMap> = {
  readonly path: string;
  readonly columns: BatchColumns<T>;
  readonly create?: typeof createFile;
  /** Called once, when the disk takes no more: what was written before is whole. */
  onFault(error: unknown): void;
};

/** So much goes to the disk before it is synced, in bytes, so that a power cut loses little. */
const syncEvery = 1 << 20;

/** @throws where the file cannot be made. */
export const openStreamFile = async <T extends TypeMap>(options: StreamFileOptions<T>): Promise<StreamFile> => {
  const { columns } = options;
  const lib = await arrow();
  const file = await (options.create ?? createFile)(options.path);
  let [rows, bytes, pending, unsynced] = [0, 0, 0, 0];
  let isFaulty = false;

  /** What the library writes, piece by piece. */
  class Encoder extends lib.RecordBatchStreamWriter {
    #parts: Uint8Array[] = [];

    protected override _write(part: Uint8Array): this {
      // A batch is a view of columns that are filled again.
      this.#parts.push(new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice());
      this._position += part.byteLength;
      return this;
    }

    /** The bytes of a batch; before the first one, those of the schema and the names of the markets. */
    encode(batch: RecordBatch<T>): Uint8Array {
      this.write(batch);
      return this.#taken();
    }

    /** What ends the stream. */
    end(): Uint8Array {
      this.finish();
      return this.#taken();
    }

    #taken(): Uint8Array {
      const taken = Buffer.concat(this.#parts);
      this.#parts = [];
      return taken;
    }
  }
  const encoder = new Encoder();

  const put = async (part: Uint8Array, count: number): Promise<void> => {
    if (isFaulty) return;
    try {
      await file.append(part);
      bytes += part.length;
      rows += count;
      unsynced += part.length;
      if (unsynced >= syncEvery) await file.sync();
      if (unsynced >= syncEvery) unsynced = 0;
    } catch (error) {
      isFaulty = true;
      // Half a batch at the end says no more than none.
      await file.cut(bytes).catch(() => {});
      options.onFault(error);
    }
  };
  let last = Promise.resolve();
  const append = (part: Uint8Array, count: number): void => {
    pending += part.length;
    last = last
      .then(() => put(part, count))
      .finally(() => {
        pending -= part.length;
      });
  };
  const flush = (): Promise<void> => {
    const count = columns.count();
    if (count > 0) append(encoder.encode(columns.take()), count);
    return last;
  };
  return {
    flush,
    pending: () => pending,
    written: () => ({ rows, bytes }),
    close: async () => {
      void flush();
      append(encoder.end(), 0);
      await last;
      await file.sync().catch(() => {});
      await file.close().catch(() => {});
    },
  };
};
