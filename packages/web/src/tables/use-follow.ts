import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Pixels from the end within which the operator is still at the end. */
const slack = 40;

/**
 * While `follow` is set, rows that are added scroll the frame to its end; an operator who has scrolled away from the end
 * keeps the position. Returns a function to be called when the frame was scrolled.
 */
export const useFollow = (
  frame: RefObject<HTMLElement | null>,
  follow: boolean,
  rows: readonly unknown[],
  scrolledTo: (offset: number) => void,
): (() => void) => {
  const atEnd = useRef(true);
  const followed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows were added, not when they are read
  useLayoutEffect(() => {
    const element = frame.current;
    if (follow && !followed.current) atEnd.current = true;
    followed.current = follow;
    if (!follow || !atEnd.current || element === null) return;
    element.scrollTo({ top: element.scrollHeight });
    scrolledTo(element.scrollTop);
  }, [frame, follow, rows]);
  return () => {
    const element = frame.current;
    if (element) atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < slack;
  };
};
