import { lstat, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ImportPreviewRecord, ImportRecord, ImportRequest } from '@triquad/core/contract';
import { isoTime } from '../model/moment.ts';
import type { Asked } from './import.ts';
import { filesIn, type ImportFile, pathIn, sizeOf } from './imports-folder.ts';
import type { ImportEnd, RunningImport, startImport } from './start-import.ts';

/** What of a request cannot be done, as a clause. */
export type ImportFault = { readonly field: string; readonly message: string };

export type ImportDesk = {
  /** What lies in the folder of files to import. */
  files(): Promise<readonly ImportFile[]>;
  /** 'busy' where another preview is being made. */
  preview(request: ImportRequest): Promise<ImportPreviewRecord | ImportFault | 'busy'>;
  /** Begins an import; 'busy' where another one runs. */
  run(request: ImportRequest): Promise<ImportRecord | ImportFault | 'busy'>;
  /** Removes a file that no import reads, and no folder; false where there is none. */
  remove(name: string): Promise<boolean | 'busy'>;
  /** Since the bot was started, newest first. */
  all(): readonly ImportRecord[];
  /** Resolves once nothing of it is left; null where there is no such import. */
  cancel(id: string): Promise<ImportRecord | null>;
  /** Ends what runs, and leaves nothing of it. */
  close(): Promise<void>;
};

export type ImportDeskOptions = {
  /** Where files to import lie, and where recordings are. */
  readonly imports: string;
  readonly recordings: string;
  /** All recordings take so many bytes at most. */
  readonly quotaBytes: number;
  readonly start: typeof startImport;
  readonly newId: () => string;
  readonly now: () => number;
};

const mostReasons = 20;
const mostKept = 100;
/** A preview reads so much of each file. */
const previewBytes = 4 << 20;

/** Imports of a bot, one at a time. Files are named as they lie in their folder: no name leads out of it. */
export const createImportDesk = (options: ImportDeskOptions): ImportDesk => {
  const { imports, recordings, start, newId, now } = options;
  const records = new Map<string, ImportRecord>();
  let running: { readonly id: string; readonly job: RunningImport; readonly over: Promise<void> } | null = null;
  let previewing: RunningImport | null = null;
  let isBeginning = false;

  const change = (id: string, part: Partial<ImportRecord>): void => {
    const record = records.get(id);
    if (record !== undefined) records.set(id, { ...record, ...part });
  };
  const asked = async (request: ImportRequest): Promise<Asked | ImportFault> => {
    const absent = (field: string, name: string): ImportFault => ({
      ...{ field, message: `there is no ${name} in the folder of files to import` },
    });
    const paths: string[] = [];
    for (const name of request.files) {
      const path = pathIn(imports, name);
      const found = path === null ? null : await lstat(path).catch(() => null);
      if (path === null || !(found?.isFile() || found?.isDirectory())) return absent('files', name);
      paths.push(path);
    }
    const list = request.instruments === undefined ? null : pathIn(imports, request.instruments);
    const hasList = list !== null && (await lstat(list).catch(() => null))?.isFile() === true;
    if (request.instruments !== undefined && !hasList) return absent('instruments', request.instruments);
    const stranger = request.remove?.find((name) => !request.files.includes(name));
    if (stranger !== undefined) return { field: 'remove', message: `${stranger} is not among the files to import` };
    const join = request.join === undefined ? null : pathIn(recordings, request.join);
    const isThere = join === null || (await stat(join).catch(() => null))?.isDirectory() === true;
    if (request.join !== undefined && (join === null || !isThere))
      return { field: 'join', message: `there is no recording ${request.join}` };
    const {
      exchange = null,
      symbols = {},
      spread_pct: spreadPct = null,
      leave_unclear: leavesUnclear = false,
    } = request;
    return { paths, exchange, instruments: list, symbols, spreadPct, leavesUnclear, join };
  };
  const discard = async (name: string): Promise<boolean> => {
    const path = pathIn(imports, name);
    if (path === null || (await lstat(path).catch(() => null))?.isFile() !== true) return false;
    await rm(path, { force: true });
    return true;
  };
  const begin = (id: string, from: Asked, mostBytes: number, sent: readonly string[]): void => {
    const reasons: ImportRecord['reasons'] = [];
    const job = start(
      { kind: 'import', options: { ...from, folder: recordings, mostBytes } },
      {
        onReject: ({ file, line, field, message }) => {
          if (reasons.length < mostReasons) reasons.push({ file: basename(file), line, field, message });
        },
        onProgress: ({ quotes, voids, unreadable, bytes, totalBytes, share }) =>
          change(id, {
            quotes,
            voids,
            unreadable,
            ...(totalBytes > 0 && { total_bytes: totalBytes, bytes: Math.floor(bytes) }),
            progress: share,
          }),
      },
    );
    const over = job.result.then(async (end) => {
      if (!('failed' in end)) for (const name of sent) await discard(name);
      change(id, { ...endOf(end), reasons, finished_at: isoTime(now()) });
      running = null;
    });
    running = { id, job, over };
  };
  const forget = (): void => {
    for (const id of records.keys()) if (records.size > mostKept) records.delete(id);
  };

  return {
    files: () => filesIn(imports),
    preview: async (request) => {
      if (previewing !== null) return 'busy';
      const from = await asked(request);
      if ('field' in from) return from;
      previewing = start(
        { kind: 'preview', options: { ...from, mostBytes: previewBytes } },
        { onProgress: () => {}, onReject: () => {} },
      );
      const end = await previewing.result;
      previewing = null;
      if ('preview' in end) return end.preview;
      return { field: 'files', message: 'failed' in end ? end.failed : 'the bot is stopping' };
    },
    run: async (request) => {
      if (running !== null || isBeginning) return 'busy';
      isBeginning = true;
      try {
        const from = await asked(request);
        if ('field' in from) return from;
        const mostBytes = options.quotaBytes - (await sizeOf(recordings));
        const id = newId();
        const none = { quotes: 0, voids: 0, unreadable: 0, bytes: 0, total_bytes: 0, progress: 0 };
        const record: ImportRecord = {
          ...{ id, files: [...request.files], status: 'running', ...none, recordings: [], reasons: [] },
          ...{ error: null, created_at: isoTime(now()), finished_at: null },
        };
        records.set(id, record);
        forget();
        begin(id, from, mostBytes, request.remove ?? []);
        return record;
      } finally {
        isBeginning = false;
      }
    },
    remove: async (name) => {
      const isRead = running !== null && records.get(running.id)?.files.includes(name) === true;
      return isRead || previewing !== null ? 'busy' : discard(name);
    },
    all: () => [...records.values()].toReversed(),
    cancel: async (id) => {
      if (running?.id === id) {
        running.job.cancel();
        await running.over;
      }
      return records.get(id) ?? null;
    },
    close: async () => {
      previewing?.cancel();
      running?.job.cancel();
      await running?.over;
    },
  };
};

const endOf = (end: ImportEnd): Partial<ImportRecord> => {
  if ('failed' in end) return { status: 'failed', error: end.failed };
  if (!('made' in end)) return { status: 'cancelled' };
  const { recordings, quotes, voids, unreadable } = end.made;
  return {
    status: 'done',
    progress: 1,
    quotes,
    voids,
    unreadable,
    recordings: recordings.map(({ path }) => basename(path)),
  };
};
