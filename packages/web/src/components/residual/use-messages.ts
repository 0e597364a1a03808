import { flatten as en } from '../../messages/en/flatten.ts';
import { flatten as es } from '../../messages/es/flatten.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page, and those of selling what executions have left. */
export const useMessages = () => useMessagesWith(own);
