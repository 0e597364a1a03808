import { forms as en } from '../messages/en/forms.ts';
import { forms as es } from '../messages/es/forms.ts';
import { useMessagesWith } from '../messages/messages.tsx';

const own = { en, es };

/** The texts of the page and of forms. */
export const useMessages = () => useMessagesWith(own);
