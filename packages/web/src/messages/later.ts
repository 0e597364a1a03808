import { later as en } from './en/later.ts';
import { later as es } from './es/later.ts';
import type { Language } from './language.ts';
import { useMessagesWith as useOwn } from './messages.tsx';

const own = { en, es };

/** The texts of the page, and those that screens and dialogs share that come after it. */
export const useMessages = () => useOwn(own);
export type Messages = ReturnType<typeof useMessages>;

/** The same, and the texts of a part that loads its own. */
export const useMessagesWith = <T extends object>(parts: Readonly<Record<Language, T>>): Messages & T => ({
  ...useMessages(),
  ...useOwn(parts),
});
