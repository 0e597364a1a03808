import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Binary, Float64, Int32, Uint8 } from 'apache-arrow';
import type { BookUpdated } from '../model/feed-event.ts';
import { elapsedOf } from '../model/moment.ts';
import { arrow } from './quote-columns.ts';
import type { BatchColumns } from './stream-file.ts';

/** What a file of inputs is: readers refuse another version. */
export const inputsVersion = 1;
export const inputsKey = 'triquad.inputs';

/** The columns of a file. `at` in ms since 1970, `elapsed` in ms of the monotonic clock, `data` as its `kind` says. */
export type InputTypes = { kind: Uint8; at: Float64; elapsed: Float64; book: Int32; data: Binary };

/** The first row of each batch: a checksum of the rest, and how many rows of the session are before it. */
const ofCheck = 0;
/** Names the next book: exchange, symbol, grid, depth. */
const ofBook = 1;
/** A message about the book with that number. */
const ofMessage = 2;
/** Anything else, as V8 serialises it: it loses neither NaN nor what is undefined, and a Node reads what an older one has written. */
const ofOther = 3;

/** Of a message: whether it is a delta and whether it has a checksum, its three numbers, and how many levels each side has. */
const headOf = 6;
const checkBytes = 16;
const rowsOfBatch = 4_096;
/** A batch is written early where it has so many bytes. */
const bytesOfBatch = 1 << 20;

/** Rows of a session in columns. */
export type InputColumns = BatchColumns<InputTypes> & {
  /** Whether the batch is to be written before the next row. */
  isFull(): boolean;
  message(event: BookUpdated): void;
  other(value: unknown): void;
};

type Book = { readonly number: number; readonly grid: BookUpdated['grid']; readonly depth: number };
type Named = Pick<BookUpdated, 'exchange' | 'symbol' | 'grid' | 'depth'>;

export const createInputColumns = async (): Promise<InputColumns> => {
  const lib = await arrow();
  const types = {
    kind: new lib.Uint8(),
    at: new lib.Float64(),
    elapsed: new lib.Float64(),
    book: new lib.Int32(),
    data: new lib.Binary(),
  };
  const fields = Object.entries(types).map(([name, type]) => new lib.Field(name, type, false));
  const schema = new lib.Schema<InputTypes>(fields, new Map([[inputsKey, `${inputsVersion}`]]));
  const room = rowsOfBatch + 2;
  const [kinds, ats, elapseds, books] = [
    new Uint8Array(room),
    new Float64Array(room),
    new Float64Array(room),
    new Int32Array(room),
  ];
  const ends = new Int32Array(room + 1);
  let numbers = new Float64Array(bytesOfBatch / 8);
  let bytes = Buffer.from(numbers.buffer);
  // The first row is the checksum of the batch.
  let [rows, used, before] = [1, checkBytes, 0];
  let named = 0;
  const known = new Map<string, Map<string, Book>>();

  const reserve = (length: number): void => {
    if (used + length <= bytes.length) return;
    const larger = new Float64Array(Math.ceil(Math.max(used + length, 2 * bytes.length) / 8));
    larger.set(numbers);
    numbers = larger;
    bytes = Buffer.from(numbers.buffer);
  };
  const end = (kind: number, at: number, elapsed: number, book: number, length: number): void => {
    kinds[rows] = kind;
    ats[rows] = at;
    elapseds[rows] = elapsed;
    books[rows] = book;
    // Every row begins where a number may lie.
    const to = used + Math.ceil(length / 8) * 8;
    for (let place = used + length; place < to; place++) bytes[place] = 0;
    used = to;
    ends[++rows] = used;
  };
  const add = (kind: number, value: unknown): void => {
    const data = serialize(value);
    reserve(data.length + 8);
    data.copy(bytes, used);
    end(kind, 0, 0, 0, data.length);
  };

  const bookOf = ({ exchange, symbol, grid, depth }: Named): Book => {
    const own = known.get(exchange) ?? new Map<string, Book>();
    known.set(exchange, own);
    const last = own.get(symbol);
    if (last !== undefined && last.depth === depth && isSame(last.grid, grid)) return last;
    const book = { number: named++, grid: { ...grid }, depth };
    own.set(symbol, book);
    add(ofBook, { exchange, symbol, grid, depth });
    return book;
  };

  return {
    isFull: () => rows >= rowsOfBatch || used >= bytesOfBatch,
    count: () => rows - 1,
    message: (event) => {
      const { number } = bookOf(event);
      const { bids, asks, checked, at, received } = event;
      const length = 8 * (headOf + 2 * bids.count + 2 * asks.count);
      const proof = checked === null ? null : JSON.stringify(checked);
      reserve(length + (proof === null ? 0 : 4 * proof.length) + 8);
      let place = used / 8;
      numbers[place++] = (event.kind === 'delta' ? 1 : 0) + (proof === null ? 0 : 2);
      numbers[place++] = event.sequence ?? Number.NaN;
      numbers[place++] = event.first_sequence ?? Number.NaN;
      numbers[place++] = event.exchange_time ?? Number.NaN;
      numbers[place++] = bids.count;
      numbers[place++] = asks.count;
      for (let level = 0; level < bids.count; level++) {
        numbers[place++] = bids.units[level] as number;
        numbers[place++] = bids.lots[level] as number;
      }
      for (let level = 0; level < asks.count; level++) {
        numbers[place++] = asks.units[level] as number;
        numbers[place++] = asks.lots[level] as number;
      }
      end(
        ofMessage,
        at,
        Number(received),
        number,
        proof === null ? length : length + bytes.write(proof, used + length),
      );
    },
    other: (value) => add(ofOther, value),
    take: () => {
      kinds[0] = ofCheck;
      ends[1] = checkBytes;
      numbers[1] = before;
      const [length, nullCount] = [rows, 0];
      const filled = {
        kind: kinds.subarray(0, length),
        at: ats.subarray(0, length),
        elapsed: elapseds.subarray(0, length),
        book: books.subarray(0, length),
        ends: ends.subarray(0, length + 1),
        data: bytes.subarray(0, used),
      };
      numbers[0] = checksumOf(filled);
      before += rows - 1;
      [rows, used] = [1, checkBytes];
      const { kind, at, elapsed, book } = types;
      const children = [
        lib.makeData({ type: kind, length, nullCount, data: filled.kind }),
        lib.makeData({ type: at, length, nullCount, data: filled.at }),
        lib.makeData({ type: elapsed, length, nullCount, data: filled.elapsed }),
        lib.makeData({ type: book, length, nullCount, data: filled.book }),
        lib.makeData({ type: types.data, length, nullCount, valueOffsets: filled.ends, data: filled.data }),
      ];
      const type = new lib.Struct<InputTypes>(schema.fields);
      return new lib.RecordBatch(schema, lib.makeData({ type, length, nullCount, children }));
    },
  };
};

const isSame = (one: BookUpdated['grid'], other: BookUpdated['grid']): boolean =>
  one === other || (one.pricePer === other.pricePer && one.lotCount === other.lotCount && one.lotPer === other.lotPer);

/** The columns of a batch as they lie in memory. */
export type InputBatch = {
  readonly kind: Uint8Array;
  readonly at: Float64Array;
  readonly elapsed: Float64Array;
  readonly book: Int32Array;
  readonly ends: Int32Array;
  /** Its first number is the checksum of all that follows. */
  readonly data: Uint8Array;
};

const checksumOf = ({ kind, at, elapsed, book, ends, data }: InputBatch): number =>
  [kind, at, elapsed, book, ends].reduce((sum, column) => crc32(column as Uint8Array, sum), crc32(data.subarray(8)));

/** What a row says: a message about a book, or what else was recorded. */
export type InputRow = { readonly message: BookUpdated } | { readonly other: unknown };

/** Reads batches in the order in which they were written. */
export type InputReader = {
  /** Why the batch cannot be read; null where it can. */
  faultOf(batch: InputBatch): string | null;
  rows(batch: InputBatch): Generator<InputRow, void>;
  /** Rows so far. */
  read(): number;
};

export const createInputReader = (): InputReader => {
  const books: Named[] = [];
  let read = 0;
  return {
    read: () => read,
    faultOf: ({ data, ...columns }) => {
      if (data.length < checkBytes || columns.kind[0] !== ofCheck) return 'it does not begin with its checksum';
      const [checksum, before] = new Float64Array(data.slice(0, checkBytes).buffer);
      if (checksum !== checksumOf({ ...columns, data })) return 'its bytes are not those that were written';
      return before === read ? null : `it begins after ${before} rows of the session, and ${read} are there`;
    },
    rows: function* ({ kind, at, elapsed, book, ends, data }) {
      const bytes = Buffer.from(data.slice().buffer);
      const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
      for (let row = 1; row < kind.length; row++) {
        read++;
        const [from, to] = [ends[row] as number, ends[row + 1] as number];
        if (kind[row] === ofMessage) {
          const named = books[book[row] as number] as Named;
          yield { message: messageFrom(named, numbers, from, bytes.subarray(from, to), at[row], elapsed[row]) };
          continue;
        }
        const value: unknown = deserialize(bytes.subarray(from, to));
        if (kind[row] === ofBook) books.push(value as Named);
        else yield { other: value };
      }
    },
  };
};

const messageFrom = (
  named: Named,
  numbers: Float64Array,
  from: number,
  bytes: Buffer,
  at = 0,
  elapsed = 0,
): BookUpdated => {
  const [flags = 0, sequence = 0, first = 0, exchangeTime = 0, bids = 0, asks = 0] = numbers.subarray(
    from / 8,
    from / 8 + headOf,
  );
  const levels = from / 8 + headOf;
  return {
    type: 'BookUpdated',
    ...named,
    kind: flags % 2 === 1 ? 'delta' : 'snapshot',
    bids: sideFrom(numbers, levels, bids),
    asks: sideFrom(numbers, levels + 2 * bids, asks),
    sequence: numberOf(sequence),
    first_sequence: numberOf(first),
    exchange_time: numberOf(exchangeTime),
    checked: flags < 2 ? null : JSON.parse(textOf(bytes.subarray(8 * (headOf + 2 * bids + 2 * asks)))),
    at,
    received: elapsedOf(elapsed),
  };
};

const sideFrom = (numbers: Float64Array, from: number, count: number): BookUpdated['bids'] => {
  const [units, lots] = [new Float64Array(count), new Float64Array(count)];
  for (let level = 0; level < count; level++) {
    units[level] = numbers[from + 2 * level] as number;
    lots[level] = numbers[from + 2 * level + 1] as number;
  }
  return { units, lots, count };
};

const numberOf = (value: number): number | null => (Number.isNaN(value) ? null : value);
/** Without what fills the row. */
const textOf = (bytes: Buffer): string => bytes.toString().replace(/\0+$/, '');
