import { lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { itemOf, reasonOf, stateOf } from '@triquad/bot/directory';
import envPaths from 'env-paths';

/** The data directory, absolute. `serve` leaves the address and the token of the running bot in it. */
export function dataDirectory(chosen?: string): string {
  return chosen === undefined ? envPaths('triquad', { suffix: '' }).data : resolve(chosen);
}

/** Path of the administrator's token that `serve` writes (0600). */
export function tokenFile(directory: string): string {
  return join(directory, 'admin.token');
}

/** Files that `serve` left in its directory: its address, its local door and the token. */
export interface Served {
  readonly url?: string;
  readonly door?: string;
  readonly token?: string;
  /** One line: why the state of this directory's bot is unknown; absent if it is known. */
  readonly obstacle?: string;
}

/** Absent files are left out, and a door that is another user's. */
export function servedFrom(directory: string): Served {
  const self = stateOf(directory, { is: 'folder', use: 'read', mayBeLink: true });
  if (self.state === 'absent') return {};
  if (self.state !== 'there') return { obstacle: `the data directory ${directory} ${self.reason}` };
  const server = textOf(directory, 'server.json');
  const token = textOf(directory, 'admin.token');
  const obstacle = server.obstacle ?? token.obstacle;
  if (obstacle !== undefined) return { obstacle };
  const { url, door } = readServer(server.text);
  const isOwn = typeof door === 'string' && ownerOf(door) === ownerOf(join(directory, 'server.json'));
  return {
    ...(typeof url === 'string' && { url }),
    ...(isOwn && { door }),
    ...(token.text && { token: token.text }),
  };
}

/** Null where there is nothing within reach; on Windows, whose pipes have no owner to compare, 0. */
function ownerOf(path: string): number | null {
  if (process.platform === 'win32') return 0;
  try {
    return lstatSync(path).uid;
  } catch {
    return null;
  }
}

function textOf(directory: string, name: string): { readonly text?: string; readonly obstacle?: string } {
  const file = join(directory, name);
  const state = stateOf(file, { is: 'file', use: 'read', mayBeLink: itemOf(name)?.mayBeLink === true });
  if (state.state === 'absent') return {};
  if (state.state !== 'there') return { obstacle: `${file} ${state.reason}` };
  try {
    return { text: readFileSync(file, 'utf8').trim() };
  } catch (error) {
    return { obstacle: `${file} ${reasonOf(error, file)}` };
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
