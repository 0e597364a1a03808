import { positions as en } from '../../messages/en/positions.ts';
import { positions as es } from '../../messages/es/positions.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
export type Messages = ReturnType<typeof useMessages>;
