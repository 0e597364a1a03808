import { httpTransport } from './http-transport.ts';
import { run } from './program.ts';

const interruption = new AbortController();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function interrupted(): AbortSignal {
  for (const signal of signals) process.on(signal, interrupt);
  // A program that starts this one with a channel to it (`npm start`) takes it along when it ends.
  process.on('disconnect', interrupt);
  return interruption.signal;
}

function interrupt(): void {
  interruption.abort();
  for (const signal of signals) process.off(signal, interrupt);
}

// A reader that has seen enough (`| head`), or a terminal that was closed.
const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';

process.stdout.on('error', (error) => {
  if (!isGone(error)) throw error;
  process.exit(0);
});
// What a bot says while it works must not end it when nobody listens any more.
process.stderr.on('error', (error) => {
  if (!isGone(error)) throw error;
});

const code = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  fetch: httpTransport,
  // Looked up when it is needed: it takes Node ten milliseconds to load.
  get WebSocket() {
    return WebSocket;
  },
  interrupted,
});
if (code !== 0) process.exitCode = code;
// Once all is written, neither an idle connection nor a call that was given up holds the process.
process.stdout.write('', () => process.exit());
