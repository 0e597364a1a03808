import { feeds as en } from '../../messages/en/feeds.ts';
import { feeds as es } from '../../messages/es/feeds.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
export type Messages = ReturnType<typeof useMessages>;
