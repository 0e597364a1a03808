import { api as en } from '../../messages/en/api.ts';
import { api as es } from '../../messages/es/api.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
