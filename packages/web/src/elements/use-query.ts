import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Parameters of the address and their new values; an empty one is removed. */
type Changes = Readonly<Record<string, string | null>>;

type Query = {
  /** A parameter of the address, empty without it. */
  get: (name: string) => string;
  /** A choice of the operator: the back button undoes it. */
  set: (changes: Changes) => void;
  /** A change that the back button skips. */
  replace: (changes: Changes) => void;
  /** One more character typed: all of them up to `settle` are undone at once. */
  type: (changes: Changes) => void;
  settle: () => void;
};

/** The state of a screen that is in its address, so that it can be bookmarked, shared and gone back to. */
export const useQuery = (): Query => {
  const [search, setSearch] = useSearchParams();
  const isTyping = useRef(false);
  const write = (changes: Changes, replace: boolean) => {
    if (changed(changes).toString() === current().toString()) return;
    setSearch(() => changed(changes), { replace });
  };
  return {
    get: (name) => search.get(name) ?? '',
    set: (changes) => write(changes, false),
    replace: (changes) => write(changes, true),
    type: (changes) => {
      write(changes, isTyping.current);
      isTyping.current = true;
    },
    settle: () => {
      isTyping.current = false;
    },
  };
};

// Reads the address itself: the router has the address of the last render, and would lose the first of two quick changes.
const current = () => new URLSearchParams(window.location.search);
const changed = (changes: Changes): URLSearchParams => {
  const next = current();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
};
