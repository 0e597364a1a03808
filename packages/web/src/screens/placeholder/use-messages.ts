import { pages as en } from '../../messages/en/pages.ts';
import { pages as es } from '../../messages/es/pages.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
