import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

type Query = { get: (name: string) => string; set: (changes: Record<string, string | null>) => void };

/** What of a screen's state stands in its address; an empty value leaves it. Typing does not fill the history. */
export const useQuery = (): Query => {
  const [search, setSearch] = useSearchParams();
  const get = useCallback((name: string) => search.get(name) ?? '', [search]);
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setSearch(
        () => {
          // The address itself: the router would give what was last drawn, and of two quick changes the first were lost.
          const next = new URLSearchParams(window.location.search);
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { get, set };
};
