import { later } from './en/later.ts';
import type { Language } from './language.ts';
import { useMessages as useOfPage, useMessagesWith as useOwn } from './messages.tsx';

/** The texts of the page, and those that screens and dialogs share that come after it. The other language comes as a whole. */
export const useMessages = () => ({ ...later, ...useOfPage() });
export type Messages = ReturnType<typeof useMessages>;

/** Messages with the texts of a part that loads its own. */
export const useMessagesWith = <T extends object>(own: Readonly<Record<Language, T>>): Messages & T => ({
  ...later,
  ...useOwn(own),
});
