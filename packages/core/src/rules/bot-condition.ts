import type * as z from 'zod/mini';
import type { BotStatus, botState } from '../contract/bot-status.ts';

/** Lifecycle in the bot's status. `unknown`: no status yet, or a value that this client does not know. */
export type Lifecycle = 'unknown' | z.infer<typeof botState>;
export type TradingState = 'unknown' | 'active' | 'reducing' | 'halted';

/** `error` also while it still runs. Where `stopped` and `is_running` contradict each other, `is_running` holds. */
export const lifecycleOf = ({ bot_status, is_running }: BotStatus): Lifecycle => {
  if (bot_status === 'starting' || bot_status === 'stopping' || bot_status === 'error') return bot_status;
  return is_running === null ? 'unknown' : is_running ? 'running' : 'stopped';
};

export const tradingStateOf = ({ halted, trading_state }: BotStatus): TradingState => {
  if (halted !== null || trading_state === 'halted') return 'halted';
  return trading_state === 'reducing' ? 'reducing' : 'active';
};

/** Condition of the bot in one status answer: what `selectBotCondition` gives while no command is running. */
export const botConditionOf = (status: BotStatus): Lifecycle | 'halted' =>
  tradingStateOf(status) === 'halted' ? 'halted' : lifecycleOf(status);
