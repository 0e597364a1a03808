import {
  type ClientState,
  caps,
  lastMidnight,
  rows,
  selectBotCondition,
  selectBotNow,
  selectRecentOpportunities,
  tradingExchanges,
} from '@triquad/core';
import { number } from '../../messages/format.ts';

/** Exchanges of the spec, then further ones of the bot, as one text: it changes only when they do. */
export const selectExchanges = ({ bot, loaded }: ClientState): string =>
  [
    ...new Set([
      ...tradingExchanges,
      ...(bot.status?.enabled_exchanges ?? []),
      ...(loaded.wallets?.exchanges ?? []).map(({ exchange }) => exchange),
    ]),
  ].join(',');

/** True if the configuration is in use, or a replay is shown. */
export const selectLocked = (state: ClientState): boolean => {
  if (state.replay !== null || state.bot.status?.is_running === true) return true;
  return ['starting', 'stopping'].includes(selectBotCondition(state));
};

const atLeast = (count: number, most: number): string => (count >= most ? `${number(count)}+` : number(count));

/** How many were found lately; only so many are kept. */
export const selectLately = (state: ClientState): string =>
  atLeast(selectRecentOpportunities(state).length, caps.opportunities);

/** Since the start, of a bot that counts them; else null. */
export const selectFound = ({ bot }: ClientState): number | null => bot.status?.opportunities_found ?? null;

/** Executions since 00:00 UTC as the bot counts them; else those in view, `+` where there may be more. Null before either is known. */
export const selectExecutionsToday = (state: ClientState): string | null => {
  const counted = state.bot.status?.executions_today ?? null;
  if (counted !== null) return number(counted);
  const { items } = state.executions;
  if (state.resources.executions.loaded_at === null && items.length === 0) return null;
  const midnight = new Date(lastMidnight(selectBotNow(state))).toISOString();
  const today = items.filter(({ entry_time }) => entry_time !== null && entry_time >= midnight).length;
  return today === items.length ? atLeast(today, rows.tradingExecutions) : number(today);
};
