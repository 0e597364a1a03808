import { crc32, gzipSync, zstdCompressSync } from 'node:zlib';

export type Random = () => number;
/** What one row of a drawn file says. `market`: null where it does not say. `at`: null where it cannot be read. */
export type DrawnRow = {
  readonly market: string | null;
  readonly at: number | null;
  /** Null: no book from then on. */
  readonly sides: readonly [bid: number, bidSize: number, ask: number, askSize: number] | null;
};
export type Told = readonly [at: number, market: string, ...sides: (number | null)[]];

export const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

/** The plain reader: what a file says of its books, by its rows in order of time. */
export const plainly = (rows: readonly DrawnRow[]): readonly Told[] => {
  const placed: { readonly at: number; readonly market: string | null; readonly sides: DrawnRow['sides'] }[] = [];
  let last: number | null = null;
  for (const { market, at, sides } of rows) {
    last = at ?? last;
    if (last !== null) placed.push({ at: last, market, sides: at === null || market === null ? null : sides });
  }
  placed.sort((one, other) => one.at - other.at);
  const live = new Set<string>();
  const told: Told[] = [];
  for (const { at, market, sides } of placed) {
    if (market !== null && sides !== null) {
      live.add(market);
      told.push([at, market, ...sides]);
      continue;
    }
    for (const one of market === null ? [...live].sort() : [market]) if (live.delete(one)) told.push([at, one, null]);
  }
  return inAnyOrder(told);
};

/** What a reader told, in the same form: a book that is void already is not void again. */
export const normal = (
  rows: readonly { timeMs: number; symbol: string; bid: number; bidSize: number; ask: number; askSize: number }[],
): readonly Told[] => {
  const live = new Set<string>();
  const told: Told[] = [];
  for (const { timeMs, symbol, bid, bidSize, ask, askSize } of rows) {
    if (!Number.isNaN(bid)) {
      live.add(symbol);
      told.push([timeMs, symbol, bid, bidSize, ask, askSize]);
    } else if (live.delete(symbol)) told.push([timeMs, symbol, null]);
  }
  return inAnyOrder(told);
};

/** Books that end at one moment do so in any order. */
const inAnyOrder = (rows: readonly Told[]): readonly Told[] => {
  const told = [...rows];
  for (let at = 1; at < told.length; at++)
    for (let to = at; to > 0 && isLater(told[to - 1] as Told, told[to] as Told); to--)
      [told[to - 1], told[to]] = [told[to] as Told, told[to - 1] as Told];
  return told;
};
const isLater = (one: Told, other: Told): boolean =>
  one[2] === null && other[2] === null && one[0] === other[0] && one[1] > other[1];

const badSides: readonly ((random: Random) => readonly string[])[] = [
  () => ['', '', '', ''],
  () => ['', '', '6', '1'],
  () => ['5', '1', '', ''],
  () => ['0', '0', '6', '1'],
  () => ['5', '0', '6', '1'],
  () => ['-5', '1', '6', '1'],
  () => ['NaN', '1', '6', '1'],
  () => ['nan', 'nan', 'nan', 'nan'],
  () => ['6', '1', '6', '1'],
  () => ['7', '1', '6', '1'],
  () => ['5', '1', 'Infinity', '1'],
  () => ['null', '', '6', '1'],
  () => ['5', '1', '0x10', '1'],
];
const badTimes = [
  '',
  'soon',
  '1.7e12',
  '17',
  '99999999999999',
  '2023-02-29T00:00:00Z',
  '4102444800000',
  '1262303999999',
  '-1700000000000',
];

/** Moments as files write them, to the millisecond and finer. */
const timeForms: readonly ((at: number, random: Random) => string)[] = [
  (at) => String(at),
  (at, random) => `${at}${String(Math.floor(random() * 1_000)).padStart(3, '0')}`,
  (at, random) => `${at}${String(Math.floor(random() * 1e6)).padStart(6, '0')}`,
  (at, random) =>
    `${Math.floor(at / 1_000)}.${String(at % 1_000).padStart(3, '0')}${pick(random, ['', '9', '999999'])}`,
  (at) => new Date(at).toISOString(),
  (at) => new Date(at + 5.5 * 3_600_000).toISOString().replace('T', ' ').replace('Z', '+05:30'),
  (at) => `${at}.0`,
];

export type Cells = Readonly<Record<'time' | 'market' | 'bid' | 'bidSize' | 'ask' | 'askSize', string>>;
export type Drawn = { readonly rows: readonly DrawnRow[]; readonly cells: readonly Cells[] };

const start = Date.UTC(2023, 10, 14);
const digits = (value: number): string => (value < 1e-6 ? value.toFixed(12) : String(value));

/** Draws rows of these markets: quotes, books that end, rows that cannot be read, out of order and twice. `names`: as the file writes them. */
export const drawRows = (random: Random, markets: readonly string[], names: ReadonlyMap<string, string>): Drawn => {
  const forms = random() < 0.3 ? timeForms : [pick(random, timeForms)];
  const isOrdered = random() < 0.5;
  const rows: DrawnRow[] = [];
  const cells: Cells[] = [];
  let at = start + Math.floor(random() * 86_400_000);
  const count = 1 + Math.floor(random() * 40);
  for (let row = 0; row < count; row++) {
    at += Math.floor(random() * 2_000) - (isOrdered ? 0 : 500);
    const market = pick(random, markets);
    const kind = random();
    const price = Number((10 ** (8 * random() - 4)).toPrecision(7));
    const sides = [
      price,
      Number((random() * 100 + 0.001).toFixed(5)),
      Number((price * 1.001).toPrecision(8)),
      3,
    ] as const;
    const [bid = '', bidSize = '', ask = '', askSize = ''] =
      kind < 0.7 ? sides.map(digits) : kind < 0.9 ? pick(random, badSides)(random) : ['5', '1', '6', '1'];
    const isTimed = kind < 0.95;
    const isNamed = kind < 0.9 || kind >= 0.95 || names.size === 0;
    const time = isTimed ? pick(random, forms)(at, random) : pick(random, badTimes);
    rows.push({
      market: isNamed ? market : null,
      at: isTimed ? at : null,
      sides: kind < 0.7 ? sides : kind < 0.9 || !isNamed || !isTimed ? null : [5, 1, 6, 1],
    });
    cells.push({ time, market: isNamed ? (names.get(market) ?? market) : '', bid, bidSize, ask, askSize });
    if (random() > 0.1) continue;
    rows.push(rows.at(-1) as DrawnRow);
    cells.push(cells.at(-1) as Cells);
  }
  return { rows, cells };
};

/** Writes a table as programs do: with a BOM, quoted cells, semicolons and decimal commas, Windows’ ends of lines. */
export const tableText = (random: Random, header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const separator = pick(random, [',', ',', ',', '\t', ';']);
  const hasComma = separator === ';' && random() < 0.7;
  const isQuoted = random() < 0.3;
  const cell = (text: string): string => {
    const written = hasComma && /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text;
    return isQuoted || written.includes(separator) ? `"${written}"` : written;
  };
  const end = random() < 0.3 ? '\r\n' : '\n';
  const lines = [header, ...rows].map((cells) => cells.map(cell).join(separator));
  return `${random() < 0.3 ? '\ufeff' : ''}${lines.join(end)}${random() < 0.8 ? end : ''}`;
};

/** An archive of these files, not compressed or with sizes that lie: `unpacked` is what it says of each. */
export const zipOf = (
  files: readonly { readonly name: string; readonly bytes: Buffer; readonly unpacked?: number }[],
): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, unpacked = bytes.length } of files) {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt32LE(unpacked, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    if (unpacked !== bytes.length) entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(bytes), 16);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt32LE(unpacked, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(head, Buffer.from(name), bytes);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + bytes.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
};

/** Zstandard in one frame or two, as programs do that add to a file. */
const framed = (random: Random, bytes: Buffer): Buffer => {
  const at = random() < 0.5 ? bytes.length : Math.floor(random() * bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at)].map((part) => zstdCompressSync(part)));
};

/** The bytes of a file, as it is, or packed: with what its name ends then. */
export const packed = (
  random: Random,
  name: string,
  text: string,
): { readonly ending: string; readonly bytes: Buffer } => {
  const bytes = Buffer.from(text);
  const how = random();
  if (how < 0.6) return { ending: '', bytes };
  if (how < 0.75) return { ending: '.gz', bytes: gzipSync(bytes) };
  if (how < 0.9) return { ending: '.zst', bytes: framed(random, bytes) };
  return { ending: '.zip', bytes: zipOf([{ name, bytes }]) };
};
