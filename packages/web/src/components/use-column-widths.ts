import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';

type Sized = { id: string; width: number; grow?: number; beyond?: true };
const scrollbar = 16;

/** Pixels of each column: its own, its share of what those in view leave, or what the user dragged it to. */
export const columnWidths = (
  columns: readonly Sized[],
  dragged: ReadonlyMap<string, number>,
  available: number,
): number[] => {
  const widths = columns.map((column) => dragged.get(column.id) ?? column.width);
  const left = Math.max(0, available - widths.reduce((sum, width, at) => sum + (columns[at]?.beyond ? 0 : width), 0));
  const shareOf = ({ id, grow = 0, beyond }: Sized) => (dragged.has(id) || beyond ? 0 : grow);
  const growing = columns.reduce((sum, column) => sum + shareOf(column), 0);
  if (growing === 0) return widths;
  return widths.map((width, index) => {
    const column = columns[index];
    const share = column === undefined ? 0 : shareOf(column) / growing;
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
