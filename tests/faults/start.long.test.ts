import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';

const PATIENCE_MS = 60_000;

test.each(['SIGTERM', 'SIGKILL'] as const)('npm start ended by %s leaves nothing running', async (signal) => {
  const npm = start();
  await served(npm);
  const closed = closing(npm);
  npm.kill(signal);
  // The pipe closes when the last of all the processes that have it is gone.
  expect(await closed).toBe('closed');
});

function start(): ChildProcess {
  const args = ['start', '--', '--port', '0', '--data-dir', temporaryFolder()];
  const npm = spawn('npm', args, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  onTestFinished(() => {
    try {
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
    } catch {
      // Gone, as it should be.
    }
  });
  return npm;
}

async function served({ stdout }: ChildProcess): Promise<void> {
  let output = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += chunk;
    if (/\/login/.test(output)) return;
  }
  throw new Error(`npm start ended\n${output}`);
}

async function closing({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no output');
  stdout.resume();
  return Promise.race([
    once(stdout, 'close').then(() => 'closed'),
    new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, 'still running').unref()),
  ]);
}
