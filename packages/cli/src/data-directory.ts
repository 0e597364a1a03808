import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

/** The data directory, absolute. `serve` leaves the address and the token of the running bot in it. */
export function dataDirectory(chosen?: string): string {
  return chosen === undefined ? envPaths('triquad', { suffix: '' }).data : resolve(chosen);
}

/** Where `serve` writes `{url, pid}` while it runs. */
function serverFile(directory: string): string {
  return join(directory, 'server.json');
}

/** Where `serve` keeps the administrator's token (0600). */
export function tokenFile(directory: string): string {
  return join(directory, 'admin.token');
}

/** What `serve` left in its directory: its address, its local door and the token. */
export interface Served {
  readonly url?: string;
  readonly door?: string;
  readonly token?: string;
}

/** Absent, empty or unreadable files are left out, and a door that is another user's. */
export function servedFrom(directory: string): Served {
  const { url, door } = readServer(readText(serverFile(directory)));
  const token = readText(tokenFile(directory));
  const isOwn = typeof door === 'string' && ownerOf(door) === ownerOf(serverFile(directory));
  return { ...(typeof url === 'string' && { url }), ...(isOwn && { door }), ...(token && { token }) };
}

/** Null where there is nothing; on Windows, whose pipes have no owner to compare, 0. */
const ownerOf = (file: string): number | null =>
  process.platform === 'win32' ? 0 : (lstatSync(file, { throwIfNoEntry: false })?.uid ?? null);

function readText(file: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  } catch {
    return undefined;
  }
}

function readServer(text: string | undefined): { readonly url?: unknown; readonly door?: unknown } {
  try {
    const server: unknown = JSON.parse(text ?? '');
    return typeof server === 'object' && server !== null ? server : {};
  } catch {
    return {};
  }
}
