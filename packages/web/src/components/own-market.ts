import type { ClientState } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';

/** Whose prices a trade met; `unknown` where its bot did not write it down. */
export const marketOf = ({ market }: Trade): string => market ?? 'unknown';

/** Whose prices are watched now; empty of a bot that names none. */
export const selectMarketName = (state: ClientState): string => state.bot.status?.market ?? '';

/** Those that met the prices of that name, as what was earned under several is never added up; all, where the bot names none. */
export const ofMarket = (trades: readonly Trade[], market: string): readonly Trade[] =>
  market === '' ? trades : trades.filter((trade) => marketOf(trade) === market);
