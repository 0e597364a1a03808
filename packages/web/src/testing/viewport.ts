import { onTestFinished } from 'vitest';

const USUAL = 1_024;

/** Width of the simulated window until the test ends, in pixels; it is 1,024 unless a test sets another. */
export const setWidth = (width: number): void => {
  resize(width);
  onTestFinished(() => resize(USUAL));
};

const resize = (width: number): void =>
  (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM.setViewport({ width });
