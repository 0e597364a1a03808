import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './process.mjs';

/** A hash of the names and contents of these files and folders, without their tests. */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(process.platform);
  for (const path of paths) addToHash(hash, join(root, path));
  return hash.digest('hex');
}

function addToHash(hash, path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const entry of readdirSync(path).sort()) addToHash(hash, join(path, entry));
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  }
}

/** What a stamp file holds; undefined where there is none. */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
