import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInvented, type PriceKind } from '@triquad/core/contract';
import { isoTime } from '../model/moment.ts';
import type { QuoteBatch } from './quote-batch.ts';
import { openQuoteFile, type QuoteFile } from './quote-file.ts';
import { readColumns } from './read-quotes.ts';
import type { RejectedRow } from './recorded-row.ts';
import { fileName, folderName, type Manifest, newManifest, readManifest, writeManifest } from './recording-folder.ts';
import { partsOf } from './source/parts.ts';
import { type PartReader, readPart } from './source/read-part.ts';
import { everyMarket } from './source/row-writer.ts';
import { createSortedRuns, type SortedRuns } from './source/sorted-runs.ts';
import {
  type Missing,
  type Named,
  type Understanding,
  type UnderstoodExchange,
  understand,
} from './source/understanding.ts';

/** What is to be imported, and what the operator says of it. */
export type Asked = {
  /** Files, folders and archives. */
  readonly paths: readonly string[];
  readonly exchange?: string | null;
  /** A list of the exchange’s markets; left out, that beside the files. */
  readonly instruments?: string | null;
  readonly symbols?: Readonly<Record<string, string>>;
  /** Markets whose names have no reading, or more than one, are left out. */
  readonly leavesUnclear?: boolean;
  /** The files are bars, whose closes become quotes so far apart. */
  readonly spreadPct?: number | null;
  /** The recording that they are added to; null for one of their own. */
  readonly join?: string | null;
};

export type ImportOptions = Asked & {
  /** Where recordings are. */
  readonly folder: string;
  /** What is made takes so many bytes at most. */
  readonly mostBytes?: number;
  readonly signal?: AbortSignal | undefined;
  onReject(row: RejectedRow): void;
  onProgress?(progress: ImportProgress): void;
};

export type RowTotals = { readonly quotes: number; readonly voids: number; readonly unreadable: number };
/** `share`: from 0 to 1, of reading and writing. */
export type ImportProgress = RowTotals & {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly share: number;
};
export type Imported = RowTotals & {
  readonly recordings: readonly { readonly path: string; readonly exchange: string; readonly rows: number }[];
};
/** The operator must say something first; nothing was made. */
export class ImportRefused extends Error {
  readonly missing: readonly Missing[];
  constructor(missing: readonly Missing[]) {
    const [first] = missing;
    const more = missing.length > 1 ? `, and ${missing.length - 1} more` : '';
    super(`${first?.file}: ${first?.message}${more}`);
    this.missing = missing;
  }
}

/** What was read of the files: rows in order of time, whose markets are places among the names of all files. */
type Taken = {
  readonly named: readonly Named[];
  readonly isBars: boolean;
  readonly kind: PriceKind;
  readonly totals: RowTotals;
};

/**
 * Makes a recording for each exchange of the files, or adds them to one. A row that cannot be used ends the trust in the book it is of. Nothing is left where it
 * fails or is cancelled. @throws ImportRefused where the operator must say something first, and Error with a line where nothing can be made.
 */
export const importFiles = async (options: ImportOptions): Promise<Imported> => {
  const { folder, signal } = options;
  await mkdir(folder, { recursive: true });
  await sweep(folder);
  const work = await mkdtemp(join(folder, `${workName}${process.pid}-`));
  const runs = createSortedRuns(work);
  try {
    const joined = options.join == null ? null : joinedOf(options.join);
    const taken = await take(options, runs, joined);
    const understood = await understand(taken.named, choicesOf(options), true);
    const missing = missingOf(options, taken, joined, understood);
    if (missing.length > 0) throw new ImportRefused(missing);
    const written = await write(work, runs, taken, understood, joined, options);
    signal?.throwIfAborted();
    const recordings = [];
    for (const { draft, exchange, rows, from } of written) {
      const path =
        joined === null
          ? await place(draft, folder, exchange, from, taken.kind)
          : await replace(draft, joined.path, work);
      recordings.push({ path, exchange, rows });
    }
    return { recordings, ...taken.totals };
  } finally {
    await runs.discard();
    await rm(work, { recursive: true, force: true });
  }
};

const workName = '.import-';

/** What an import left whose process was killed. */
const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const [, pid] = /^\.import-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
};
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

type Joined = { readonly path: string; readonly manifest: Manifest };
/** The recording that files are added to. @throws Error with a line where nothing can be added to it. */
export const joinedOf = (path: string): Joined => {
  const read = readManifest(path);
  if (!read.ok) throw new Error(read.message);
  const { kind, ended } = read.manifest;
  if (kind !== 'imported' && kind !== 'bars')
    throw new Error(
      `${path} was not imported: files are added to imports alone, so that it is known whose prices they are`,
    );
  if (ended === null) throw new Error(`${path} is being recorded, or was cut off: nothing can be added to it`);
  return { path, manifest: read.manifest };
};

export const choicesOf = ({ paths, exchange = null, instruments = null, symbols = {} }: Asked) => ({
  exchange,
  instruments,
  symbols,
  folders: [...new Set(paths.flatMap((path) => [dirname(resolve(path)), resolve(path)]))],
});

/** What the operator must say first. */
export const missingOf = (
  { spreadPct = null, leavesUnclear = false }: Asked,
  { isBars, named }: Pick<Taken, 'isBars' | 'named'>,
  joined: Joined | null,
  { exchanges, missing }: Understanding,
): readonly Missing[] => {
  const file = named[0]?.file ?? '';
  const about = { file, text: null, readings: [] };
  const others =
    joined === null ? [] : exchanges.filter(({ exchange }) => exchange !== '' && exchange !== joined.manifest.exchange);
  return [
    ...missing.filter(({ what }) => !(leavesUnclear && what === 'symbol')),
    ...(isBars && spreadPct === null
      ? [
          {
            ...about,
            what: 'spread' as const,
            message: 'these are bars and no quotes: say how far apart the quotes are that are made of their closes',
          },
        ]
      : []),
    ...others.map(({ exchange }) => ({
      ...about,
      what: 'exchange' as const,
      message: `it is of ${exchange}, and ${basename(joined?.path ?? '')} is of ${joined?.manifest.exchange}`,
    })),
  ];
};

/** Reads all files, and the recording that they are added to, into rows in order. */
const take = async (options: ImportOptions, runs: SortedRuns, joined: Joined | null): Promise<Taken> => {
  const { paths, onReject, onProgress, signal, mostBytes = Number.POSITIVE_INFINITY } = options;
  const found = await Promise.all(paths.map(partsOf));
  for (const { name, message } of found.flatMap(({ bad }) => bad))
    onReject({ file: name, line: 0, field: 'file', message });
  const parts = found.flatMap((one) => one.parts);
  const totalBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const named: (Named & { names: PartReader['names'] })[] = [];
  const totals = { quotes: 0, voids: 0, unreadable: 0 };
  const kinds = new Set<boolean>();
  let invented: PriceKind | null = null;
  let [bytes, first] = [0, 0];
  const check = (): void => {
    signal?.throwIfAborted();
    if (runs.rows() * rowBytes > mostBytes) throw new Error('the recordings would take more room than they are given');
  };
  const onRead = (read: number): void => {
    bytes += read;
  };
  if (joined !== null) {
    const names = await takeRecording(joined, runs, check);
    kinds.add(joined.manifest.kind === 'bars');
    named.push({ file: basename(joined.path), names, exchangeBy: 'column' });
    first += names.length;
  }
  for (const part of parts) {
    const reader = readPart(part, { onReject, signal, onRead });
    const before = { ...totals };
    await takePart(reader, first, named.length, runs, () => {
      const { quotes, voids, unreadable } = reader.stats;
      Object.assign(totals, {
        quotes: before.quotes + quotes,
        voids: before.voids + voids,
        unreadable: before.unreadable + unreadable,
      });
      onProgress?.({
        ...totals,
        bytes,
        totalBytes,
        share: (0.8 * Math.min(bytes, totalBytes)) / Math.max(1, totalBytes),
      });
      check();
    });
    if (reader.names.length > 0) kinds.add(reader.isBars());
    const said = reader.kind();
    if (said !== null && isInvented(said)) invented ??= said;
    named.push({ file: part.name, names: reader.names, exchangeBy: reader.exchangeBy() });
    first += reader.names.length;
  }
  if (kinds.size > 1) throw new Error('some of the files are bars and some are quotes: import them apart');
  if (totals.quotes === 0) throw new Error(`${paths.join(', ')} has no row that can be read`);
  const isBars = kinds.has(true);
  const kind = invented ?? (isBars ? 'bars' : 'imported');
  if (joined !== null && isInvented(kind))
    throw new Error(`the prices of ${paths.join(', ')} are invented (${kind}): they make a recording of their own`);
  return { named, isBars, kind, totals };
};
/** Of a row in a recording. */
const rowBytes = 44;

/** Of every market of a file: that it is not known from then on; `end`: because the file ends. */
const everyOf = (file: number, isEnd: boolean): number => -1 - 2 * file - (isEnd ? 1 : 0);
const none = Number.NaN;

const takePart = async (
  reader: PartReader,
  first: number,
  file: number,
  runs: SortedRuns,
  onBatch: () => void,
): Promise<void> => {
  let [session, last]: [number | null, number] = [null, 0];
  for await (const batch of reader.batches()) {
    const { market, timeMs, bid, bidSize, ask, askSize } = batch;
    for (let row = 0; row < batch.rows; row++) {
      const own = batch.session[row] as number;
      const at = timeMs[row] as number;
      // What was quoted in one stretch says nothing of the next one.
      if (session !== null && own !== session) runs.add(everyOf(file, false), last, 0, none, none, none, none);
      [session, last] = [own, at];
      const name = market[row] as number;
      const place = name === everyMarket ? everyOf(file, false) : first + name;
      runs.add(place, at, 0, bid[row] as number, bidSize[row] as number, ask[row] as number, askSize[row] as number);
    }
    await runs.settle();
    onBatch();
  }
  onBatch();
  const { to } = reader.stats;
  if (to > 0) runs.add(everyOf(file, true), to + 1, 0, none, none, none, none);
};

const takeRecording = async (
  { path, manifest }: Joined,
  runs: SortedRuns,
  check: () => void,
): Promise<PartReader['names']> => {
  let texts: readonly string[] = [];
  const names: { exchange: string; text: string }[] = [];
  const places = new Map<string, number>();
  let map: number[] = [];
  let [session, to] = [0, 0];
  for await (const batch of readColumns(path, failOn)) {
    if (batch.symbols !== texts) map = [];
    texts = batch.symbols;
    for (const text of texts.slice(map.length)) {
      const place = places.get(text) ?? names.push({ exchange: manifest.exchange, text }) - 1;
      places.set(text, place);
      map.push(place);
    }
    addRows(batch, map, runs, session);
    session = batch.session[batch.rows - 1] ?? session;
    to = Math.max(to, batch.timeMs[batch.rows - 1] ?? 0);
    await runs.settle();
    check();
  }
  runs.add(everyOf(0, true), to + 1, 0, none, none, none, none);
  return names;
};
const failOn = ({ file, message }: RejectedRow): never => {
  throw new Error(`${file}: ${message}: nothing is added to a recording that is not whole`);
};
const addRows = (batch: QuoteBatch, map: readonly number[], runs: SortedRuns, before: number): void => {
  let session = before;
  for (let row = 0; row < batch.rows; row++) {
    const at = batch.timeMs[row] as number;
    const own = batch.session[row] as number;
    if (own !== session) runs.add(everyOf(0, false), at, 0, none, none, none, none);
    session = own;
    const place = map[batch.market[row] as number] as number;
    runs.add(
      place,
      at,
      0,
      batch.bid[row] as number,
      batch.bidSize[row] as number,
      batch.ask[row] as number,
      batch.askSize[row] as number,
    );
  }
};

type Written = { readonly draft: string; readonly exchange: string; readonly rows: number; readonly from: number };

/** A recording that is being written. */
type Draft = {
  readonly of: UnderstoodExchange;
  readonly path: string;
  readonly symbols: readonly string[];
  /** The last row of each market, so that what is told twice is written once; NaN where its book is void. */
  readonly last: readonly Float64Array[];
  file: QuoteFile | null;
  name: string;
  /** Files that have ended: what they said is void once others go on. */
  ends: { readonly file: number; readonly at: number }[];
};

const write = async (
  work: string,
  runs: SortedRuns,
  { named, isBars, kind, totals }: Taken,
  { files, exchanges }: Understanding,
  joined: Joined | null,
  { signal, spreadPct, onProgress }: ImportOptions,
): Promise<readonly Written[]> => {
  const fault: { error: unknown } = { error: null };
  const drafts = new Map(exchanges.map((of) => [of.exchange, draftOf(of, files, work)]));
  const names = files.flat();
  const owners = names.map(({ exchange }) => drafts.get(exchange) as Draft);
  const places = names.map(({ read }, name) => (owners[name] as Draft).symbols.indexOf(read.symbol ?? ''));
  const ranges = rangesOf(named);
  const fileOf = named.flatMap(({ names: own }, file) => own.map(() => file));
  const spread = isBars ? (spreadPct ?? 0) / 200 : 0;
  const onFault = (error: unknown): void => {
    fault.error = error;
  };
  const put = (draft: Draft, place: number, at: number, values: Sides, file = none): void => {
    const last = draft.last[place] as Float64Array;
    if (draft.file === null || isTold(last, at, values, file)) return;
    last.set([at, ...values, file]);
    draft.file.add(place, at, ...values);
  };
  const lose = (file: number, at: number, only: Draft | null = null): void => {
    const [from = 0, to = 0] = ranges[file] ?? [];
    for (let name = from; name < to; name++) {
      const place = places[name] as number;
      const draft = owners[name] as Draft;
      if (place >= 0 && (only ?? draft) === draft) put(draft, place, at, voidSides);
    }
  };
  const ownersOf = ranges.map(([from, to]) => new Set(owners.slice(from, to)));
  let done = 0;
  for await (const batch of runs.read()) {
    signal?.throwIfAborted();
    for (let row = 0; row < batch.rows; row++) {
      const name = batch.market[row] as number;
      const at = batch.timeMs[row] as number;
      if (name < 0 && -name % 2 === 0) {
        const file = (-name - 2) / 2;
        for (const draft of ownersOf[file] ?? []) draft.ends.push({ file, at });
        continue;
      }
      if (name < 0) {
        lose((-name - 1) / 2, at);
        continue;
      }
      const [draft, place] = [owners[name] as Draft, places[name] as number];
      if (place < 0) continue;
      // What a file says nothing of any more is only void where others go on.
      for (const end of draft.ends) lose(end.file, end.at, draft);
      if (draft.ends.length > 0) draft.ends = [];
      // Those of the recording that is joined have it already.
      const half = joined !== null && fileOf[name] === 0 ? 0 : spread;
      const [bid, ask] = [batch.bid[row] as number, batch.ask[row] as number];
      draft.file ??= await openDraft(draft, at, onFault);
      put(
        draft,
        place,
        at,
        [bid * (1 - half), batch.bidSize[row] as number, ask * (1 + half), batch.askSize[row] as number],
        fileOf[name],
      );
    }
    done += batch.rows;
    for (const { file } of drafts.values()) await file?.flush();
    if (fault.error !== null) throw fault.error;
    onProgress?.({ ...totals, bytes: 0, totalBytes: 0, share: 0.8 + (0.2 * done) / runs.rows() });
  }
  const closed: Written[] = [];
  for (const draft of drafts.values()) closed.push(...(await close(draft, kind, joined)));
  if (fault.error !== null) throw fault.error;
  return closed;
};

type Sides = readonly [bid: number, bidSize: number, ask: number, askSize: number];
const voidSides: Sides = [none, none, none, none];

/** Whether another file told the row before: of the same moment and the same prices; or whether the book is void already. */
const isTold = (last: Float64Array, at: number, [bid, bidSize, ask, askSize]: Sides, file: number): boolean => {
  if (Number.isNaN(bid)) return Number.isNaN(last[1]);
  if (last[0] !== at || last[5] === file) return false;
  return last[1] === bid && last[2] === bidSize && last[3] === ask && last[4] === askSize;
};

const draftOf = (of: UnderstoodExchange, files: Understanding['files'], work: string): Draft => {
  const own = files.flat().filter(({ exchange }) => exchange === of.exchange);
  const symbols = [...new Set(own.flatMap(({ read }) => read.symbol ?? []))];
  const last = symbols.map(() => new Float64Array(6).fill(none));
  return {
    of,
    path: join(work, `draft-${of.exchange.replaceAll(':', '.')}`),
    symbols,
    last,
    file: null,
    name: '',
    ends: [],
  };
};

const openDraft = async (draft: Draft, at: number, onFault: (error: unknown) => void): Promise<QuoteFile> => {
  await mkdir(draft.path);
  draft.name = fileName(at);
  const { symbols, of } = draft;
  return openQuoteFile({ path: join(draft.path, draft.name), exchange: of.exchange, symbols, onFault });
};

/** Ends a recording; none where no row of its exchange could be used. */
const close = async (
  { file, of, symbols, path, name }: Draft,
  kind: PriceKind,
  joined: Joined | null,
): Promise<readonly Written[]> => {
  if (file === null) return [];
  await file.close();
  const written = file.written();
  const rules = new Map([...(joined?.manifest.instruments ?? []), ...of.instruments].map((one) => [one.symbol, one]));
  const instruments = symbols.flatMap((symbol) => rules.get(symbol) ?? []);
  const manifest = newManifest(
    of.exchange,
    kind === 'bars' ? kind : 'import',
    kind,
    isoTime(written.from ?? 0),
    instruments,
  );
  await writeManifest(path, { ...manifest, ended: isoTime(written.to ?? 0), files: [{ name, ...written }] });
  return [{ draft: path, exchange: of.exchange, rows: written.rows, from: written.from ?? 0 }];
};

/** Where the names of each file are among all. */
const rangesOf = (named: readonly Named[]): readonly (readonly [number, number])[] => {
  const ranges: (readonly [number, number])[] = [];
  for (const { names } of named) {
    const from = ranges.at(-1)?.[1] ?? 0;
    ranges.push([from, from + names.length]);
  }
  return ranges;
};

/** Gives a recording its name: that of its exchange and first moment, numbered where there is one. */
const place = async (
  draft: string,
  folder: string,
  exchange: string,
  from: number,
  kind: PriceKind,
): Promise<string> => {
  const name = join(folder, folderName(exchange, from, kind));
  for (let number = 1; ; number++) {
    const path = number === 1 ? name : `${name}-${number}`;
    if (existsSync(path)) continue;
    await rename(draft, path);
    return path;
  }
};

/** Puts a recording in the place of the one that it contains. */
const replace = async (draft: string, path: string, work: string): Promise<string> => {
  const old = join(work, 'replaced');
  await rename(path, old);
  try {
    await rename(draft, path);
  } catch (error) {
    await rename(old, path);
    throw error;
  }
  return path;
};
