import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileIn, type ImportFile, pathIn, sizeOf } from './imports-folder.ts';

/** A file that is sent: as many bytes as its sender says. */
export type Sent = { readonly name: string; readonly bytes: number; readonly content: Readable };

/** Why a file was not taken; nothing of it is left. `room`: the bytes that a file may have now. */
export type UploadFault =
  | { readonly fault: 'bad_name' | 'file_exists' | 'too_many_uploads' | 'cut_off' }
  | { readonly fault: 'file_too_large'; readonly mostBytes: number }
  | { readonly fault: 'no_room'; readonly room: number }
  | { readonly fault: 'unwritable'; readonly reason: string };

export type UploadDesk = {
  /** Takes a file into the folder of files to import, under its name once all of it is on the disk. */
  take(sent: Sent): Promise<ImportFile | UploadFault>;
  /** Ends what is being sent; resolves once nothing of it is left. */
  close(): Promise<void>;
};

export type UploadDeskOptions = {
  readonly imports: string;
  /** All files to import take so many bytes at most. */
  readonly mostBytes: number;
  /** Bytes that the disk has left. */
  readonly free?: (folder: string) => Promise<number>;
  readonly newId: () => string;
  /** A sender may be silent for so long, in ms. */
  readonly silentMs?: number;
};

/** Bytes of the disk that uploads leave to the journal. */
const reserveBytes = 1 << 30;
/** The disk is looked at each time so much of a file has come. */
const lookEveryBytes = 32 << 20;
const mostAtOnce = 4;
const usualSilentMs = 30_000;
const partName = '.upload-';

const freeOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Takes files that clients send. None is held in memory, and none can be read before the whole of it is there. */
export const createUploadDesk = (options: UploadDeskOptions): UploadDesk => {
  const { imports, mostBytes, free = freeOf, newId, silentMs = usualSilentMs } = options;
  /** Names that are being written, in the order of their senders, with the bytes that are still to come. */
  const coming = new Map<string, number>();
  const running = new Set<Promise<unknown>>();
  const ending = new AbortController();
  const own = `${partName}${newId()}-`;

  const roomFor = async (name: string): Promise<number> => {
    const names = [...coming.keys()];
    const others = names.slice(0, names.indexOf(name)).reduce((sum, other) => sum + (coming.get(other) ?? 0), 0);
    const [used, left] = [await sizeOf(imports), await free(imports)];
    return Math.max(0, Math.min(mostBytes - used, left - reserveBytes) - others);
  };
  const write = async ({ name, bytes, content }: Sent, path: string): Promise<ImportFile | UploadFault> => {
    const room = await roomFor(name);
    if (bytes > room) return { fault: 'no_room', room };
    const part = join(imports, `${own}${newId()}`);
    const silence = new AbortController();
    const late = setTimeout(() => silence.abort(), silentMs);
    let written = 0;
    const watched = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        late.refresh();
        const before = written;
        written += chunk.length;
        coming.set(name, bytes - written);
        if (Math.floor(before / lookEveryBytes) !== Math.floor(written / lookEveryBytes)) {
          const left = await free(imports);
          if (left < reserveBytes) throw new NoRoom();
        }
        yield chunk;
      }
    };
    try {
      const signal = AbortSignal.any([ending.signal, silence.signal]);
      await pipeline(content, watched, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), { signal });
      if (written !== bytes) return { fault: 'cut_off' };
      if (await isThere(path)) return { fault: 'file_exists' };
      await rename(part, path);
      return await fileIn(imports, name);
    } catch (error) {
      if (isDiskFull(error)) return { fault: 'no_room', room: await roomFor(name) };
      return isCut(error) ? { fault: 'cut_off' } : unwritable(error);
    } finally {
      clearTimeout(late);
      await rm(part, { force: true });
    }
  };
  const take = async (sent: Sent): Promise<ImportFile | UploadFault> => {
    const { name, bytes } = sent;
    const path = isGoodName(name) ? pathIn(imports, name) : null;
    if (path === null) return { fault: 'bad_name' };
    if (bytes > mostBytes) return { fault: 'file_too_large', mostBytes };
    if (coming.has(name)) return { fault: 'file_exists' };
    if (coming.size >= mostAtOnce || ending.signal.aborted) return { fault: 'too_many_uploads' };
    coming.set(name, bytes);
    try {
      await sweep(imports, own);
      return (await isThere(path)) ? { fault: 'file_exists' } : await write(sent, path);
    } catch (error) {
      return unwritable(error);
    } finally {
      coming.delete(name);
    }
  };
  return {
    take: (sent) => {
      const work = take(sent).finally(() => running.delete(work));
      running.add(work);
      return work;
    },
    close: async () => {
      ending.abort();
      await Promise.allSettled(running);
    },
  };
};

class NoRoom extends Error {}
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const isDiskFull = (error: unknown): boolean => error instanceof NoRoom || ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
const isCut = (error: unknown): boolean =>
  ['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'].includes(
    codeOf(error),
  );
const unwritable = (error: unknown): UploadFault => ({
  fault: 'unwritable',
  reason: error instanceof Error ? error.message : String(error),
});

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null;

/** Letters, digits and what file names of exchanges have, so that the name is one on every system. */
const isGoodName = (name: string): boolean =>
  /^[\p{L}\p{N}_(][\p{L}\p{N}\p{M}._ ()[\]{}+,;=@&!'~#%-]*$/u.test(name) &&
  !/[. ]$|\.part$/.test(name) &&
  Buffer.byteLength(name) <= 200;

/** Removes what uploads left that another process was taking: it was killed. */
const sweep = async (imports: string, own: string): Promise<void> => {
  await mkdir(imports, { recursive: true, mode: 0o700 });
  for (const name of await readdir(imports))
    if (name.startsWith(partName) && !name.startsWith(own)) await rm(join(imports, name), { force: true });
};
