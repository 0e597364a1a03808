import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** A file of prices, or one in an archive. */
export type Part = {
  /** As it is shown: below the folder or in the archive that was named. */
  readonly name: string;
  /** What lies on the disk. */
  readonly path: string;
  /** Bytes there, an archive’s by what each file in it takes. */
  readonly bytes: number;
  /** Its bytes, unpacked. Rejects where they cannot be read. `onRead`: of bytes as they lie on the disk. */
  read(onRead: (bytes: number) => void): AsyncIterable<Buffer>;
};

/** What cannot be read at all, and why. */
export type BadPart = { readonly name: string; readonly message: string };
export type Parts = { readonly parts: readonly Part[]; readonly bad: readonly BadPart[] };

const chunkBytes = 1 << 18;
/** Deflate makes a thousandth of zeros; prices become a tenth to a fiftieth. What is packed better is no table. */
const mostRatio = 200;
const ratioFrom = 1 << 24;
const mostFiles = 100_000;
const deepest = 8;

/** Files beside those of prices: lists of markets, checksums, notes. */
const isOther = (name: string): boolean =>
  name.startsWith('.') ||
  /-instruments\.json(\.gz)?$/.test(name) ||
  /\.(checksum|md5|sha256|md|pdf|html?|py|ipynb|js|ts|png)$/i.test(name) ||
  /^(manifest\.json|readme|license)/i.test(name);

/** The files of prices that a path names: itself, those of a folder and the folders in it, those of archives. Never rejects. */
export const partsOf = async (path: string): Promise<Parts> => {
  const bad: BadPart[] = [];
  const parts: Part[] = [];
  for (const file of await filesOf(path, 0)) {
    const name = file === path ? basename(path) : join(basename(path), relative(path, file));
    const fail = (error: unknown): void =>
      void bad.push({
        name,
        message: `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      });
    try {
      if (await isArchive(file)) parts.push(...(await entriesOf(file, name)));
      else parts.push(await fileOf(file, name));
    } catch (error) {
      fail(error);
    }
  }
  return { parts, bad };
};

const filesOf = async (path: string, depth: number): Promise<readonly string[]> => {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  if (!isFolder) return [path];
  if (depth > deepest) return [];
  const found: string[] = [];
  for (const entry of (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isOther(entry.name)) continue;
    // A link may lead anywhere.
    if (entry.isDirectory()) found.push(...(await filesOf(join(path, entry.name), depth + 1)));
    else if (entry.isFile()) found.push(join(path, entry.name));
    if (found.length > mostFiles) throw new Error(`${path} has more than ${mostFiles} files`);
  }
  return found;
};

const startOf = async (path: string, bytes: number): Promise<Buffer> => {
  const file: FileHandle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
const isArchive = async (path: string): Promise<boolean> =>
  (await startOf(path, 4)).toString('latin1') === 'PK\x03\x04';

const fileOf = async (path: string, name: string): Promise<Part> => {
  const { size } = await stat(path);
  const unpack = packingOf(await startOf(path, 4));
  return {
    name,
    path,
    bytes: size,
    read: (onRead) => {
      const source = createReadStream(path, { highWaterMark: chunkBytes });
      return unpacked(source, unpack, onRead);
    },
  };
};

/** What unpacks a file that begins so, null where it is plain. */
const packingOf = (start: Buffer): (() => Transform) | null => {
  if (start.subarray(0, 2).equals(gzipStart)) return () => createGunzip({ chunkSize: chunkBytes });
  return start.equals(zstdStart) ? () => createZstdDecompress({ chunkSize: chunkBytes }) : null;
};
const gzipStart = Buffer.from([0x1f, 0x8b]);
const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The bytes of a stream, unpacked where it is `.gz` or `.zst`; it is closed at the end, or where nobody asks for more. */
async function* unpacked(
  source: Readable,
  unpack: (() => Transform) | null,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  let [taken, given] = [0, 0];
  source.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    onRead(chunk.length);
  });
  // It flows when it is read.
  source.pause();
  const bytes = unpack === null ? source : source.pipe(unpack());
  if (bytes !== source) source.on('error', (error) => bytes.destroy(error));
  try {
    for await (const chunk of bytes) {
      given += (chunk as Buffer).length;
      if (given > ratioFrom && given > mostRatio * taken)
        throw new Error(`it unpacks to more than ${mostRatio} times its size`);
      yield chunk as Buffer;
    }
  } finally {
    source.destroy();
    bytes.destroy();
  }
}

/** The files of an archive. @throws where one of them leads out of it, or it holds more than it has room for. */
const entriesOf = async (path: string, name: string): Promise<readonly Part[]> => {
  const archive: ZipFile = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  const parts: Part[] = [];
  try {
    const { size } = await stat(path);
    let packed = 0;
    for await (const entry of archive.eachEntry()) {
      packed += entry.compressedSize;
      if (packed > size) throw new Error('its files lie over each other');
      if (parts.length > mostFiles) throw new Error(`it has more than ${mostFiles} files`);
      if (entry.fileName.endsWith('/') || isOther(basename(entry.fileName))) continue;
      if (entry.uncompressedSize > ratioFrom && entry.uncompressedSize > mostRatio * entry.compressedSize)
        throw new Error(`${entry.fileName} unpacks to more than ${mostRatio} times its size`);
      if (/\.(zip|gz|zst)$/i.test(entry.fileName))
        throw new Error(`${entry.fileName} is an archive in an archive: unpack it`);
      parts.push(entryOf(path, name, entry));
    }
  } finally {
    archive.close();
  }
  return parts;
};

const entryOf = (path: string, archiveName: string, entry: Entry): Part => ({
  name: `${archiveName}/${entry.fileName}`,
  path,
  bytes: entry.compressedSize,
  read: (onRead) => readEntry(path, entry, onRead),
});

async function* readEntry(path: string, entry: Entry, onRead: (bytes: number) => void): AsyncGenerator<Buffer, void> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const source = await archive.openReadStreamPromise(entry);
    const share = entry.compressedSize / Math.max(1, entry.uncompressedSize);
    try {
      for await (const chunk of source) {
        onRead((chunk as Buffer).length * share);
        yield chunk as Buffer;
      }
    } finally {
      source.destroy();
    }
  } finally {
    archive.close();
  }
}
