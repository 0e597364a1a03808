import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { failuresPath, lineOf } from './failed-ends.ts';
import type { LastWords } from './last-words-worker.ts';
import { isoTime } from './model/moment.ts';
import { logPath } from './server/log-file.ts';

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './last-words-worker.ts' : './last-words-worker.js', import.meta.url);

/** The parts of a running bot that an error of our own needs. */
export interface Failing {
  redact(line: string): string;
  /** Null until there is one. */
  readonly engine: { fail(): void } | null;
}

/** Ends the process even where a caller catches the error. */
export const throwUncaught = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** How long the end of the process waits for the disk, in ms. */
const patienceMs = 1_000;
const longestError = 300;
const longestStack = 10_000;

/**
 * Writes an error that nothing caught to the standard error, the log and `failures.jsonl`. This thread stands still meanwhile, so that
 * nothing else happens, for a second at most: a disk that hangs stops the thread that writes. `dataDir`: null where none is open.
 */
export const writeLastWords = (
  thrown: unknown,
  at: number,
  dataDir: string | null,
  redact: (line: string) => string,
): void => {
  const { error, stack } = wordsOf(thrown);
  const message = `The process ends by an error of its own: ${error}`;
  const entry = {
    level: 'ERROR',
    id: randomUUID(),
    timestamp: isoTime(at),
    source: 'bot',
    metadata: { stack },
    message,
  };
  const files =
    dataDir === null
      ? []
      : [
          { path: logPath(dataDir), text: redact(`${JSON.stringify(entry)}\n`) },
          { path: failuresPath(dataDir), text: redact(lineOf({ at, error, seen: false })) },
        ];
  const written = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: LastWords = { files, line: redact(`triquad: ${message}\n${stack}\n`), written };
  new Worker(program, { workerData, execArgv: fromSource ? ['--conditions=triquad-source'] : [] });
  Atomics.wait(written, 0, 0, patienceMs);
};

/** An error in one line, and where it was thrown. Whatever was thrown, this does not throw. */
const wordsOf = (thrown: unknown): { readonly error: string; readonly stack: string } => {
  try {
    const stack = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : inspect(thrown);
    const error = thrown instanceof Error ? String(thrown) : stack;
    return { error: error.replaceAll(/\s+/g, ' ').slice(0, longestError), stack: stack.slice(0, longestStack) };
  } catch {
    return { error: 'an error that cannot be read', stack: '' };
  }
};
