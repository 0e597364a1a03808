import { performance as en } from '../../messages/en/performance.ts';
import { performance as es } from '../../messages/es/performance.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
export type Messages = ReturnType<typeof useMessages>;
