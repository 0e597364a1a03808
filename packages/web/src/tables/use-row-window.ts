import { useState } from 'react';

/** Rows drawn before and after those in view. */
const margin = 4;
/** The window moves in steps of so many rows, so that few scroll events draw again. */
const step = 4;

type RowWindow = {
  /** Index of the first row drawn, and of the first one after the last. */
  first: number;
  end: number;
  /** Index of the first row that can be seen. */
  visible: number;
  /** To be called with the scroll offset in pixels. */
  scrolledTo: (offset: number) => void;
};

/** The part of `count` rows of `rowHeight` pixels that is drawn inside a view of `height` pixels. */
export const useRowWindow = (count: number, rowHeight: number, height: number): RowWindow => {
  const [top, setTop] = useState(0);
  const inView = Math.ceil(height / rowHeight);
  const visible = Math.max(0, Math.min(top, count - inView));
  return {
    visible,
    first: Math.max(0, visible - margin),
    end: Math.min(count, visible + inView + step + margin),
    scrolledTo: (offset) => setTop(Math.floor(offset / rowHeight / step) * step),
  };
};
