import { systemClock } from '@triquad/core';
import { CommandFailure, exitCode } from './exit-code.ts';
import { httpTransport } from './http-transport.ts';
import { run } from './program.ts';

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
  // A result that is only half written is no result: the command ends, and its exit code says so.
  writeFailure ??= new CommandFailure(`the output cannot be written: ${error.message}`, exitCode.refused);
  end(writeFailure);
});
// A bot goes on while its log has no reader any more.
process.stderr.on('error', (error) => {
  if (!isClosed(error)) throw error;
});

const code = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  clock: systemClock,
  fetch: httpTransport,
  // Looked up when it is needed: it takes Node ten milliseconds to load.
  get WebSocket() {
    return WebSocket;
  },
  interrupted,
});
// Once all is written, neither an idle connection nor a call that was given up holds the process.
process.stdout.write('', () => {
  // A failed write is told after this callback.
  setImmediate(() => {
    if (writeFailure !== null && code !== exitCode.refused) process.stderr.write(`triquad: ${writeFailure.message}\n`);
    process.exit(writeFailure === null ? code : exitCode.refused);
  });
});
