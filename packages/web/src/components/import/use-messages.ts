import { importing as en } from '../../messages/en/import.ts';
import { importing as es } from '../../messages/es/import.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of this dialog. */
export const useMessages = () => useMessagesWith(own);
