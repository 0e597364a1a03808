import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { runtimeFolder, shortName, takeFolder } from '../directory/runtime-folder.ts';

/** The longest path that a Unix socket can be bound to, in bytes. */
const longestPath = 107;

/**
 * The local door of a data directory: a Unix socket in it, or, where that path is too long, in a folder of this user's own; on Windows a
 * named pipe.
 */
function doorPath(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\triquad-${shortName(dataDir)}`;
  const own = join(dataDir, 'bot.sock');
  if (Buffer.byteLength(own) <= longestPath) return own;
  return join(runtimeFolder(), `${shortName(dataDir)}.sock`);
}

/** Connections of this machine's own user, who alone may open them. */
const local = new WeakSet<object>();
/** The connection came by the local door. */
export const isLocal = (socket: object): boolean => local.has(socket);

export type Door = { readonly path: string; close(): void };

/**
 * Listens at the local door for the owner of the process alone, in place of what a bot that was killed left there. @throws Error where that
 * cannot be done, also for a folder that is another user's or that others may enter.
 */
export async function openDoor(dataDir: string, onConnection: (socket: Socket) => void): Promise<Door> {
  const path = doorPath(dataDir);
  const isFile = process.platform !== 'win32';
  if (isFile && dirname(path) !== dataDir) takeFolder(dirname(path));
  if (isFile) rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    local.add(socket);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  const listening = once(server, 'listening');
  // It is bound within this call: nobody else can open it even for a moment.
  const before = isFile ? process.umask(0o177) : 0;
  server.listen(path);
  if (isFile) process.umask(before);
  await listening;
  return {
    path,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
