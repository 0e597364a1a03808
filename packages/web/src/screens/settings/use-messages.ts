import { settings as en } from '../../messages/en/settings.ts';
import { settings as es } from '../../messages/es/settings.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
