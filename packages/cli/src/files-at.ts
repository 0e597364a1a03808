import { type Dirent, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { FileSource } from '@triquad/core';

const deepest = 8;
const mostFiles = 10_000;

/** The file at a path, or all files of a folder and its subfolders. @throws Error if the path does not exist. */
export function filesAt(path: string): readonly FileSource[] {
  const meant = path.replace(/^~(?=$|[\\/])/, homedir());
  const found = statSync(meant, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`there is no ${path}`);
  const paths = found.isDirectory() ? filesIn(meant, 0) : [meant];
  if (paths.length === 0) throw new Error(`there is no file in ${path}`);
  if (paths.length > mostFiles) throw new Error(`${path} has more than ${mostFiles} files`);
  return paths.map((file) => ({ name: basename(file), bytes: statSync(file).size, content: file }));
}

/** Links are not followed, and hidden files are none of prices. */
function filesIn(folder: string, depth: number): readonly string[] {
  if (depth > deepest) return [];
  const inOrder = (one: Dirent, other: Dirent) => (one.name < other.name ? -1 : 1);
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort(inOrder)
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path, depth + 1);
      return entry.isFile() ? [path] : [];
    });
}
