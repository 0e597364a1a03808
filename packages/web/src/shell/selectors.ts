import { type ClientState, lastMidnight, selectBotNow, selectRecentOpportunities, selectToday } from '@triquad/core';

export type BotCondition = 'running' | 'stopped' | 'starting' | 'stopping' | 'error' | 'halted' | 'unknown';

/** One word for what the bot is doing, out of its status and of what was just asked of it. */
export const selectCondition = (state: ClientState): BotCondition => {
  const { status, phase } = state.bot;
  if (phase === 'start' || phase === 'restart') return 'starting';
  if (phase === 'stop' || phase === 'kill') return 'stopping';
  if (status === null) return 'unknown';
  if (status.halted) return 'halted';
  switch (status.bot_status) {
    case 'starting':
    case 'stopping':
    case 'error':
      return status.bot_status;
    default:
      return status.is_running === null ? 'unknown' : status.is_running ? 'running' : 'stopped';
  }
};

export const selectMarketSource = (state: ClientState): string | null =>
  state.health.value?.market_source ?? state.bot.status?.market_source ?? null;

/** Figures are live only while the connection is; then they are as old as its end. */
export const selectStale = (state: ClientState): boolean => state.connection.state !== 'connected';

/** Epoch milliseconds up to which what is shown is true; null while it is live or nothing was ever known. */
export const selectStaleSince = (state: ClientState): number | null =>
  selectStale(state) ? state.connection.last_connected_at : null;

export const selectCan =
  (capability: string) =>
  (state: ClientState): boolean =>
    state.health.capabilities.includes(capability);

export const selectRecentCount = (state: ClientState): number => selectRecentOpportunities(state).length;

export const selectActiveCount = (state: ClientState): number | null =>
  state.resources.opportunities.loaded_at === null && state.opportunities.items.length === 0
    ? null
    : state.opportunities.items.filter((item) => item.is_valid === true).length;

/** Whether the bot knows more than the spec. */
export const selectExtended = (state: ClientState): boolean => state.health.capabilities.length > 0;

/**
 * USD that the trades since 00:00 UTC earned, as in Total PnL. Of a bot that speaks only the spec: by how much its equity
 * exceeds that of the last mark before, or the initial capital.
 */
export const selectTodaysProfit = (state: ClientState): number | null => {
  if (selectExtended(state)) return selectToday(state)?.total_pnl ?? null;
  const { equity } = state.performance;
  const midnight = new Date(lastMidnight(selectBotNow(state))).toISOString();
  const before = equity?.findLast(({ timestamp }) => timestamp < midnight);
  const base = before?.equity ?? equity?.[0]?.initial_capital ?? null;
  const present = equity?.at(-1)?.equity ?? null;
  return base === null || present === null ? null : present - base;
};

const minuteMs = 60_000;
/** Epoch milliseconds at which the present minute began: what tells today's times from older ones need not tick faster. */
export const selectMinute = (state: ClientState): number => Math.floor(state.now / minuteMs) * minuteMs;

/** Nothing can be done to the past. */
export const selectReplaying = (state: ClientState): boolean => state.replay !== null;

/** Who only reads starts nothing and changes nothing. */
export const selectReader = (state: ClientState): boolean => state.session.operator?.role === 'viewer';
