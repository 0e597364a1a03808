import { useCallback, useMemo, useState } from 'react';

/** The texts of a form by the names of its fields; a choice is `yes` or empty. */
export type Texts = Readonly<Record<string, string>>;
type Edits = Readonly<Record<string, { readonly text: string; readonly before: string }>>;

export type Draft = {
  /** What is saved, with what was typed over it. */
  readonly values: Texts;
  readonly isDirty: boolean;
  readonly changed: (name: string) => boolean;
  /** What somebody else saved into a field since it was edited here, null when nothing. */
  readonly meanwhile: (name: string) => string | null;
  readonly set: (name: string, text: string) => void;
  /** Takes fields back to what is saved. */
  readonly reset: (names: readonly string[]) => void;
  readonly discard: () => void;
};

/** What was typed over what is saved. When that changes, fields that were not edited follow it, and the others stay. */
export const useDraft = (saved: Texts): Draft => {
  const [edits, edit] = useState<Edits>({});
  const set = useCallback(
    (name: string, text: string) =>
      edit((known) => ({ ...known, [name]: { text, before: known[name]?.before ?? saved[name] ?? '' } })),
    [saved],
  );
  const reset = useCallback(
    (names: readonly string[]) =>
      edit((known) => Object.fromEntries(Object.entries(known).filter(([name]) => !names.includes(name)))),
    [],
  );
  const discard = useCallback(() => edit({}), []);
  return useMemo(() => ({ ...draftOf(saved, edits), set, reset, discard }), [saved, edits, set, reset, discard]);
};

/** What a form holds, out of what is saved and what was typed over it. */
export const draftOf = (saved: Texts, edits: Edits): Omit<Draft, 'set' | 'reset' | 'discard'> => {
  const changed = (name: string): boolean => {
    const own = edits[name];
    return own !== undefined && own.text !== (saved[name] ?? '');
  };
  return {
    values: { ...saved, ...Object.fromEntries(Object.entries(edits).map(([name, { text }]) => [name, text])) },
    isDirty: Object.keys(edits).some(changed),
    changed,
    meanwhile: (name) => {
      const own = edits[name];
      const now = saved[name] ?? '';
      return own !== undefined && changed(name) && own.before !== now ? now : null;
    },
  };
};
