import { legal as en } from '../../messages/en/legal.ts';
import { legal as es } from '../../messages/es/legal.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of these screens. */
export const useMessages = () => useMessagesWith(own);
