import { writeSync } from 'node:fs';
import { CommandFailure, type ExitCode, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { httpTransport } from './http-transport.ts';

const interruption = new AbortController();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function interrupted(): AbortSignal {
  for (const signal of signals) process.on(signal, interrupt);
  // A parent with a channel to this process (`npm start`) takes it along when it ends.
  process.on('disconnect', interrupt);
  return interruption.signal;
}

function interrupt(): void {
  end(new CommandFailure('interrupted', exitCode.interrupted));
}

function end(reason: CommandFailure): void {
  interruption.abort(reason);
  for (const signal of signals) process.off(signal, interrupt);
}

// The reader has closed (`| head`), or the terminal is gone.
const isClosed = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';

let writeFailure: CommandFailure | null = null;

process.stdout.on('error', (error) => {
  if (isClosed(error)) process.exit(exitCode.done);
  // A half-written result must not pass for a whole one: the command ends with exit code 1.
  writeFailure ??= new CommandFailure(`the output cannot be written: ${error.message}`, exitCode.refused);
  end(writeFailure);
});
/** The standard error, made when something is written to it: most commands write nothing. */
const standardError = (): NodeJS.WriteStream => {
  // A bot goes on while its log has no reader any more.
  if (!process.stderr.listeners('error').includes(unlessClosed)) process.stderr.on('error', unlessClosed);
  return process.stderr;
};

function unlessClosed(error: NodeJS.ErrnoException): void {
  if (!isClosed(error)) throw error;
}

/** An error of our own may come as an exception or as a promise that nobody awaits. Only the first one counts. */
function uncaught(last: (error: unknown) => ExitCode): void {
  const fail = (error: unknown): void => {
    process.off('uncaughtException', fail).off('unhandledRejection', fail);
    let code: ExitCode = exitCode.ownError;
    try {
      code = last(error);
    } catch (failure) {
      writeSync(process.stderr.fd, `triquad: ${String(error)}\ntriquad: ${String(failure)}\n`);
    } finally {
      endAtOnce(code);
    }
  };
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
}

/** Ends this process even while a thread of it waits for a disk that hangs: `process.exit` would wait for that thread. */
function endAtOnce(code: number): never {
  try {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]);
  } finally {
    // Windows has no such call.
    process.exit(code);
  }
}

/** Runs the command line of this process by `run`, and ends the process with the exit code that it gives. */
export async function runProcess(run: (args: readonly string[], host: Host) => Promise<number>): Promise<void> {
  const code = await run(process.argv.slice(2), {
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    get stderr() {
      return standardError();
    },
    env: process.env,
    fetch: httpTransport,
    interrupted,
    uncaught,
  });
  // Once everything is written, idle connections and abandoned calls must not keep the process alive.
  process.stdout.write('', () => {
    // The error event of a failed write comes after this callback.
    setImmediate(() => {
      if (writeFailure !== null && code !== exitCode.refused)
        standardError().write(`triquad: ${writeFailure.message}\n`);
      process.exit(writeFailure === null ? code : exitCode.refused);
    });
  });
}
