import * as z from 'zod/mini';
import { Trade } from '../contract/trade.ts';
import { caps } from '../rules/limits.ts';
import { iso, reload, upsert } from './merge.ts';
import type { Projection } from './projection.ts';

/** Newest first. */
export const TradesState = z.object({ items: z.array(Trade) });
export type TradesState = z.infer<typeof TradesState>;

const key = (item: Trade): string => item.execution_id ?? item.id;
const moment = (item: Trade): string | null => item.entry_time;
const finished = { key, moment, cap: caps.trades };
const latest = { key, moment, cap: caps.executions };

const dated = (trade: Trade, at: number): Trade =>
  trade.entry_time === null ? { ...trade, entry_time: iso(at), created_at: trade.created_at ?? iso(at) } : trade;
const datedAll = (trades: readonly Trade[], at: number): Trade[] => trades.map((trade) => dated(trade, at));
/** An ended execution never runs again, even if an older answer says so. */
const sober = (known: Trade, loaded: Trade): Trade =>
  loaded.status === 'pending' && known.status !== 'pending' ? known : loaded;

/** The history: executions that have ended. */
export const trades: Projection<TradesState> = {
  initial: { items: [] },
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'trades'
          ? { items: reload(finished, state.items, datedAll(message.value, at)) }
          : state;
      case 'ExecutionReported':
        return message.trade.status === 'pending' ? state : { items: report(finished, state.items, message.trade, at) };
      case 'ResourceDropped':
        return message.resource === 'trades' ? { items: [] } : state;
      default:
        return state;
    }
  },
};

/** The latest executions, running ones included. */
export const executions: Projection<TradesState> = {
  initial: { items: [] },
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'executions'
          ? { items: reload(latest, state.items, datedAll(message.value, at), sober) }
          : state;
      case 'ExecutionReported':
        return { items: report(latest, state.items, message.trade, at) };
      case 'ResourceDropped':
        return message.resource === 'executions' ? { items: [] } : state;
      default:
        return state;
    }
  },
};

const report = (of: typeof finished | typeof latest, items: Trade[], trade: Trade, at: number): Trade[] => {
  const known = items.find((item) => key(item) === key(trade));
  if (known === undefined) return upsert(of, items, dated(trade, at));
  const since = trade.entry_time === null ? { ...trade, entry_time: known.entry_time } : trade;
  return upsert(of, items, sober(known, since));
};

/** Totals over the given rows; averages are null without rows. `win_rate` in percent, profit in USD. */
export type TradeSummary = {
  total: number;
  winning: number;
  losing: number;
  win_rate: number | null;
  avg_profit: number | null;
};
/** Summarises rows. A row without a profit, or one that failed before it bought anything, counts in `total` only. */
export const summarise = (items: readonly Trade[]): TradeSummary => {
  const profits = items.flatMap(({ profit, status }) =>
    profit === null || (profit === 0 && status === 'failed') ? [] : [profit],
  );
  const winning = profits.filter((profit) => profit > 0).length;
  const losing = profits.filter((profit) => profit < 0).length;
  const sum = profits.reduce((total, profit) => total + profit, 0);
  return {
    total: items.length,
    winning,
    losing,
    win_rate: profits.length === 0 ? null : (winning / profits.length) * 100,
    avg_profit: profits.length === 0 ? null : sum / profits.length,
  };
};
