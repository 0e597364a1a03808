import { existsSync, readFileSync } from 'node:fs';
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

/** Address and token that `serve` left in its directory. Absent, empty or unreadable files are left out. */
export function servedFrom(directory: string): { url?: string; token?: string } {
  const url = addressIn(readText(serverFile(directory)));
  const token = readText(tokenFile(directory));
  return { ...(url && { url }), ...(token && { token }) };
}

function readText(file: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  } catch {
    return undefined;
  }
}

function addressIn(text: string | undefined): string | undefined {
  try {
    const server: unknown = JSON.parse(text ?? '');
    return typeof server === 'object' && server !== null && 'url' in server && typeof server.url === 'string'
      ? server.url
      : undefined;
  } catch {
    return undefined;
  }
}
