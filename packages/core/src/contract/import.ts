import * as z from 'zod/mini';
import { anything, enveloped, looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { count, exchangeName, id, listOf, marketSymbol, name, page, percent, text, time } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** Form of a file of prices, by its content. */
const importForm = z.enum([
  'quotes',
  'tardis_quotes',
  'tardis_book',
  'binance_book_ticker',
  'bitflyer_ticks',
  'cryptofeed_capture',
  'hftbacktest_capture',
  'bars',
  'binance_bars',
  'kraken_bars',
  'python_binance_bars',
  'cryptodatadownload_bars',
  'unknown',
]);
export type ImportForm = z.infer<typeof importForm>;

/** How a market's name in a file was read; `choice`: the operator said so. */
const symbolBy = z.enum(['list', 'separator', 'single_reading', 'choice']);
/** Source of a file's exchange. */
const exchangeBy = z.enum(['column', 'name', 'content', 'choice']);
/** `mixed`: several formats in one column, detected for each row. */
const timeUnit = z.enum(['s', 'ms', 'us', 'ns', 'iso', 'mixed']);

/** A file or folder in `imports/` of the data directory. */
const ImportFileRecord = mark(z.object({ name: text, bytes: count, files: count, folder: z.boolean(), at: time }), {
  required: ['name'],
  defaults: { folder: false },
});

/**
 * Request of an import. `files`: names in `imports/`, each a file or a folder. `exchange` if the files do not state it. `symbols`: markets
 * of the files' symbols that have several readings. `spread_pct`: the files are bars, whose closes become quotes with this spread. `join`:
 * the recording that they are added to; by default they make a new one.
 */
export const ImportRequest = z.strictObject({
  files: z.array(name).check(z.minLength(1), z.maxLength(10_000)),
  exchange: z.optional(exchangeName),
  /** A list of the exchange’s markets among the files in `imports/`; left out, `<exchange>-instruments.json` there. */
  instruments: z.optional(name),
  symbols: z.optional(z.record(text, marketSymbol)),
  /** Markets whose names have no reading, or more than one, are left out. */
  leave_unclear: z.optional(z.boolean()),
  spread_pct: z.optional(percent.check(z.gt(0), z.lt(100))),
  join: z.optional(name),
  /** Entries of `files` to remove after the import or its cancellation; they stay after a failure. */
  remove: z.optional(z.array(name).check(z.maxLength(10_000))),
});
export type ImportRequest = z.infer<typeof ImportRequest>;

/** The first rows that could not be used, and why; `line` is 0 where the file as a whole is meant. */
const RowReason = mark(z.object({ file: text, line: count, field: text, message: text }), {
  defaults: { file: '', line: 0, field: '', message: '' },
});

/** Counts of rows: of books, of rows that invalidate a book, and of unreadable rows. */
const RowCounts = { quotes: count, voids: count, unreadable: count };

const PreviewMarketRecord = mark(
  z.object({
    /** As the file has it. */
    text,
    symbol: z.nullable(marketSymbol),
    by: z.nullable(symbolBy),
    /** Possible readings, if undecided. */
    readings: z.array(marketSymbol),
  }),
  { required: ['text'] },
);

/** Interpretation of one file. `whole`: false if only its beginning was read. `in_order`: false if rows must be sorted. */
const PreviewFileRecord = mark(
  z.object({
    name: text,
    form: importForm,
    bars: z.boolean(),
    exchanges: z.array(
      mark(z.object({ exchange: text, by: exchangeBy }), { required: ['exchange'], defaults: { by: '' } }),
    ),
    markets: z.array(PreviewMarketRecord),
    time_unit: z.nullable(timeUnit),
    from: z.nullable(time),
    to: z.nullable(time),
    ...RowCounts,
    in_order: z.boolean(),
    whole: z.boolean(),
    reasons: z.array(RowReason),
  }),
  { required: ['name'], defaults: { form: 'unknown', bars: false, in_order: true, whole: true } },
);

/** Recordings to be made, one for each exchange. `list`: the file with its rules. */
const PreviewRecordingRecord = mark(
  z.object({
    exchange: text,
    markets: count,
    from: z.nullable(time),
    to: z.nullable(time),
    taker_fee_pct: percent,
    fee_source: text,
    list: z.nullable(text),
  }),
  { required: ['exchange'], defaults: { fee_source: '' } },
);

/** Answers that the import still needs from the operator. */
const MissingRecord = mark(
  z.object({
    what: z.enum(['exchange', 'symbol', 'spread', 'file']),
    file: text,
    /** The market's name, for `symbol`. */
    text: z.nullable(text),
    readings: z.array(marketSymbol),
    message: text,
  }),
  { required: ['what'], defaults: { file: '', message: '' } },
);

export const ImportPreviewRecord = mark(
  z.object({
    files: z.array(PreviewFileRecord),
    recordings: z.array(PreviewRecordingRecord),
    missing: z.array(MissingRecord),
  }),
  { required: ['files'] },
);
export type ImportPreviewRecord = z.infer<typeof ImportPreviewRecord>;

const importStatus = z.enum(['running', 'done', 'failed', 'cancelled']);

/** An import. `progress` from 0 to 1; `bytes` of `total_bytes` are read; `recordings`: the names of those that it made or joined. */
export const ImportRecord = mark(
  z.object({
    id,
    files: z.array(text),
    status: importStatus,
    progress: z.number(),
    ...RowCounts,
    bytes: count,
    total_bytes: count,
    recordings: z.array(text),
    reasons: z.array(RowReason),
    error: z.nullable(text),
    created_at: time,
    finished_at: z.nullable(time),
  }),
  { required: ['id'], defaults: { status: 'running' } },
);
export type ImportRecord = z.infer<typeof ImportRecord>;

/** The client's forms. */
export const ImportFile = tolerant(ImportFileRecord);
export type ImportFile = Tolerant<typeof ImportFileRecord>;
export const ImportPreview = tolerant(ImportPreviewRecord);
export type ImportPreview = Tolerant<typeof ImportPreviewRecord>;
export const Import = tolerant(ImportRecord);
export type Import = Tolerant<typeof ImportRecord>;

export const importRoutes = {
  'recordings.files': route({
    method: 'GET',
    path: '/recordings/files/',
    role: 'viewer',
    extension: 'recordings.import',
    record: z.object({ data: z.array(ImportFileRecord) }),
    answer: looseRows(ImportFile),
    summary: 'What lies in the folder of files to import',
  }),
  'recordings.files.upload': route({
    method: 'PUT',
    path: '/recordings/files/{name}',
    role: 'operator',
    extension: 'recordings.upload',
    takes: 'file',
    record: ImportFileRecord,
    answer: enveloped(ImportFile),
    success: 201,
    refuses: [409, 411, 507],
    summary: 'Put a file into the folder of files to import: its bytes are the body',
  }),
  'recordings.files.remove': route({
    method: 'DELETE',
    path: '/recordings/files/{name}',
    role: 'operator',
    extension: 'recordings.upload',
    record: z.undefined(),
    answer: anything,
    success: 204,
    refuses: [409],
    summary: 'Remove a file from the folder of files to import',
  }),
  'recordings.preview': route({
    method: 'POST',
    path: '/recordings/preview',
    role: 'operator',
    extension: 'recordings.import',
    body: ImportRequest,
    record: ImportPreviewRecord,
    answer: enveloped(ImportPreview),
    summary: 'What is understood of files before they are imported',
  }),
  'recordings.import': route({
    method: 'POST',
    path: '/recordings/imports/',
    role: 'operator',
    extension: 'recordings.import',
    idempotent: true,
    body: ImportRequest,
    record: ImportRecord,
    answer: enveloped(Import),
    success: 202,
    refuses: [409],
    summary: 'Make recordings of files',
  }),
  'recordings.imports': route({
    method: 'GET',
    path: '/recordings/imports/',
    role: 'viewer',
    extension: 'recordings.import',
    query: z.object(page),
    record: listOf(ImportRecord),
    answer: looseRows(Import),
    summary: 'Imports since the bot was started, newest first',
  }),
  'recordings.import.get': route({
    method: 'GET',
    path: '/recordings/imports/{id}',
    role: 'viewer',
    extension: 'recordings.import',
    record: ImportRecord,
    answer: enveloped(Import),
    summary: 'One import',
  }),
  'recordings.import.cancel': route({
    method: 'POST',
    path: '/recordings/imports/{id}/cancel',
    role: 'operator',
    extension: 'recordings.import',
    idempotent: true,
    record: ImportRecord,
    answer: enveloped(Import),
    refuses: [409],
    summary: 'Cancel a running import: nothing of it is left',
  }),
} as const;
