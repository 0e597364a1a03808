import { ticket as en } from '../../messages/en/ticket.ts';
import { ticket as es } from '../../messages/es/ticket.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page and of the ticket. */
export const useMessages = () => useMessagesWith(own);
export type Messages = ReturnType<typeof useMessages>;
