import { type RefObject, useLayoutEffect, useState } from 'react';
import type { DataColumn } from './column.ts';

/** The columns without the spare ones for which `width` pixels have no room; all of them where the width is not known (0). */
const fitting = <Row>(columns: readonly DataColumn<Row>[], width: number): readonly DataColumn<Row>[] => {
  const needed = columns.reduce((sum, column) => sum + column.width, 0);
  const spare = columns.reduce<DataColumn<Row> | null>(
    (first, column) => ((column.spare ?? Infinity) < (first?.spare ?? Infinity) ? column : first),
    null,
  );
  if (width === 0 || needed <= width || spare === null) return columns;
  return fitting(
    columns.filter((column) => column !== spare),
    width,
  );
};

/** The columns that fit into the frame, which is measured before each paint. */
export const useFitting = <Row>(frame: RefObject<HTMLElement | null>, columns: readonly DataColumn<Row>[]) => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return fitting(columns, width);
};
