import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BotStatusRecord } from '@triquad/core/contract';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import { temporaryFolder, triquad } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';

/** No file of the process may grow beyond this, in KiB: as on a full disk, every write beyond it fails. */
const LIMIT_KIB = 512;
const PATIENCE = { timeout: 120_000, interval: 250 };

test.skipIf(process.platform === 'win32')(
  'a disk that is full halts trading; the bot goes on answering and loses nothing',
  async () => {
    const dataDir = temporaryFolder();
    const child = limited(dataDir);
    const printed = collect(child);
    const url = await expect
      .poll(() => /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0], PATIENCE)
      .toBeTruthy()
      .then(() => /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0] ?? '');
    const token = readFileSync(join(dataDir, 'admin.token'), 'utf8').trim();
    const call = async (method: string, path: string) => {
      const response = await fetch(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } });
      return { status: response.status, body: await response.json() };
    };
    const status = async () => BotStatusRecord.parse((await call('GET', '/bot/status')).body);
    await expect
      .poll(async () => (await status()).halted?.reason ?? '', PATIENCE)
      .toMatch(/journal\.sqlite cannot be (read or )?written/);
    expect((await status()).is_running).toBe(false);
    const { status: refused, body } = await call('POST', '/bot/start');
    expect(refused).toBeGreaterThanOrEqual(409);
    expect(JSON.stringify(body)).toMatch(/halted|cannot be|stopping/);
    expect((await call('GET', '/wallets/balances')).status).toBe(200);
    expect((await call('GET', '/orders/history')).status).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(1);
    expect(printed()).toMatch(/\ntriquad: [^\n]*journal\.sqlite cannot be (read or )?written[^\n]*\n$/);
    expect(printed()).not.toMatch(/\n\s+at /);

    const store = openSqliteStore(join(dataDir, 'journal.sqlite'));
    expect(store.verify()).toMatchObject({ ok: true });
    store.close();
    const { stdout } = await triquad(['doctor', '--data-dir', dataDir, '--json']);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; verdict: string }[] };
    expect(checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  },
);

function limited(dataDir: string): ChildProcess {
  const program = join(repository, 'packages', 'cli', 'dist', 'main.js');
  const serve = `exec '${process.execPath}' '${program}' serve --port 0 --data-dir '${dataDir}' --seed 7 --speed 30 --autostart`;
  const child = spawn('bash', ['-c', `trap '' XFSZ; ulimit -f ${LIMIT_KIB}; ${serve}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function collect(child: ChildProcess): () => string {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  return () => printed;
}
