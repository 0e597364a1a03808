/** Width of the simulated window, in pixels; it is 1,024 unless a test sets another. */
export const setWidth = (width: number): void =>
  (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM.setViewport({ width });
