import { type RefObject, useCallback, useEffect, useRef } from 'react';

const rowClass = /bp6-table-cell-row-(\d+)/;

/**
 * The table has cells, not rows: tells which row an element is in (-1 for none)
 * and marks the cells of the row under the pointer.
 */
export const useRowHover = (
  frame: RefObject<HTMLElement | null>,
  enabled: boolean,
): ((target: EventTarget | null) => number) => {
  const rowOf = useCallback((target: EventTarget | null): number => {
    const cell = target instanceof Element ? target.closest('.bp6-table-cell') : null;
    const match = cell && rowClass.exec(cell.className);
    return match ? Number(match[1]) : -1;
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (element === null || !enabled) return;
    const mark = (row: number) => {
      for (const cell of element.querySelectorAll('.table-row-hover')) cell.classList.remove('table-row-hover');
      if (row < 0) return;
      for (const cell of element.querySelectorAll(`.bp6-table-cell-row-${row}`)) cell.classList.add('table-row-hover');
    };
    const over = (event: MouseEvent) => mark(rowOf(event.target));
    const leave = () => mark(-1);
    element.addEventListener('mouseover', over);
    element.addEventListener('mouseleave', leave);
    return () => {
      element.removeEventListener('mouseover', over);
      element.removeEventListener('mouseleave', leave);
    };
  }, [frame, enabled, rowOf]);

  return rowOf;
};

/** While `follow` is set, new rows scroll the table to its end. */
export const useFollow = (frame: RefObject<HTMLElement | null>, follow: boolean, rows: readonly unknown[]): void => {
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    if (!follow) return;
    const request = requestAnimationFrame(() => {
      if (latest.current !== rows) return;
      const scroller = frame.current?.querySelector('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container');
      if (scroller) scroller.scrollTop = scroller.scrollHeight;
    });
    return () => cancelAnimationFrame(request);
  }, [frame, follow, rows]);
};
