import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the field that the address names after its `#`, once the screen has drawn it. */
export const useNamedField = (): void => {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same field chosen again gets the focus again
  useEffect(() => {
    const name = decodeURIComponent(hash.slice(1));
    const content = document.getElementById('content');
    if (name === '' || content === null) return;
    const focus = (): boolean => {
      const field = document.getElementById(name);
      // It cannot have the focus before its value is loaded.
      if (!(field instanceof HTMLInputElement) || field.disabled) return false;
      field.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
      return true;
    };
    if (focus()) return;
    const drawn = new MutationObserver(() => {
      if (focus()) drawn.disconnect();
    });
    drawn.observe(content, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => drawn.disconnect();
  }, [hash, key]);
};
