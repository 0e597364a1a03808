import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query holds now. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

export const useNarrow = (): boolean => useMedia('(max-width: 767.98px)');
