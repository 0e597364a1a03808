import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Leaves `<dataDir>/server.json` for the shell commands of this machine: `{url, pid}` of the bot that runs. */
export function writeServerFile(dataDir: string, url: string): void {
  const path = join(dataDir, 'server.json');
  // Whatever stands there, a link to elsewhere perhaps, is not written through.
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(`${path}.new`, path);
}

export function removeServerFile(dataDir: string): void {
  rmSync(join(dataDir, 'server.json'), { force: true });
}
