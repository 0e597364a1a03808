import { openSync, writeSync } from 'node:fs';
import { type Client, type Clock, every } from '@triquad/core';
import { CommandFailure, exitCode } from '../exit-code.ts';

/** Milliseconds that entries wait for each other: a thousand a second are few writes. */
const gatherMs = 250;

/** A session that is being written to a file. */
export interface SessionFile {
  /** Writes what is left. Gives why the file is not whole, null where it is. */
  end(): string | null;
}

/**
 * Writes the session to a new file that only its owner can read, each entry as it comes: what `e` saves in the past, without an end. After a
 * failure nothing more is written. Call it before the client starts.
 *
 * @throws CommandFailure where the file exists, or cannot be written.
 */
export function recordTo(path: string, { journal }: Pick<Client, 'journal'>, clock: Clock): SessionFile {
  const file = opened(path);
  let waiting = journal.exportJsonl();
  let failure: string | null = null;
  const flush = () => {
    if (waiting === '' || failure !== null) return;
    try {
      const bytes = Buffer.from(waiting);
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      waiting = '';
    } catch (error) {
      failure = reasonOf(error);
    }
  };
  flush();
  if (failure !== null) throw new CommandFailure(`${path} cannot be written: ${failure}`, exitCode.refused);
  const subscription = journal.entries$.subscribe((entry) => {
    if (failure === null) waiting += `${JSON.stringify(entry)}\n`;
  });
  subscription.add(every(clock, gatherMs).subscribe(flush));
  return {
    end: () => {
      subscription.unsubscribe();
      flush();
      return failure;
    },
  };
}

function opened(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new CommandFailure(`${path} cannot be written: ${reasonOf(error)}`, exitCode.refused);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
