import type { BotStatus } from '../contract/index.ts';

/** Lifecycle in the bot's status. `unknown`: no status yet, or a value that this client does not know. */
export type Lifecycle = 'unknown' | 'stopped' | 'starting' | 'running' | 'stopping' | 'error';
export type TradingState = 'unknown' | 'active' | 'reducing' | 'halted';

/** An update merged into what is known. A bot that names its market source sends whole records; another may send only what changed. */
const merge = (known: BotStatus | null, update: BotStatus): BotStatus => {
  if (known === null || update.market_source !== null) return update;
  const merged: BotStatus = { ...known };
  for (const [field, value] of Object.entries(update)) {
    if (value !== null && !(Array.isArray(value) && value.length === 0)) Object.assign(merged, { [field]: value });
  }
  return merged;
};

let last: { known: BotStatus | null; update: BotStatus; merged: BotStatus } | null = null;
/** The same, computed once for all the guards that ask for it. */
export const mergedStatus = (known: BotStatus | null, update: BotStatus): BotStatus => {
  if (last?.known !== known || last.update !== update) last = { known, update, merged: merge(known, update) };
  return last.merged;
};

/** `error` also while it still runs. Where `stopped` and `is_running` contradict each other, `is_running` holds. */
export const lifecycleOf = ({ bot_status, is_running }: BotStatus): Lifecycle => {
  switch (bot_status) {
    case 'starting':
    case 'stopping':
    case 'error':
      return bot_status;
    default:
      return is_running === null ? 'unknown' : is_running ? 'running' : 'stopped';
  }
};

/** Condition of the bot in one status answer: what `selectBotCondition` gives while no command is running. */
export const botConditionOf = (status: BotStatus): Lifecycle | 'halted' =>
  tradingStateOf(status) === 'halted' ? 'halted' : lifecycleOf(status);

export const tradingStateOf = ({ halted, trading_state }: BotStatus): TradingState => {
  if (halted !== null || trading_state === 'halted') return 'halted';
  return trading_state === 'reducing' ? 'reducing' : 'active';
};
