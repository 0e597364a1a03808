import type { Clock } from '@triquad/core';
import type { Line } from './cells.ts';
import type { Size } from './layout.ts';
import { painter } from './painter.ts';
import type { Theme } from './theme.ts';

/** Paints a terminal, no faster than its line can carry it. */
export interface PacedPainter {
  /** Shows these lines as soon as the line can carry them. Until then newer ones replace older ones. */
  show(size: Size, lines: () => readonly Line[]): void;
  /** The terminal shows something else by now, as after a change of its size: the next paint is of all. */
  forget(): void;
  /** True once the last frame was seen at its size: keys refer to it. */
  isReadable(): boolean;
  /** The terminal is given away until `resume`. False where it is not ours already. */
  hold(): boolean;
  /** Paints all of it again. */
  resume(): void;
  /** Called when the output has drained and accepts more. */
  drained(): void;
  /** Paints no more. */
  leave(): void;
}

/** Time from a change of size, or from `fg`, to the paint that is seen. Keys before it are discarded. Milliseconds. */
const paintMs = 150;
/** Between two paints, so that a slow line can carry them. Milliseconds. */
const betweenPaints = 100;

/** `write` gives false where the rest should wait until the line has drained. `failed` is called with what a paint throws. */
export function pacedPainter(
  write: (bytes: string) => boolean,
  clock: Clock,
  theme: Theme,
  failed: (error: unknown) => void,
): PacedPainter {
  const canvas = painter(theme);
  let wanted: { readonly size: Size; readonly lines: () => readonly Line[] } | null = null;
  let painted: Size | null = null;
  let readableFrom = 0;
  let nextPaint = Number.NEGATIVE_INFINITY;
  let cancelPaint: (() => void) | null = null;
  let isSlow = false;
  let terminal: 'ours' | 'held' | 'left' = 'ours';

  const isPaintedAt = ({ columns, rows }: Size) => painted?.columns === columns && painted.rows === rows;
  const paint = () => {
    cancelPaint = null;
    if (wanted === null) return;
    nextPaint = clock.now() + betweenPaints;
    if (!isPaintedAt(wanted.size)) {
      painted = wanted.size;
      readableFrom = clock.now() + paintMs;
      canvas.forget();
    }
    try {
      const bytes = canvas.change(wanted.lines());
      if (bytes !== '') isSlow = !write(bytes);
    } catch (error) {
      failed(error);
    }
  };
  const repaint = () => {
    if (cancelPaint !== null || isSlow || terminal !== 'ours') return;
    const wait = nextPaint - clock.now();
    if (wait > 0) cancelPaint = clock.schedule(wait, paint);
    else paint();
  };
  const forget = () => {
    painted = null;
  };
  const stop = () => {
    cancelPaint?.();
    cancelPaint = null;
    forget();
  };
  return {
    show: (size, lines) => {
      wanted = { size, lines };
      repaint();
    },
    forget,
    isReadable: () => wanted !== null && isPaintedAt(wanted.size) && clock.now() >= readableFrom,
    hold: () => {
      if (terminal !== 'ours') return false;
      terminal = 'held';
      stop();
      return true;
    },
    resume: () => {
      if (terminal !== 'held') return;
      terminal = 'ours';
      repaint();
    },
    drained: () => {
      isSlow = false;
      repaint();
    },
    leave: () => {
      terminal = 'left';
      stop();
    },
  };
}
