import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { RecordBatch, RecordBatchStreamReader, TypeMap } from 'apache-arrow';
import { arrow } from './quote-columns.ts';

const readFrom = promisify(read);

/** The batches of an Arrow stream. */
export type ArrowBatches<T extends TypeMap> = {
  /** What the stream says of itself. */
  readonly metadata: ReadonlyMap<string, string> | undefined;
  /** Its values lie in memory that the next one fills again; null after the last. @throws where a message is not whole. */
  next(): Promise<RecordBatch<T> | null>;
};

/** So much is read at a time, in bytes; what is longer than the other is no message. */
const chunkBytes = 1 << 20;
const longestMessage = 1 << 28;
/** Before each message: a mark, and the length of what describes it. After the last message there is a head with a length of 0, or none. */
const headBytes = 8;
const mark = -1;
const lastHead = new Uint8Array(Int32Array.of(mark, 0).buffer);

/**
 * Reads an open file that is an Arrow IPC stream. It is read in large pieces, and the library is given each message whole: to wait for the bytes of
 * each part of a message takes several times as long, and copies them. @throws where the file cannot be read, or is no such stream.
 */
export const openArrowBatches = async <T extends TypeMap>(file: number): Promise<ArrowBatches<T>> => {
  const { Message, MessageHeader, RecordBatchReader: Reader } = await arrow();
  let bytes = new Uint8Array(chunkBytes);
  let [start, end] = [0, 0];
  /** Of what describes the next message; 0 after the last. */
  let length = 0;
  const given: Uint8Array[] = [];

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

  const readHead = async (): Promise<void> => {
    const head = (await fill(headBytes)) ? bytes.slice(start, start + headBytes) : lastHead;
    start = Math.min(end, start + headBytes);
    given.push(head);
    const [first, second] = new Int32Array(head.buffer);
    if (first !== mark) throw new Error('it is no Arrow stream');
    length = second ?? 0;
  };

  /** Reads a message and the head after it, without which the library does not give it out; whether it is a batch. */
  const readMessage = async (): Promise<boolean> => {
    if (!(await fill(length))) throw new Error('a message is cut');
    const { bodyLength, headerType } = Message.decode(bytes.subarray(start, start + length));
    const whole = length + bodyLength;
    const isWhole = (await fill(whole + headBytes)) || end - start >= whole;
    if (!isWhole) throw new Error('a message is cut');
    const message = bytes.subarray(start, start + whole);
    const isBatch = headerType === MessageHeader.RecordBatch;
    // What the library keeps of the others must not be filled again.
    given.push(isBatch ? message : message.slice());
    start += whole;
    await readHead();
    return isBatch;
  };

  const source: IterableIterator<Uint8Array> = {
    [Symbol.iterator]: () => source,
    next: () => {
      const value = given.shift();
      return value === undefined ? { done: true, value } : { done: false, value };
    },
  };

  await readHead();
  if (length > 0) await readMessage();
  const reader = Reader.from<T>(source) as RecordBatchStreamReader<T>;
  reader.open();
  return {
    metadata: reader.schema?.metadata,
    next: async () => {
      let isBatch = false;
      while (!isBatch && length > 0) isBatch = await readMessage();
      if (!isBatch) return null;
      return reader.next().value as RecordBatch<T>;
    },
  };
};
