import { research as en } from '../../messages/en/research.ts';
import { research as es } from '../../messages/es/research.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
export type Messages = ReturnType<typeof useMessages>;
