import { backtestExchanges, type ClientState, selectBotStatus } from '@triquad/core';

/** The spec's exchanges, then the others that the bot has, as one text: it changes only when they do. */
export const selectExchanges = (state: ClientState): string =>
  [...new Set([...backtestExchanges, ...(selectBotStatus(state)?.enabled_exchanges ?? [])])].join(',');
