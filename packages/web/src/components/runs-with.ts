import { type ClientState, money, percent, selectBotStatus } from '@triquad/core';
import type { Messages } from '../messages/en.ts';

/** One sentence with the exchanges, pairs, threshold and capital the bot runs with, as far as it says. */
export const runsWith =
  ({ runsWith: sentence, pairCount }: Messages['control']) =>
  (state: ClientState): string => {
    const status = selectBotStatus(state);
    if (status === null) return '';
    const { enabled_exchanges, trading_pairs_count, min_profit_threshold, max_capital_per_route } = status;
    if (trading_pairs_count === null || min_profit_threshold === null || max_capital_per_route === null) return '';
    const capital = money(max_capital_per_route);
    return sentence(
      enabled_exchanges.join(', '),
      pairCount(trading_pairs_count),
      percent(min_profit_threshold),
      capital,
    );
  };
