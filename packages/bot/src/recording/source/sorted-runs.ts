import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BatchRows, createBatchRows } from '../quote-batch.ts';

/** Rows in order of session and time, those of one moment as they came, in bounded memory: what does not fit is sorted in pieces, on the disk. */
export type SortedRuns = {
  add(
    market: number,
    timeMs: number,
    session: number,
    bid: number,
    bidSize: number,
    ask: number,
    askSize: number,
  ): void;
  /** To be awaited after each some thousand rows, so that no more than that are held. */
  settle(): Promise<void>;
  rows(): number;
  /** All rows; valid until the next batch. No row is added after. */
  read(): AsyncGenerator<BatchRows, void>;
  discard(): Promise<void>;
};

const rowBytes = 48;
const usualRoom = 1 << 18;
const mostRuns = 128;
const rowsAtOnce = 1 << 11;

type Run = { readonly path: string; rows: number; lastTime: number; lastSession: number };

export const createSortedRuns = (folder: string, room = usualRoom): SortedRuns => {
  let rows = createBatchRows(Math.min(room, rowsAtOnce));
  let total = 0;
  let number = 0;
  let runs: Run[] = [];
  let out: FileHandle | null = null;

  const order = (): Uint32Array | null => {
    const { timeMs, session } = rows;
    let isSorted = true;
    for (let row = 1; row < rows.rows && isSorted; row++) isSorted = !isBefore(rows, row, rows, row - 1);
    if (isSorted) return null;
    const places = Uint32Array.from({ length: rows.rows }, (_, row) => row);
    return places.sort(
      (a, b) =>
        (session[a] as number) - (session[b] as number) || (timeMs[a] as number) - (timeMs[b] as number) || a - b,
    );
  };
  const nextRun = async (): Promise<Run> => {
    await out?.close();
    await mkdir(folder, { recursive: true });
    const path = join(folder, `run-${number++}`);
    out = await open(path, 'w');
    const run = { path, rows: 0, lastTime: Number.NEGATIVE_INFINITY, lastSession: Number.NEGATIVE_INFINITY };
    runs.push(run);
    return run;
  };
  const append = async (run: Run, from: BatchRows, places: Uint32Array | null): Promise<void> => {
    const bytes = encode(from, places);
    await (out as FileHandle).appendFile(bytes);
    run.rows += from.rows;
    const last = places === null ? from.rows - 1 : (places[from.rows - 1] as number);
    run.lastTime = from.timeMs[last] as number;
    run.lastSession = from.session[last] as number;
  };
  const spill = async (): Promise<void> => {
    if (rows.rows === 0) return;
    const places = order();
    const first = places?.[0] ?? 0;
    const current = runs.at(-1);
    const isLater =
      current !== undefined &&
      out !== null &&
      (current.lastSession < (rows.session[first] as number) ||
        (current.lastSession === rows.session[first] && current.lastTime <= (rows.timeMs[first] as number)));
    const run = isLater ? current : await nextRun();
    await append(run, rows, places);
    rows.rows = 0;
  };
  /** Fewer files, where there are too many to be open at once. */
  const join128 = async (): Promise<void> => {
    while (runs.length > mostRuns) {
      const old = runs;
      runs = [];
      for (let at = 0; at < old.length; at += mostRuns) {
        const some = old.slice(at, at + mostRuns);
        const run = await nextRun();
        for await (const batch of merged(some.map(readRun))) await append(run, batch, null);
        for (const { path } of some) await rm(path, { force: true });
      }
    }
  };
  const close = async (): Promise<void> => {
    await out?.close();
    out = null;
  };
  return {
    add: (market, timeMs, session, bid, bidSize, ask, askSize) => {
      const row = rows.rows++;
      total++;
      rows.timeMs[row] = timeMs;
      rows.session[row] = session;
      rows.market[row] = market;
      rows.bid[row] = bid;
      rows.bidSize[row] = bidSize;
      rows.ask[row] = ask;
      rows.askSize[row] = askSize;
      if (rows.rows === rows.timeMs.length) rows = grown(rows);
    },
    settle: async () => {
      if (rows.rows >= room) await spill();
    },
    rows: () => total,
    read: async function* () {
      if (runs.length === 0) {
        yield* inMemory(rows, order());
        return;
      }
      await spill();
      await close();
      await join128();
      await close();
      yield* merged(runs.map(readRun));
    },
    discard: async () => {
      await close();
      for (const { path } of runs) await rm(path, { force: true });
    },
  };
};

const columns = ['timeMs', 'session', 'market', 'bid', 'bidSize', 'ask', 'askSize'] as const;

const grown = (rows: BatchRows): BatchRows => {
  const larger = createBatchRows(2 * rows.rows);
  for (const column of columns) larger[column].set(rows[column].subarray(0, rows.rows));
  larger.rows = rows.rows;
  return larger;
};

const isBefore = (one: BatchRows, row: number, other: BatchRows, otherRow: number): boolean => {
  const [session, otherSession] = [one.session[row] as number, other.session[otherRow] as number];
  return (
    session < otherSession ||
    (session === otherSession && (one.timeMs[row] as number) < (other.timeMs[otherRow] as number))
  );
};

const copyInto = (into: BatchRows, from: BatchRows, row: number): void => {
  const place = into.rows++;
  for (const column of columns) into[column][place] = from[column][row] as number;
};

function* inMemory(rows: BatchRows, places: Uint32Array | null): Generator<BatchRows, void> {
  const into = createBatchRows(rowsAtOnce);
  for (let at = 0; at < rows.rows; at += rowsAtOnce) {
    into.rows = 0;
    for (let row = at; row < Math.min(rows.rows, at + rowsAtOnce); row++) copyInto(into, rows, places?.[row] ?? row);
    yield into;
  }
}

const encode = (from: BatchRows, places: Uint32Array | null): Uint8Array => {
  const decimals = new Float64Array(from.rows * 6);
  const words = new Int32Array(decimals.buffer);
  for (let at = 0; at < from.rows; at++) {
    const row = places === null ? at : (places[at] as number);
    decimals[6 * at] = from.timeMs[row] as number;
    words[12 * at + 2] = from.session[row] as number;
    words[12 * at + 3] = from.market[row] as number;
    decimals[6 * at + 2] = from.bid[row] as number;
    decimals[6 * at + 3] = from.bidSize[row] as number;
    decimals[6 * at + 4] = from.ask[row] as number;
    decimals[6 * at + 5] = from.askSize[row] as number;
  }
  return new Uint8Array(decimals.buffer);
};

async function* readRun({ path }: Run): AsyncGenerator<BatchRows, void> {
  const file = await open(path, 'r');
  const decimals = new Float64Array(rowsAtOnce * 6);
  const words = new Int32Array(decimals.buffer);
  const into = createBatchRows(rowsAtOnce);
  try {
    for (;;) {
      const { bytesRead } = await file.read(new Uint8Array(decimals.buffer), 0, decimals.byteLength, null);
      if (bytesRead === 0) return;
      into.rows = bytesRead / rowBytes;
      for (let row = 0; row < into.rows; row++) {
        into.timeMs[row] = decimals[6 * row] as number;
        into.session[row] = words[12 * row + 2] as number;
        into.market[row] = words[12 * row + 3] as number;
        into.bid[row] = decimals[6 * row + 2] as number;
        into.bidSize[row] = decimals[6 * row + 3] as number;
        into.ask[row] = decimals[6 * row + 4] as number;
        into.askSize[row] = decimals[6 * row + 5] as number;
      }
      yield into;
    }
  } finally {
    await file.close();
  }
}

type Head = { readonly source: AsyncGenerator<BatchRows, void>; batch: BatchRows; row: number; readonly place: number };

/** Rows of several sources, each in order; of one moment those of the earlier source first. */
async function* merged(sources: readonly AsyncGenerator<BatchRows, void>[]): AsyncGenerator<BatchRows, void> {
  const heap: Head[] = [];
  const isFirst = (one: Head, other: Head): boolean =>
    isBefore(one.batch, one.row, other.batch, other.row) ||
    (!isBefore(other.batch, other.row, one.batch, one.row) && one.place < other.place);
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = at;
      if (left < heap.length && isFirst(heap[left] as Head, heap[first] as Head)) first = left;
      if (right < heap.length && isFirst(heap[right] as Head, heap[first] as Head)) first = right;
      if (first === at) return;
      [heap[at], heap[first]] = [heap[first] as Head, heap[at] as Head];
      at = first;
    }
  };
  const into = createBatchRows(rowsAtOnce);
  try {
    for (const [place, source] of sources.entries()) {
      const next = await source.next();
      if (!next.done) heap.push({ source, batch: next.value, row: 0, place });
    }
    for (let at = heap.length >> 1; at >= 0; at--) sink(at);
    while (heap.length > 0) {
      const head = heap[0] as Head;
      copyInto(into, head.batch, head.row++);
      if (head.row === head.batch.rows) {
        const next = await head.source.next();
        if (next.done) heap[0] = heap.at(-1) as Head;
        else [head.batch, head.row] = [next.value, 0];
        if (next.done) heap.pop();
      }
      sink(0);
      if (into.rows < rowsAtOnce) continue;
      yield into;
      into.rows = 0;
    }
    if (into.rows > 0) yield into;
  } finally {
    for (const source of sources) await source.return();
  }
}
