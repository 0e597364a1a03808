import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';

type Sized = { id: string; width: number; grow?: number };
const scrollbar = 16;

/** Pixels of each column: its own, its share of what is left, or what the user dragged it to. */
export const columnWidths = (
  columns: readonly Sized[],
  dragged: ReadonlyMap<string, number>,
  available: number,
): number[] => {
  const widths = columns.map((column) => dragged.get(column.id) ?? column.width);
  const left = Math.max(0, available - widths.reduce((sum, width) => sum + width, 0));
  const growing = columns.reduce((sum, column) => sum + (dragged.has(column.id) ? 0 : (column.grow ?? 0)), 0);
  if (growing === 0) return widths;
  return widths.map((width, index) => {
    const column = columns[index];
    const share = column === undefined || dragged.has(column.id) ? 0 : (column.grow ?? 0) / growing;
    return Math.floor(width + left * share);
  });
};

export const useColumnWidths = (frame: RefObject<HTMLElement | null>, columns: readonly Sized[], scrolls: boolean) => {
  const [available, setAvailable] = useState(0);
  const [dragged, setDragged] = useState<ReadonlyMap<string, number>>(new Map());

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setAvailable(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  const widths = useMemo(
    () => (available === 0 ? null : columnWidths(columns, dragged, available - (scrolls ? scrollbar : 2))),
    [columns, dragged, available, scrolls],
  );
  const resize = useCallback(
    (index: number, width: number) => {
      const column = columns[index];
      if (column) setDragged((before) => new Map(before).set(column.id, width));
    },
    [columns],
  );
  return { widths, resize };
};
