import { backtest as en } from '../../messages/en/backtest.ts';
import { backtest as es } from '../../messages/es/backtest.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = { en, es };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
export type Messages = ReturnType<typeof useMessages>;
