import { history as en } from '../../messages/en/history.ts';
import { history as es } from '../../messages/es/history.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page, of the history and of one life. */
export const useMessages = () => useMessagesWith(own);
export type Messages = ReturnType<typeof useMessages>;
