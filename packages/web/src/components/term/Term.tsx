import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import type { TermName } from '../../messages/en/glossary.ts';
import styles from './Term.module.css';

const Definition = lazy(() => import('./Definition.tsx').then((file) => ({ default: file.Definition })));
const gap = 6;
const margin = 8;

/**
 * A word of the glossary: its definition shows while it is pointed at or focused, and stays once it is pressed. Only the
 * first use of a word on a screen is marked so.
 */
export function Term({ name, children }: { name: TermName; children: ReactNode }) {
  const id = useId();
  const [asked, setAsked] = useState(false);
  const word = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const place = () => {
    if (word.current !== null && note.current !== null) placeBelow(word.current, note.current);
  };
  const show = () => {
    setAsked(true);
    // Without popovers the definition stands beside its word.
    note.current?.showPopover?.();
    place();
  };
  const hide = () => note.current?.hidePopover?.();
  return (
    // The pointer may move from the word into its definition.
    <span className={styles.frame} onPointerEnter={show} onPointerLeave={hide}>
      <button
        ref={word}
        type="button"
        className={styles.word}
        aria-describedby={asked ? id : undefined}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <span ref={note} id={id} popover="auto" role="tooltip" className={styles.note}>
        {asked && (
          <Suspense fallback={null}>
            <Definition name={name} onShown={place} />
          </Suspense>
        )}
      </span>
    </span>
  );
}

/** Below the word, or above it where there is no room; never outside of the window. */
function placeBelow(word: HTMLElement, note: HTMLElement): void {
  const at = word.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const left = Math.max(margin, Math.min(at.left, window.innerWidth - width - margin));
  const below = at.bottom + gap + height <= window.innerHeight;
  note.style.left = `${left}px`;
  note.style.top = `${below ? at.bottom + gap : Math.max(margin, at.top - gap - height)}px`;
}
