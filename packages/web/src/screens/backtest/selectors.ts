import { backtestExchanges, type ClientState, configurableExchanges, selectBotStatus } from '@triquad/core';

/** The spec's exchanges, then all others that can be recorded, are enabled or were recorded, as one text: it changes only when they do. */
export const selectExchanges = (state: ClientState): string => {
  const enabled = selectBotStatus(state)?.enabled_exchanges ?? [];
  const recorded = (state.loaded.recordings ?? []).map(({ exchange }) => exchange);
  return [...new Set([...backtestExchanges, ...configurableExchanges, ...enabled, ...recorded])].join(',');
};
