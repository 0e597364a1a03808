import { read } from 'node:fs';
import { promisify } from 'node:util';
import { checkBounds } from './arrow-bounds.ts';
import { arrow } from './quote-columns.ts';

const readFrom = promisify(read);

/** Columns of numbers lie in arrays of this class. */
type NumbersOf<A> = { new (buffer: ArrayBuffer, from: number, length: number): A; readonly BYTES_PER_ELEMENT: number };

/** Rows of an Arrow stream in columns. They lie in memory that the next batch fills again. */
export type ArrowBatch = {
  readonly rows: number;
  /** The numbers of a column, so many for a row. @throws where there is no such column, or less in it. */
  column<A>(name: string, of: NumbersOf<A>, perRow?: number): A;
  /** The names that a column of places has: the same list until the stream has others. */
  names(column: string): readonly string[];
};

/** The batches of an Arrow stream. */
export type ArrowBatches = {
  /** What the stream says of itself. */
  readonly metadata: ReadonlyMap<string, string> | undefined;
  /** Null after the last. @throws where a message is not whole, or compressed. */
  next(): Promise<ArrowBatch | null>;
};

/** So much is read at a time, in bytes; what is longer than the other is no message. */
const chunkBytes = 1 << 20;
const longestMessage = 1 << 28;
/** Before each message: a mark, and the length of what describes it. After the last message there is a head with a length of 0, or none. */
const headBytes = 8;
const mark = -1;

/**
 * Reads an open file that is an Arrow IPC stream. It is read in large pieces; the library reads what the stream says of itself and its names,
 * but not the batches, for each of which it makes hundreds of objects. @throws where the file cannot be read, or is no such stream.
 */
export const openArrowBatches = async (file: number): Promise<ArrowBatches> => {
  const { Message, RecordBatchReader: Reader } = await arrow();
  let bytes = new Uint8Array(chunkBytes);
  let [start, end] = [0, 0];
  /** All messages so far but for the batches, with their heads. */
  const before: Uint8Array[] = [];
  /** The names of the columns that have been asked for since the last of these. */
  let known = new Map<string, readonly string[]>();

  /** Reads on until so many bytes are there; whether they are. */
  const fill = async (wanted: number): Promise<boolean> => {
    if (wanted > longestMessage) throw new Error('a message is too long');
    while (end - start < wanted) {
      if (start + wanted > bytes.length) {
        const room = wanted > bytes.length ? new Uint8Array(wanted + chunkBytes) : bytes;
        room.set(bytes.subarray(start, end));
        bytes = room;
        [start, end] = [0, end - start];
      }
      const { bytesRead } = await readFrom(file, bytes, end, bytes.length - end, null);
      if (bytesRead === 0) return false;
      end += bytesRead;
    }
    return true;
  };

  /** The next message with its head, where its body begins there, and what it says of a batch; null after the last. */
  const readMessage = async () => {
    if (!(await fill(headBytes))) return null;
    const head = new DataView(bytes.buffer, start, headBytes);
    if (head.getInt32(0, true) !== mark) throw new Error('it is no Arrow stream');
    const body = headBytes + head.getInt32(4, true);
    if (body === headBytes) return null;
    if (!(await fill(body))) throw new Error('a message is cut');
    const description = bytes.subarray(start + headBytes, start + body);
    checkBounds(description);
    const message = Message.decode(description);
    // It is read from memory that is filled on below.
    const batch = message.isRecordBatch() ? message.header() : null;
    const whole = body + message.bodyLength;
    if (!(await fill(whole))) throw new Error('a message is cut');
    const all = bytes.subarray(start, start + whole);
    start += whole;
    return { batch, all, body };
  };

  const first = await readMessage();
  if (first !== null) before.push(first.all.slice());
  const { schema } = Reader.from(Buffer.concat(before)).open();
  const places = new Map(schema?.fields.map(({ name }, place) => [name, place]));

  const next = async (): Promise<ArrowBatch | null> => {
    const read = await readMessage();
    if (read === null) return null;
    const { batch, all, body } = read;
    if (batch === null) {
      // What is kept of it must not be filled again.
      before.push(all.slice());
      known = new Map();
      return next();
    }
    const { length: rows, buffers, compression } = batch;
    if (compression !== null) throw new Error('a message is compressed');
    return {
      rows,
      column: (name, of, perRow = 1) => {
        // Each column has a buffer that says which of its values there are, and that of the values.
        const { offset = 0, length = -1 } = buffers[2 * (places.get(name) ?? -1) + 1] ?? {};
        const isThere = length >= perRow * rows * of.BYTES_PER_ELEMENT && body + offset + length <= all.length;
        if (!isThere) throw new Error(`a message has no column ${name}`);
        return new of(all.buffer, all.byteOffset + body + offset, perRow * rows);
      },
      names: (column) => {
        const names =
          known.get(column) ??
          (Reader.from(Buffer.concat([...before, all]))
            .next()
            .value?.getChild(column)
            ?.data[0]?.dictionary?.toArray() as string[] | undefined) ??
          [];
        known.set(column, names);
        return names;
      },
    };
  };
  return { metadata: schema?.metadata, next };
};
