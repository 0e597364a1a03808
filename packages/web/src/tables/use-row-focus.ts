import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

type RowFocus = {
  /** Key of the row that is the one tab stop of the table. */
  stop: string | undefined;
  onFocus: (key: string) => void;
  onBlur: () => void;
  /** Moves between the rows: arrows, Page Up and Down, Home, End. */
  onKeyDown: (event: KeyboardEvent) => void;
};

type Shown = {
  frame: RefObject<HTMLElement | null>;
  keys: readonly string[];
  first: number;
  end: number;
  visible: number;
  /** Rows in one page. */
  page: number;
  /** Scrolls the row into view and draws it. */
  reveal: (index: number) => void;
};

/** One tab stop for all rows, of which only a part is in the document. */
export const useRowFocus = ({ frame, keys, first, end, visible, page, reveal }: Shown): RowFocus => {
  const [active, setActive] = useState<string | null>(null);
  const focused = useRef<string | null>(null);
  const wanted = useRef(false);
  const index = active === null ? -1 : keys.indexOf(active);
  const drawn = index >= first && index < end;

  useLayoutEffect(() => {
    const element = frame.current;
    if (wanted.current)
      element?.querySelector<HTMLElement>('[data-opener][tabindex="0"]')?.focus({ preventScroll: true });
    wanted.current = false;
    if (focused.current === null || element?.contains(document.activeElement)) return;
    // The row that had the focus is no longer drawn: the next key still belongs to the table.
    focused.current = null;
    if (document.activeElement === document.body) element?.querySelector('table')?.focus({ preventScroll: true });
  });

  const targets: Record<string, (from: number) => number> = {
    ArrowDown: (from) => from + 1,
    ArrowUp: (from) => from - 1,
    PageDown: (from) => from + page,
    PageUp: (from) => from - page,
    Home: () => 0,
    End: () => keys.length - 1,
  };
  return {
    stop: drawn ? (active ?? undefined) : keys[visible],
    onFocus: (key) => {
      focused.current = key;
      setActive(key);
    },
    onBlur: () => {
      focused.current = null;
    },
    onKeyDown: (event) => {
      const target = targets[event.key];
      if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('thead, input, select')) return;
      event.preventDefault();
      const to = Math.max(0, Math.min(keys.length - 1, index < 0 ? visible : target(index)));
      wanted.current = true;
      reveal(to);
      setActive(keys[to] ?? null);
    },
  };
};
