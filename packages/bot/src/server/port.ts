import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { CannotStart } from '../model/cannot-start.ts';

/** What an operator is told of an address that cannot be listened on; another error as it is. */
export function cannotListen(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return new CannotStart(`port ${port} is in use; choose another with --port`, 1);
  if (code === 'EACCES')
    return new CannotStart(`port ${port} needs rights that this user lacks; choose another with --port`, 1);
  if (code === 'EADDRNOTAVAIL') return new CannotStart(`this machine has no address ${host}`, 1);
  return error;
}

/**
 * Listens for a moment before a new data directory is made: a start that cannot have its port leaves nothing behind. Where there
 * is a directory already, its own faults are told first. @throws CannotStart
 */
export async function provePort(dataDir: string, host: string, port: number): Promise<void> {
  if (port === 0 || (existsSync(dataDir) && readdirSync(dataDir).length > 0)) return;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  } catch (error) {
    throw cannotListen(error, host, port);
  }
}
