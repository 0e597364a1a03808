import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** A third of what a thread of usual priority gets where both want the same core. */
const niceness = 5;

/** Only Linux has a priority for each thread; elsewhere the link is not there, and nothing is changed. */
export const letOthersGoFirst = (): void => {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    return;
  }
};
