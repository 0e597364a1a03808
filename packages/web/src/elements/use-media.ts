import { useCallback, useMemo, useSyncExternalStore } from 'react';

export const useMedia = (query: string): boolean => {
  // The query is read once, not whenever a component asks for its answer.
  const media = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
};

export const useNarrow = (): boolean => useMedia('(max-width: 767.98px)');
