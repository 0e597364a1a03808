import { basename } from 'node:path';
import type { ImportPreviewRecord } from '@triquad/core/contract';
import { entryFees } from '../market/fees.ts';
import { isoTime } from '../model/moment.ts';
import { type Asked, choicesOf, joinedOf, missingOf } from './import.ts';
import type { RejectedRow } from './recorded-row.ts';
import type { TimeUnit } from './source/moment-cell.ts';
import { type Part, partsOf } from './source/parts.ts';
import { type PartReader, readPart } from './source/read-part.ts';
import type { Missing, UnderstoodExchange, UnderstoodName } from './source/understanding.ts';
import { understand } from './source/understanding.ts';

type FileRecord = ImportPreviewRecord['files'][number];
type Reason = FileRecord['reasons'][number];
type Looked = {
  readonly part: Part;
  readonly reader: PartReader;
  readonly reasons: readonly Reason[];
  readonly isWhole: boolean;
};

const mostReasons = 5;

export type PreviewOptions = Asked & {
  /** So many bytes of each file are read at most, as they lie on the disk. */
  readonly mostBytes?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Says what is understood of files before anything is made of them. @throws Error with a line where there is nothing to read. */
export const previewFiles = async (asked: PreviewOptions): Promise<ImportPreviewRecord> => {
  const joined = asked.join == null ? null : joinedOf(asked.join);
  const found = await Promise.all(asked.paths.map(partsOf));
  const bad = found.flatMap((one) => one.bad);
  const looked: Looked[] = [];
  for (const part of found.flatMap(({ parts }) => parts)) looked.push(await look(part, asked));
  if (looked.length + bad.length === 0) throw new Error(`${asked.paths.join(', ')} has no file to import`);
  const named = looked.map(({ part, reader }) => ({
    file: part.name,
    names: reader.names,
    exchangeBy: reader.exchangeBy(),
  }));
  const understood = await understand(named, choicesOf(asked), true);
  const kinds = new Set(looked.filter(({ reader }) => reader.names.length > 0).map(({ reader }) => reader.isBars()));
  const missing: Missing[] = [...missingOf(asked, { named, isBars: kinds.has(true) }, joined, understood)];
  const about = { what: 'file' as const, text: null, readings: [] };
  if (kinds.size > 1)
    missing.push({ ...about, file: '', message: 'some of the files are bars and some are quotes: import them apart' });
  return {
    files: [
      ...looked.map((one, place) => fileOf(one, understood.files[place] ?? [])),
      ...bad.map(({ name, message }) => unreadable(name, message)),
    ],
    recordings: understood.exchanges
      .filter(({ exchange }) => exchange !== '')
      .map((one) => recordingOf(one, looked, understood.files)),
    missing: missing.map((one) => ({ ...one, readings: [...one.readings] })),
  };
};

const look = async (part: Part, { mostBytes = Number.POSITIVE_INFINITY, signal }: PreviewOptions): Promise<Looked> => {
  const reasons: Reason[] = [];
  const onReject = ({ file, line, field, message }: RejectedRow): void => {
    if (reasons.length < mostReasons) reasons.push({ file, line, field, message });
  };
  let bytes = 0;
  const onRead = (read: number): void => {
    bytes += read;
  };
  const reader = readPart(part, { onReject, signal, onRead });
  let isWhole = true;
  for await (const _ of reader.batches()) {
    if (bytes <= mostBytes || bytes >= part.bytes) continue;
    isWhole = false;
    break;
  }
  return { part, reader, reasons, isWhole };
};

const fileOf = ({ part, reader, reasons, isWhole }: Looked, names: readonly UnderstoodName[]): FileRecord => {
  const { from, to, quotes, voids, unreadable: bad, units, isInOrder } = reader.stats;
  const exchanges = new Map(
    names.flatMap(({ exchange, exchangeBy }) => (exchangeBy === null ? [] : [[exchange, exchangeBy] as const])),
  );
  return {
    name: part.name,
    form: reader.form(),
    bars: reader.isBars(),
    exchanges: [...exchanges].map(([exchange, by]) => ({ exchange, by })),
    markets: names.map(({ text, read }) =>
      read.symbol === null
        ? { text, symbol: null, by: null, readings: [...read.readings] }
        : { text, symbol: read.symbol, by: read.by, readings: [] },
    ),
    time_unit: unitOf(units),
    ...momentsOf(from, to),
    quotes,
    voids,
    unreadable: bad,
    in_order: isInOrder,
    whole: isWhole,
    reasons: [...reasons],
  };
};

const unreadable = (name: string, message: string): FileRecord => ({
  ...{ name, form: 'unknown', bars: false, exchanges: [], markets: [], time_unit: null, from: null, to: null },
  ...{ quotes: 0, voids: 0, unreadable: 0, in_order: true, whole: true },
  reasons: [{ file: name, line: 0, field: 'file', message }],
});

const unitOf = (units: ReadonlySet<TimeUnit>): FileRecord['time_unit'] => {
  const [first = null, ...others] = units;
  return others.length > 0 ? 'mixed' : first;
};

const momentsOf = (from: number, to: number) =>
  from <= to ? { from: isoTime(from), to: isoTime(to) } : { from: null, to: null };

const recordingOf = (
  { exchange, list, instruments }: UnderstoodExchange,
  looked: readonly Looked[],
  files: readonly (readonly UnderstoodName[])[],
): ImportPreviewRecord['recordings'][number] => {
  const isOf = (place: number): boolean => files[place]?.some((name) => name.exchange === exchange) === true;
  const own = looked.filter((_, place) => isOf(place)).map(({ reader }) => reader.stats);
  const symbols = new Set(files.flat().flatMap((name) => (name.exchange === exchange ? (name.read.symbol ?? []) : [])));
  const listed = instruments.filter(({ symbol }) => symbols.has(symbol));
  const dearest = listed.reduce((most, one) => (one.takerFee > most.takerFee ? one : most), {
    ...entryFees(exchange),
    takerFee: 0,
  });
  const { takerFee, feeSource = 'assumed' } = listed.length > 0 ? dearest : entryFees(exchange);
  return {
    exchange,
    markets: symbols.size,
    ...momentsOf(Math.min(...own.map(({ from }) => from)), Math.max(...own.map(({ to }) => to))),
    taker_fee_pct: Number((100 * takerFee).toPrecision(12)),
    fee_source: feeSource,
    list: list === null ? null : basename(list),
  };
};
