import { control as en } from '../../messages/en/control.ts';
import { control as es } from '../../messages/es/control.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
