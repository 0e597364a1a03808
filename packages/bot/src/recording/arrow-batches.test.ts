import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { openQuoteFile } from './quote-file.ts';
import { readQuotes } from './read-quotes.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-arrow-batches-'));
afterAll(() => rmSync(folder, { recursive: true }));

const symbols = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const batchRows = 4_096;
const start = Date.UTC(2026, 0, 31);
/** Every 997th says that a book is void. */
const rowOf = (row: number) => {
  const [timeMs, bid] = [start + 3 * row, row % 997 === 0 ? Number.NaN : 1 + row / 1_000];
  return { timeMs, session: 0, symbol: symbols[row % 3], bid, bidSize: bid + 1, ask: bid + 2, askSize: bid + 3 };
};

const write = async (path: string, rows: number): Promise<void> => {
  const file = await openQuoteFile({ path, exchange: 'kucoin', symbols, onFault: expect.unreachable });
  for (let row = 0; row < rows; row++) {
    const { timeMs, bid, bidSize, ask, askSize } = rowOf(row);
    file.add(row % 3, timeMs, bid, bidSize, ask, askSize);
    if (row % batchRows === batchRows - 1) await file.flush();
  }
  await file.close();
};

const read = async (path: string) => {
  const [quotes, faults]: [unknown[], string[]] = [[], []];
  for await (const some of readQuotes(path, ({ message }) => faults.push(message))) quotes.push(...some);
  return { quotes, faults };
};

test('a file of several pieces is read as it was written', async () => {
  const path = join(folder, 'whole.arrows');
  await write(path, 70_000);
  expect(readFileSync(path).length).toBeGreaterThan(2 * 2 ** 20);
  const { quotes, faults } = await read(path);
  expect(faults).toEqual([]);
  expect(quotes).toEqual(Array.from({ length: 70_000 }, (_, row) => rowOf(row)));
});

test('wherever a file is cut, the whole batches before are read, and the cut is told of', async () => {
  const path = join(folder, 'cut.arrows');
  await write(path, 3 * batchRows);
  const bytes = readFileSync(path);
  const part = join(folder, 'part.arrows');
  for (const left of [0, 5, 100, 700, 5_000, 200_000, 400_001, bytes.length - 30]) {
    writeFileSync(part, bytes.subarray(0, left));
    const { quotes, faults } = await read(part);
    expect(quotes.length % batchRows, `${left} bytes`).toBe(0);
    expect(quotes).toEqual(Array.from({ length: quotes.length }, (_, row) => rowOf(row)));
    // What the file says of itself is shorter.
    const isOpen = left >= 700;
    expect(faults).toEqual([
      isOpen ? `the file ends within a batch, after ${quotes.length} rows` : 'the file is no recording of quotes',
    ]);
  }
  writeFileSync(part, bytes.subarray(0, bytes.length - 8));
  expect(await read(part)).toEqual({
    quotes: Array.from({ length: 3 * batchRows }, (_, row) => rowOf(row)),
    faults: [],
  });
});

test('where what describes a batch is wrong, nothing that lies behind it is taken for its rows', async () => {
  const path = join(folder, 'right.arrows');
  await write(path, 100);
  const bytes = readFileSync(path);
  const wrong = join(folder, 'wrong.arrows');
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seededRandom(seed);
  // All that the file says of its columns first: where that is wrong the library may go round in them for minutes.
  const described = Array.from({ length: 200 }, (_, word) => 4 * word);
  const drawn = Array.from({ length: 60 }, () => 4 * Math.floor((random.uniform() * bytes.length) / 4));
  for (const at of [...described, ...drawn]) {
    const changed = Buffer.from(bytes);
    // Far beyond the batch, and not so far that a message of that length is waited for.
    changed.writeInt32LE(changed.readInt32LE(at) ^ 0x4010, at);
    writeFileSync(wrong, changed);
    const { quotes, faults } = await read(wrong);
    const told = `seed ${seed}, byte ${at}: ${quotes.length} rows, ${faults.length} faults`;
    expect(quotes.length <= 100 && (quotes.length > 0 || faults.length > 0), told).toBe(true);
  }
});
