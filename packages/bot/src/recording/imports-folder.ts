import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A file or folder that can be imported. */
export type ImportFile = {
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
  readonly folder: boolean;
  readonly at: number;
};

/** The path of a name in a folder, null for a name that leads elsewhere. */
export const pathIn = (folder: string, name: string): string | null =>
  name === basename(name) && !name.startsWith('.') && !name.includes('\\') ? join(folder, name) : null;

/** Files and folders in a folder, in the order of their names. Hidden files are those that are being sent. */
export const filesIn = async (folder: string): Promise<readonly ImportFile[]> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found: ImportFile[] = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name.endsWith('.part') || !(entry.isFile() || entry.isDirectory()))
      continue;
    found.push(await fileIn(folder, entry.name, entry.isDirectory()));
  }
  return found;
};

export const fileIn = async (folder: string, name: string, isFolder = false): Promise<ImportFile> => {
  const path = join(folder, name);
  const at = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
  const inside = isFolder ? await readdir(path, { recursive: true }).catch(() => []) : [];
  return { name, bytes: await sizeOf(path), files: isFolder ? inside.length : 1, folder: isFolder, at };
};

/** Bytes of a file, or of all in a folder. */
export const sizeOf = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.size;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.filter((one) => !one.isSymbolicLink()).map(({ name }) => sizeOf(join(path, name))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};
