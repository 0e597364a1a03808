import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A failure whose message is all the operator needs: shown as one line, without a stack. */
export class Failure extends Error {}

const unwritable = new Set(['EACCES', 'EPERM', 'EROFS']);

/** What went wrong, for the operator: one line for a failure and for a file that cannot be written, else the stack. */
export function reasonOf(error) {
  if (error instanceof Failure) return error.message;
  if (!unwritable.has(error?.code)) return error.stack;
  return `${error.path ?? root} cannot be written (${error.code}): clone the repository to a folder of your own`;
}

const running = new Set();
let stopped;

/**
 * Runs a program to its end; resolves to `{ code, output }`, where output is what it wrote when `quiet`. A `linked`
 * program has a channel to this one, which breaks when this one is killed.
 */
export function run(program, args, { cwd = root, env = process.env, quiet = false, linked = false } = {}) {
  if (stopped !== undefined) process.exit(stopped);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', ...(linked ? ['ipc'] : [])],
    });
    running.add(child);
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => reject(new Failure(`${program} could not be started: ${error.message}`)));
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128 + constants.signals[signal], output });
    });
  });
}

/** From here on what stops this program stops the programs it runs: signals, and the end of the one that started it. */
export function stopTogether() {
  const stop = (signal) => {
    stopped = 128 + constants.signals[signal];
    if (running.size === 0) process.exit(stopped);
    // A terminal sends Ctrl-C to all of them itself.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    for (const child of running) child.kill(signal);
  };
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, stop);
  if (process.env.npm_lifecycle_event === undefined) return;
  const starters = whoStartedUs();
  setInterval(() => whoStartedUs() !== starters && stop('SIGTERM'), 500).unref();
}

// npm runs a script through a shell, which outlives it: where the shell did not become this program, its parent counts too.
function whoStartedUs() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const [, shell, grandparent] = /\((.*)\) \S+ (\d+)/.exec(stat);
    return /sh$/.test(shell) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/** One line of progress, on stderr so that it never mixes with a program's own output. */
export function note(text) {
  process.stderr.write(`triquad: ${text}\n`);
}
