import { market as en } from '../../messages/en/market.ts';
import { market as es } from '../../messages/es/market.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
