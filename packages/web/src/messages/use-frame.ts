import { frame as en } from './en/frame.ts';
import { frame as es } from './es/frame.ts';
import { useMessagesWith } from './later.ts';

const own = { en, es };

/** The texts of the page and of the frame, which load after the first screen. */
export const useMessages = () => useMessagesWith(own);
export type Messages = ReturnType<typeof useMessages>;
