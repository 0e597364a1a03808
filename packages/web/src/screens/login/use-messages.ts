import { login as en } from '../../messages/en/login.ts';
import { login as es } from '../../messages/es/login.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
