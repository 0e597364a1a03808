import type { Clock } from '../../model/clock.ts';

/** Counts messages that could not be read. */
export type Rejections = { add(fault: string, bytes: Uint8Array): void };

/** They are told of together, this often, in ms. */
const reportMs = 10_000;
const shownBytes = 120;

/** `tell` gets a sentence with how many there were since the last one, and the first of them. */
export const createRejections = (clock: Clock, tell: (sentence: string) => void): Rejections => {
  let count = 0;
  let first = '';
  const report = (): void => {
    tell(`messages that cannot be read: ${count}, the first: ${first}`);
    count = 0;
  };
  return {
    add: (fault, bytes) => {
      if (count === 0) {
        first = `${fault}: ${new TextDecoder().decode(bytes.subarray(0, shownBytes))}`;
        clock.after(reportMs, report);
      }
      count++;
    },
  };
};
