import { support as en } from '../../messages/en/support.ts';
import { support as es } from '../../messages/es/support.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
