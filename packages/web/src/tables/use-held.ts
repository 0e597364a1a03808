import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useClock } from '../client-context.tsx';

/** Time that rows keep their places after the last move of the pointer, in milliseconds. Protects a press; their figures still change. */
const heldMs = 2_000;

type Held<Row> = {
  rows: readonly Row[];
  /** Rows that arrived while the list is held. */
  waiting: number;
  onPointerMove: (event: PointerEvent) => void;
  onPointerLeave: () => void;
};

/**
 * The rows, which keep their places while a mouse moves over them, so that a press meets the row that was aimed at. What they say still
 * changes, and one that is no longer among the rows goes; new ones wait.
 */
export const useHeld = <Row>(rows: readonly Row[], rowKey: (row: Row) => string, enabled: boolean): Held<Row> => {
  const clock = useClock();
  const [places, setPlaces] = useState<readonly string[] | null>(null);
  const cancel = useRef(() => {});
  const release = () => {
    cancel.current();
    setPlaces(null);
  };
  useEffect(() => () => cancel.current(), []);
  // Keeps the list's identity while its rows are equal, because a new list would re-render.
  const shown = useMemo(() => (places === null ? rows : inPlaces(rows, rowKey, places)), [rows, rowKey, places]);
  return {
    rows: shown,
    waiting: rows.length - shown.length,
    onPointerMove: ({ pointerType }) => {
      if (!enabled || pointerType !== 'mouse') return;
      cancel.current();
      cancel.current = clock.schedule(heldMs, () => setPlaces(null));
      if (places === null || shown === rows) setPlaces(rows.map(rowKey));
    },
    onPointerLeave: release,
  };
};

/** Rows with a place, in the order of the places; all rows as they are if no row has a place. */
const inPlaces = <Row>(rows: readonly Row[], rowKey: (row: Row) => string, places: readonly string[]) => {
  const known = new Map(rows.map((row) => [rowKey(row), row]));
  const kept = places.flatMap((key) => known.get(key) ?? []);
  return kept.length === 0 ? rows : kept;
};
