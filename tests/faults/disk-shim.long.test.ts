import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { counted, createDiskShim, type DiskShim, errnos, hasDiskShim, killed } from './disk-shim.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'triquad-disk-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (shim: DiskShim, name: string, script: string) => {
  const file = join(folder, name);
  const body = `const fs = require('node:fs'); const file = ${JSON.stringify(file)};
    const db = () => { const { DatabaseSync } = require('node:sqlite'); return new DatabaseSync(file); };
    ${script}`;
  const child = spawn(process.execPath, ['-e', body], { env: { ...process.env, ...shim.env }, stdio: 'pipe' });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code, signal] = await once(child, 'close');
  return { file, said: said.trim(), code, signal };
};

describe.skipIf(!hasDiskShim())('the library that makes a disk and a clock misbehave', () => {
  it('delays each sync and counts those of the main thread', async () => {
    using shim = createDiskShim(folder);
    shim.set({ sync_ms: 60 });
    const { said } = await run(
      shim,
      'slow.txt',
      `const fd = fs.openSync(file, 'w'); fs.writeSync(fd, 'x'); const at = performance.now(); fs.fsyncSync(fd);
       fs.fdatasync(fd, () => console.log(performance.now() - at >= 120));`,
    );
    expect([said, shim.get('syncs'), shim.get('main_syncs')]).toEqual(['true', 2, 1]);
  });

  it('refuses writes with the error that is asked for, from the call that is asked for', async () => {
    using shim = createDiskShim(folder);
    shim.set({ counts: counted.writes, fail_errno: errnos.ENOSPC, fail_from: 2, fail_count: -1 });
    const { said } = await run(
      shim,
      'full.txt',
      `const fd = fs.openSync(file, 'w'); fs.writeSync(fd, 'one');
       try { fs.writeSync(fd, 'two'); } catch (error) { console.log(error.code); }`,
    );
    expect(said).toBe('ENOSPC');
  });

  it('fails the sync of a commit of SQLite', async () => {
    using shim = createDiskShim(folder);
    const { said } = await run(
      shim,
      'journal.sqlite',
      `const one = db(); one.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x)');
       const control = fs.openSync(process.env.DISK_SHIM_CONTROL, 'r+');
       const put = (at, value) => { const b = Buffer.alloc(8); b.writeBigInt64LE(BigInt(value)); fs.writeSync(control, b, 0, 8, at * 8); };
       put(2, 5); put(3, 1); put(4, -1); put(7, 2);
       try { one.exec('INSERT INTO t VALUES (1)'); } catch (error) { console.log(error.errcode & 0xff); }`,
    );
    expect(said).toBe('10');
  });

  it('ends the process after half of a write', async () => {
    using shim = createDiskShim(folder);
    shim.set({ counts: counted.writes, kill_at: 1, kill_how: killed.half });
    const { file, signal } = await run(shim, 'half.txt', `fs.writeSync(fs.openSync(file, 'w'), 'x'.repeat(100));`);
    expect([signal, statSync(file).size]).toEqual(['SIGKILL', 50]);
  });

  it('keeps what was synced and nothing written later', async () => {
    using shim = createDiskShim(folder);
    await run(
      shim,
      'image.txt',
      `const fd = fs.openSync(file, 'a'); fs.writeSync(fd, 'kept'); fs.fsyncSync(fd); fs.writeSync(fd, ' lost');`,
    );
    expect(readFileSync(join(shim.images, 'image.txt'), 'utf8')).toBe('kept');
  });

  it('sets the wall clock and leaves the monotonic one', async () => {
    using shim = createDiskShim(folder);
    shim.set({ wall_ms: -3_600_000 });
    const { said } = await run(shim, 'clock.txt', 'console.log(Date.now(), performance.now());');
    const [wall, age] = said.split(' ').map(Number);
    // Nearer to an hour than to none.
    expect(Math.round((Date.now() - (wall ?? 0)) / 3_600_000)).toBe(1);
    expect(Math.round((age ?? Number.NaN) / 3_600_000)).toBe(0);
  });
});
